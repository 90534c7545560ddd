import { AppError } from '../../../schemas/errors.ts';
import type { deviceAuthorization } from '../../../schemas/operations/access/device-authorization.ts';
import { type DecisionResult, decideDeviceSession } from '../../../store/access/device-sessions.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Handler } from '../../core/handler.ts';
import { keyError } from './refusals.ts';
import { requireUserCode, unknownCode } from './user-code.ts';

/** The key is bound to the workspace of the input, not to X-Workspace-Id. The store checks membership there, under a lock. */
export const decideDevice: Handler<typeof deviceAuthorization.decideDevice> = async (context, input) => {
  const { sql, actor, caller, flowClient } = context;
  const decided = await decideDeviceSession(sql, {
    userCode: requireUserCode(input.userCode),
    decision: input.decision,
    workspaceId: input.workspaceId,
    userId: actor.userId,
    source: caller.source,
  });
  if (decided.result === 'refused') throw keyError(decided.refusal);
  if (decided.result !== 'done') throw refusal(decided.result);
  const session = { id: decided.sessionId, workspaceId: null };
  if (decided.isNew) flowClient.signal('deviceAuthorization', session, 'decided');
  context.nameFlow(flowId('deviceAuthorization', decided.sessionId));
  return { status: input.decision === 'approve' ? 'approved' : 'denied' };
};

const refusal = (result: Exclude<DecisionResult['result'], 'done' | 'refused'>): AppError => {
  switch (result) {
    case 'unknown':
      return unknownCode();
    case 'stranger':
      return new AppError('resource.not_found', 'There is no such workspace, or you are not a member of it.', {
        reason: 'workspace_not_found',
      });
    case 'expired':
      return new AppError('resource.conflict', 'This code has expired. Start again on the device.', {
        reason: 'session_expired',
      });
    case 'decided':
      return new AppError('resource.conflict', 'This code already has the other decision. Start again on the device.', {
        reason: 'already_decided',
      });
  }
};
