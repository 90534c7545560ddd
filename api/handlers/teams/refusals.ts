import { AppError } from '../../../schemas/errors.ts';
import type { InvitationRow } from '../../../store/members/invitations.ts';
import type { NoSuchMember, NoSuchTeam, TeamSlugTaken } from '../../../store/teams/teams.ts';

export const noSuchTeam = (): AppError =>
  new AppError('resource.not_found', 'This workspace has no such team. list_teams has their ids.', {
    reason: 'team_not_found',
  });

/** The id is that of an invitation: its person has no user id here yet. */
export const notJoinedYet = ({ email, expiresAt }: InvitationRow): AppError =>
  new AppError(
    'resource.conflict',
    `userId is the invitation of ${email}, who has not joined yet. Once they accept it, list_members has them with the user id to send; invite_member mails it again.`,
    { reason: 'not_joined_yet', field: 'userId', email, expiresAt: expiresAt.toISOString() },
  );

/** A refusal of the store as an error for the caller. */
export function teamError(refusal: NoSuchMember | NoSuchTeam | TeamSlugTaken): AppError {
  switch (refusal.refused) {
    case 'team_not_found':
      return noSuchTeam();
    case 'member_not_found':
      return new AppError(
        'resource.not_found',
        'userId is not a member of this workspace. list_members has their ids.',
        {
          reason: 'member_not_found',
          field: 'userId',
        },
      );
    case 'slug_taken': {
      const { slug, existingId } = refusal;
      const message = `A team has the slug "${slug}" already. Choose another one, or use that team.`;
      return new AppError('resource.conflict', message, { reason: 'slug_taken', field: 'slug', existingId });
    }
  }
}
