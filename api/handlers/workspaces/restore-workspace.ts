import { AppError } from '../../../schemas/errors.ts';
import type { workspaceDeletion } from '../../../schemas/operations/workspaces/deletion.ts';
import { type RestoreRefusal, restoreWorkspace as restore } from '../../../store/ops/delete-workspace.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { deletionAnswer, tellFlows } from './deletion-answer.ts';
import { ownerLost, workspaceGone } from './refusals.ts';

function toError({ refused }: RestoreRefusal): AppError {
  switch (refused) {
    case 'workspace_gone':
      return workspaceGone();
    case 'role_lost':
      return ownerLost();
    case 'erasure_begun':
      return new AppError('resource.conflict', 'The 14 days are over, and the workspace is being erased.', {
        reason: 'erasure_begun',
      });
  }
}

/** Its flow sees that there is nothing to erase any more. */
export const restoreWorkspace: Handler<typeof workspaceDeletion.restoreWorkspace> = async (context) => {
  const { sql, actor, caller } = context;
  const outcome = await restore(sql, actor.workspaceId, { actor, source: caller.source });
  const restored = resultOrThrow(outcome, toError);
  tellFlows(context, restored);
  return deletionAnswer(restored, `“${restored.name}” is in use.`);
};
