import { v7 as uuidv7 } from 'uuid';
import { actedBy } from '../../../domain/booking/actors.ts';
import type { HandOver } from '../../../domain/members/hand-over.ts';
import { AppError, invalid } from '../../../schemas/errors.ts';
import type { Input, Output } from '../../../schemas/operation.ts';
import type { members } from '../../../schemas/operations/members.ts';
import { NO_WEBHOOKS } from '../../../store/access/webhook-setters.ts';
import { revokeInvitation } from '../../../store/members/end-invitations.ts';
import {
  type BeginOutcome,
  beginRemoval,
  type Removal,
  readRemoval,
  webhooksOfMember,
} from '../../../store/members/member-removals.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { OWNER_STAYS, recentAddressChange } from '../../core/refusals.ts';
import { requireWebhookRights, toWebhooks } from '../access/ended.ts';
import { adminNeeded, lastOwner, memberNotFound, ownerNeeded } from './refusals.ts';

type RemoveMember = typeof members.removeMember;
type Answer = Output<RemoveMember>;

/** How long a caller waits for the flow. After that the answer says that the removal is running. */
const REMOVAL_WAIT_MS = 2_000;

/** @throws AppError request.invalid for both options, or none */
function handOverOf(given: Input<RemoveMember>['handOver']): HandOver | null {
  if (given === undefined) return null;
  const { to, cancel, reason } = given;
  if ((to === undefined) === (cancel === undefined))
    throw invalid([{ path: 'handOver', message: 'must have either to (a user id) or cancel: true' }]);
  return to === undefined ? { cancel: true, reason: reason ?? null } : { to };
}

const handOverRequired = (upcomingMeetings: number): AppError =>
  new AppError(
    'request.unprocessable',
    `They have ${upcomingMeetings === 1 ? 'an upcoming meeting' : `${upcomingMeetings} upcoming meetings`}. Say in handOver who takes over ({"to": userId}), or {"cancel": true}.`,
    { reason: 'hand_over_required', upcomingMeetings, needed: ['handOver.to', 'handOver.cancel'] },
  );

const unfit = (): AppError =>
  new AppError('request.unprocessable', 'handOver.to must be another member who can host meetings.', {
    reason: 'hand_over_unfit',
    field: 'handOver.to',
  });

const otherUnderWay = (): AppError =>
  new AppError(
    'resource.conflict',
    'This member is already being removed, with another handOver. Wait until that has ended.',
    {
      reason: 'removal_under_way',
    },
  );

const stopped = ({ conflicts, moved, canceled }: Removal): AppError =>
  new AppError(
    'resource.conflict',
    conflicts.length > 0
      ? 'The new host has no time for some meetings, so the removal has stopped. Free the new host’s time then, cancel those meetings, or hand over to somebody else, and call again.'
      : 'The new host or the last owner is leaving, so the removal has stopped. Look at list_members and call again.',
    {
      reason: 'hand_over_conflict',
      conflicts: conflicts.slice(0, 50),
      conflictCount: conflicts.length,
      moved,
      canceled,
    },
  );

async function toAnswer({ sql }: ActingContext<RemoveMember>, removal: Removal): Promise<Answer> {
  if (removal.status === 'stopped') throw stopped(removal);
  const { userId, status, moved, canceled } = removal;
  return { id: userId, status, moved, canceled, ...toWebhooks(await webhooksOfMember(sql, removal)) };
}

function refusalOf(
  outcome: Exclude<BeginOutcome, { removal: Removal }>,
  context: ActingContext<RemoveMember>,
): AppError {
  switch (outcome.result) {
    case 'not_found':
    case 'successor_not_found':
      return memberNotFound();
    case 'admin_needed':
      return adminNeeded(context.actor.role);
    case 'owner_needed':
      return ownerNeeded(context.actor.role);
    case 'address_changed_lately':
      return recentAddressChange(outcome.undoable, context.actor.userId, OWNER_STAYS);
    case 'last_owner':
      return lastOwner();
    case 'successor_unfit':
      return unfit();
    case 'other_under_way':
      return otherUnderWay();
    case 'hand_over_required':
      return handOverRequired(outcome.upcoming);
  }
}

export const removeMember: Handler<RemoveMember> = async (context, { id, handOver, alsoDisableWebhooks }) => {
  const { sql, actor, caller, flowClient, nameFlow } = context;
  const { workspaceId, role } = actor;
  const { source } = caller;
  if (alsoDisableWebhooks) requireWebhookRights(actor);
  const revoked = await revokeInvitation(sql, { workspaceId, id }, { actor, source, role });
  if (revoked === 'admin_needed') throw adminNeeded(role);
  if (revoked === 'owner_needed') throw ownerNeeded(role);
  if (revoked === 'revoked') return { id, status: 'removed', moved: 0, canceled: 0, ...toWebhooks(NO_WEBHOOKS) };
  const request = {
    id: uuidv7(),
    workspaceId,
    userId: id,
    by: actedBy(actor),
    role,
    source,
    disablesWebhooks: alsoDisableWebhooks,
  };
  const outcome = await beginRemoval(sql, { ...request, handOver: handOverOf(handOver) });
  if (!('removal' in outcome)) throw refusalOf(outcome, context);
  nameFlow(flowId('memberRemoval', outcome.removal.id));
  if (outcome.result === 'over') return toAnswer(context, outcome.removal);
  await flowClient.run('memberRemoval', { id: outcome.removal.id, workspaceId }, REMOVAL_WAIT_MS);
  return toAnswer(context, (await readRemoval(sql, outcome.removal.id)) ?? outcome.removal);
};
