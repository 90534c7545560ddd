import { v7 as uuidv7 } from 'uuid';
import { isGivenByPeople } from '../../../domain/access/role-order.ts';
import { invitationToken, tokenHash } from '../../../domain/secrets.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { members } from '../../../schemas/operations/members.ts';
import type { Role } from '../../../schemas/shapes/access.ts';
import type { InvitationRow } from '../../../store/members/invitations.ts';
import { invite } from '../../../store/members/invite.ts';
import { agentEnded } from '../../auth/delegation.ts';
import { namingEveryId } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';
import { limited } from '../../core/limit-errors.ts';
import { NO_OWNERS_MADE, recentAddressChange } from '../../core/refusals.ts';
import { overPlanCap } from '../billing/over-cap.ts';
import type { HostContext } from '../meetings/host-meeting.ts';
import { toInvitedMember } from './member-view.ts';
import { invitationOpen, ownerNeeded, personNeeded, roleLost, teamUnknown } from './refusals.ts';

const alreadyMember = (existingId: string): AppError =>
  new AppError('resource.conflict', 'This address is already a member. update_member_role changes what they may do.', {
    reason: 'already_member',
    existingId,
  });

/** An invitation's id is no member's: where theirs will be. */
const LATER =
  'Once they accept, list_members has them with another id: the user id that teams, hosts and update_member_role take.';

export const inviteMember: Handler<typeof members.inviteMember> = async (context, wish) => ({
  member: toInvitedMember(
    await namingEveryId(context, { teams: { kind: 'team', id: wish.teams } }, () => inviteAs(context, wish)),
  ),
  notice: LATER,
});

/**
 * Invites somebody in the caller's name and workspace.
 * @throws AppError as `inviteMember` answers
 */
export async function inviteAs(
  context: HostContext,
  {
    email,
    role,
    teams,
  }: { readonly email: string; readonly role: Role; readonly teams?: readonly string[] | undefined },
): Promise<InvitationRow> {
  const { sql, actor, caller, secrets, flowClient } = context;
  if (actor.kind === 'key' && isGivenByPeople(role)) throw personNeeded(role, context.urls);
  const id = uuidv7();
  const { workspaceId } = actor;
  const teamIds = teams && [...new Set(teams)];
  const request = { id, workspaceId, email, role, teamIds, tokenHash: tokenHash(invitationToken(secrets, id)) };
  const outcome = await invite(sql, request, { actor, source: caller.source });
  switch (outcome.result) {
    case 'already_member':
      throw alreadyMember(outcome.userId);
    case 'team_not_found':
      throw teamUnknown(outcome.teamId);
    case 'invitation_open':
      throw invitationOpen(outcome.invitation.id, outcome.invitation.role, context.urls);
    case 'admin_needed':
      throw roleLost();
    case 'address_changed_lately':
      throw recentAddressChange(outcome.undoable, actor.userId, NO_OWNERS_MADE);
    case 'owner_needed':
      throw ownerNeeded(actor.role);
    case 'too_many_invitations':
      throw limited('invitations', outcome);
    case 'agent_ended':
      throw agentEnded();
    case 'over_plan_cap':
      throw overPlanCap(outcome.over, context.urls);
    case 'invited':
      if (outcome.mailId !== null) flowClient.start('mail', { id: outcome.mailId, workspaceId });
      return outcome.invitation;
  }
}
