import { v7 as uuidv7 } from 'uuid';
import { AppError } from '../../../schemas/errors.ts';
import type { me } from '../../../schemas/operations/accounts/me.ts';
import { revokeAgent } from '../../../store/identity/change-agent.ts';
import { type DeleteMeRefusal, deleteMe as remove } from '../../../store/members/delete-account.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Handler } from '../../core/handler.ts';
import { NOTHING_DELETED, recentAddressChange, resultOrThrow } from '../../core/refusals.ts';
import { signInTooOld } from './sign-in-too-old.ts';

const namesOf = (workspaces: readonly { readonly name: string }[]): string =>
  workspaces.map(({ name }) => `“${name}”`).join(', ');

/** The day in UTC. */
const lastDayOf = (workspaces: readonly { readonly lastMeetingAt: string }[]): string | undefined =>
  workspaces
    .map(({ lastMeetingAt }) => lastMeetingAt.slice(0, 10))
    .sort()
    .at(-1);

function toError(refusal: DeleteMeRefusal, appUrl: string): AppError {
  switch (refusal.refused) {
    case 'sign_in_too_old':
      return signInTooOld(appUrl, 'delete your account');
    case 'address_changed_lately':
      return recentAddressChange(refusal.undoable, refusal.undoable.userId, NOTHING_DELETED);
    case 'sole_owner':
      return new AppError(
        'resource.conflict',
        `You are the only owner of ${namesOf(refusal.workspaces)}. Make somebody else an owner first (update_member_role), or delete the workspace (DELETE /workspace). Nothing was deleted.`,
        { reason: 'sole_owner', workspaces: refusal.workspaces },
      );
    case 'removal_under_way':
      return new AppError(
        'resource.conflict',
        `Your meetings in ${namesOf(refusal.workspaces)} are being handed over. Call again when that is over. Nothing was deleted.`,
        { reason: 'removal_under_way', workspaces: refusal.workspaces },
      );
    case 'meetings_wait_for_owner':
      return new AppError(
        'resource.conflict',
        `Somebody has taken over ${namesOf(refusal.workspaces)}, and meetings of yours there wait for the owner's decision, the last on ${lastDayOf(refusal.workspaces)}. Your account can be deleted once the owner has decided, or the meetings are over. Nothing was deleted.`,
        { reason: 'meetings_wait_for_owner', workspaces: refusal.workspaces },
      );
    case 'hand_over_required':
      return new AppError(
        'request.unprocessable',
        `You have upcoming meetings in ${namesOf(refusal.workspaces)}. Say upcomingMeetings: "cancel"; or hand them over first: leave the workspace (remove_member with your own id and handOver). Nothing was deleted.`,
        { reason: 'hand_over_required', workspaces: refusal.workspaces, needed: ['upcomingMeetings'] },
      );
  }
}

/** What follows is the work of flows; the sweep starts those that are not notified. */
export const deleteMe: Handler<typeof me.deleteMe> = async (context, { upcomingMeetings }) => {
  const { sql, actor, caller, flowClient, urls, now } = context;
  const mailId = uuidv7();
  const deleting = { mailId, cancelsMeetings: upcomingMeetings === 'cancel', source: caller.source, now };
  const outcome = await remove(sql, actor, deleting);
  const { meetingsToCancel, removals, connections, principalIds } = resultOrThrow(outcome, (refusal) =>
    toError(refusal, urls.appUrl),
  );
  context.nameFlow(flowId('mail', mailId));
  flowClient.start('mail', { id: mailId, workspaceId: null });
  for (const removal of removals) flowClient.start('memberRemoval', removal);
  for (const connection of connections) flowClient.signal('calendarSync', connection, 'disconnect');
  for (const principalId of principalIds) {
    const agent = await revokeAgent(sql, principalId, { kind: 'person' });
    if (agent) flowClient.signal('agentIdentity', { id: principalId, workspaceId: agent.workspaceId }, 'revoked');
  }
  const canceled = meetingsToCancel === 0 ? '' : ` ${meetingsToCancel} upcoming meetings are being canceled.`;
  return {
    status: 'deleted',
    meetingsToCancel,
    message: `Your account is deleted.${canceled} Past meetings stay with the workspaces, without your name and address.`,
  };
};
