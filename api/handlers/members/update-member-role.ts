import type { members } from '../../../schemas/operations/members.ts';
import { changeRole } from '../../../store/members/change-role.ts';
import { findInvitation } from '../../../store/members/invitation-state.ts';
import type { Handler } from '../../core/handler.ts';
import { NO_OWNERS_MADE, OWNER_STAYS, recentAddressChange } from '../../core/refusals.ts';
import { requireWebhookRights, toWebhooks } from '../access/ended.ts';
import { toMember } from './member-view.ts';
import { hostsNone, lastOwner, memberNotFound, notAccepted, ownerNeeded, personNeeded, roleLost } from './refusals.ts';

export const updateMemberRole: Handler<typeof members.updateMemberRole> = async (
  context,
  { id, role, alsoDisableWebhooks },
) => {
  const { sql, actor, caller } = context;
  const by = { actor, source: caller.source };
  if (alsoDisableWebhooks) requireWebhookRights(actor);
  const request = { userId: id, role, disablesWebhooks: alsoDisableWebhooks };
  const outcome = await changeRole(sql, actor.workspaceId, request, by);
  switch (outcome.result) {
    case 'not_found': {
      const invitation = await findInvitation(sql, { id });
      const isOurs = invitation?.workspaceId === actor.workspaceId && invitation.state === 'open';
      throw isOurs ? notAccepted(invitation) : memberNotFound();
    }
    case 'admin_needed':
      throw roleLost();
    case 'owner_needed':
      throw ownerNeeded(actor.role);
    case 'person_needed':
      throw personNeeded(role, context.urls);
    case 'address_changed_lately':
      throw recentAddressChange(outcome.undoable, actor.userId, role === 'owner' ? NO_OWNERS_MADE : OWNER_STAYS);
    case 'last_owner':
      throw lastOwner();
    case 'hand_over_required':
      throw hostsNone(outcome.upcoming);
    case 'changed':
      return {
        ...{ member: toMember(outcome.member), endedInvitations: outcome.endedInvitations },
        ...toWebhooks(outcome.webhooks),
      };
  }
};
