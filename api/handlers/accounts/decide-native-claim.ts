import { AppError, invalid } from '../../../schemas/errors.ts';
import type { nativeSignIn } from '../../../schemas/operations/accounts/native-sign-in.ts';
import { ADMINS } from '../../../schemas/shapes/access.ts';
import { type DecisionRefusal, decideClaim } from '../../../store/accounts/native-claim-decisions.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import { restoreWorkspaceFirst } from '../../auth/stopped-workspace.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import type { Urls } from '../../core/urls.ts';
import { overPlanCap } from '../billing/over-cap.ts';
import { plansUrl } from '../billing/plans-url.ts';

/** Accepts or refuses a claim, as its operator. */
export const decideNativeClaim: Handler<typeof nativeSignIn.decideNativeClaim> = async (context, input) => {
  const { sql, actor, urls, flowClient, caller } = context;
  const { claimId, decision } = input;
  if (decision === 'accept' && input.workspaceId === undefined)
    throw invalid([{ path: 'workspaceId', message: 'is needed to accept: the workspace of the seat' }]);
  const workspaceId = decision === 'accept' ? (input.workspaceId ?? null) : null;
  const decided = resultOrThrow(
    await decideClaim(sql, { claimId, userId: actor.userId, workspaceId, source: caller.source }),
    (refusal) => errorOf(refusal, urls),
  );
  if (decided.isNew) flowClient.signal('nativeClaim', { id: claimId, workspaceId }, 'decided');
  context.nameFlow(flowId('nativeClaim', claimId));
  return { status: decided.status };
};

function errorOf(refusal: DecisionRefusal, urls: Urls): AppError {
  switch (refusal.refused) {
    case 'over_plan_cap':
      return overPlanCap(refusal, urls);
    case 'unknown':
      return new AppError('resource.not_found', 'There is no such claim. Take the link from the newest mail.', {
        reason: 'claim_unknown',
      });
    case 'stranger':
      return new AppError('auth.forbidden', 'This claim was mailed to another address. Sign in with that one.', {
        reason: 'claim_of_another',
      });
    case 'expired':
      return new AppError('resource.not_found', 'This claim has expired. The agent may sign in again.', {
        reason: 'claim_expired',
      });
    case 'decided':
      return new AppError('resource.conflict', 'This claim was decided already.', { reason: 'claim_decided' });
    case 'not_a_member':
      return new AppError('resource.not_found', 'You are no member of this workspace. Choose another.', {
        reason: 'workspace_unknown',
        field: 'workspaceId',
      });
    case 'admin_needed':
      return new AppError('auth.forbidden', 'Only an owner or admin gives an agent a seat. Choose another workspace.', {
        ...{ reason: 'role_missing', neededRoles: ADMINS, field: 'workspaceId' },
      });
    case 'workspace_deleted':
      return restoreWorkspaceFirst();
    case 'locked':
      return new AppError(
        'billing.upgrade_required',
        `This workspace is unpaid, so it takes no agents. Pay at ${plansUrl(urls)}, or choose another.`,
        { reason: 'workspace_locked', field: 'workspaceId' },
      );
  }
}
