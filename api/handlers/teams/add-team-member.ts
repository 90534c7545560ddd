import type { teams } from '../../../schemas/operations/teams.ts';
import { findOpenInvitation } from '../../../store/members/invitations.ts';
import { putMember } from '../../../store/teams/teams.ts';
import type { Handler } from '../../core/handler.ts';
import { unlessRefused } from '../../core/unless-refused.ts';
import { notJoinedYet, teamError } from './refusals.ts';
import { toTeam } from './team-view.ts';

export const addTeamMember: Handler<typeof teams.addTeamMember> = async (context, { id, userId, weight, fixed }) => {
  const { sql, actor, caller, urls } = context;
  const request = { workspaceId: actor.workspaceId, teamId: id, userId, weight, fixed };
  const outcome = await putMember(sql, request, { actor, source: caller.source });
  if ('refused' in outcome && outcome.refused === 'member_not_found') {
    const invitation = await findOpenInvitation(sql, { workspaceId: actor.workspaceId, id: userId });
    if (invitation) throw notJoinedYet(invitation);
  }
  const team = unlessRefused(outcome, teamError);
  return { team: toTeam(team, urls.publicUrl) };
};
