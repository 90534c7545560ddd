import { AppError } from '../../../schemas/errors.ts';
import type { workspaceDeletion } from '../../../schemas/operations/workspaces/deletion.ts';
import { type DeleteWorkspaceRefusal, deleteWorkspace as remove } from '../../../store/ops/delete-workspace.ts';
import type { Handler } from '../../core/handler.ts';
import { limited } from '../../core/limit-errors.ts';
import { NOTHING_DELETED, recentAddressChange, resultOrThrow } from '../../core/refusals.ts';
import { deletionAnswer, tellFlows } from './deletion-answer.ts';
import { ownerLost, workspaceGone } from './refusals.ts';

function toError(refusal: DeleteWorkspaceRefusal, callerId: string): AppError {
  switch (refusal.refused) {
    case 'workspace_gone':
      return workspaceGone();
    case 'role_lost':
      return ownerLost();
    case 'address_changed_lately':
      return recentAddressChange(refusal.undoable, callerId, NOTHING_DELETED);
    case 'slug_differs':
      return new AppError(
        'request.unprocessable',
        `confirm: the slug of this workspace is ${refusal.slug}. Nothing was deleted.`,
        { reason: 'slug_differs', field: 'confirm' },
      );
    case 'too_many_deletions':
      return limited('deletions', refusal);
  }
}

/** What follows, after 14 days, is the work of a flow. */
export const deleteWorkspace: Handler<typeof workspaceDeletion.deleteWorkspace> = async (context, { confirm }) => {
  const { sql, actor, caller } = context;
  const by = { actor, source: caller.source };
  const outcome = await remove(sql, { workspaceId: actor.workspaceId, slug: confirm.trim().toLowerCase() }, by);
  const deleted = resultOrThrow(outcome, (refusal) => toError(refusal, actor.userId));
  tellFlows(context, deleted);
  return deletionAnswer(
    deleted,
    `“${deleted.name}” is deleted. Until ${deleted.eraseAt?.toISOString()} an owner can restore it (POST /workspace/restore); then all its data is erased.`,
  );
};
