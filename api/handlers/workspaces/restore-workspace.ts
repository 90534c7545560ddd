import { AppError } from '../../../schemas/errors.ts';
import type { workspaceDeletion } from '../../../schemas/operations/workspaces/deletion.ts';
import { restoreWorkspace as restore } from '../../../store/ops/delete-workspace.ts';
import type { Handler } from '../../core/handler.ts';
import { unlessRefused } from '../../core/unless-refused.ts';
import { deletionAnswer, tellFlows } from './deletion-answer.ts';
import { workspaceGone } from './refusals.ts';

/** Its flow sees that there is nothing to erase any more. */
export const restoreWorkspace: Handler<typeof workspaceDeletion.restoreWorkspace> = async (context) => {
  const { sql, actor, caller } = context;
  const outcome = await restore(sql, actor.workspaceId, { actor, source: caller.source });
  const restored = unlessRefused(outcome, (refusal) =>
    refusal.refused === 'workspace_gone'
      ? workspaceGone()
      : new AppError('resource.conflict', 'The 14 days are over, and the workspace is being erased.', {
          reason: 'erasure_begun',
        }),
  );
  tellFlows(context, restored);
  return deletionAnswer(restored, `“${restored.name}” is in use.`);
};
