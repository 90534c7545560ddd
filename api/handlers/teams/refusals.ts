import { AppError } from '../../../schemas/errors.ts';
import type { ChangedMeanwhile } from '../../../store/activity/changed-meanwhile.ts';
import type { Queryable } from '../../../store/database.ts';
import { findOpenInvitation, type InvitationRow } from '../../../store/members/invitations.ts';
import type { NoSuchMember, NoSuchTeam, TeamSlugTaken } from '../../../store/teams/teams.ts';
import { versionConflict } from '../../core/refusals.ts';

export const noSuchTeam = (): AppError =>
  new AppError('resource.not_found', 'This workspace has no such team. list_teams has their ids.', {
    reason: 'team_not_found',
  });

/** The id is that of an invitation: its person has no user id here yet. */
export const notJoinedYet = ({ email, expiresAt }: InvitationRow, field: 'members' | 'userId'): AppError =>
  new AppError(
    'resource.conflict',
    `${field}: this is the invitation of ${email}, who has not joined yet. Once they accept it, list_members has them with the user id to send; invite_member mails it again.`,
    { reason: 'not_joined_yet', field, email, expiresAt: expiresAt.toISOString() },
  );

/** The open invitation that somebody took for a member, if the store refused for that. */
export const invitationOf = async (
  sql: Queryable,
  workspaceId: string,
  outcome: object,
): Promise<InvitationRow | undefined> =>
  'refused' in outcome && outcome.refused === 'member_not_found'
    ? findOpenInvitation(sql, { workspaceId, id: (outcome as NoSuchMember).userId })
    : undefined;

/** A refusal of the store as an error for the caller. */
export function teamError(
  refusal: ChangedMeanwhile | NoSuchMember | NoSuchTeam | TeamSlugTaken,
  field: 'members' | 'userId' = 'userId',
): AppError {
  switch (refusal.refused) {
    case 'team_not_found':
      return noSuchTeam();
    case 'changed_meanwhile':
      return versionConflict(refusal);
    case 'member_not_found':
      return new AppError(
        'resource.not_found',
        `${field === 'userId' ? 'userId is not a member' : `members: ${refusal.userId} is no member`} of this workspace. list_members has their ids.`,
        {
          reason: 'member_not_found',
          field,
        },
      );
    case 'slug_taken': {
      const { slug, existingId } = refusal;
      const message = `A team has the slug "${slug}" already. Choose another one, or use that team.`;
      return new AppError('resource.conflict', message, { reason: 'slug_taken', field: 'slug', existingId });
    }
  }
}
