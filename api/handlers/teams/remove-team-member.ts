import type { teams } from '../../../schemas/operations/teams.ts';
import { removeMember } from '../../../store/teams/teams.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { teamError } from './refusals.ts';
import { toTeam } from './team-view.ts';

export const removeTeamMember: Handler<typeof teams.removeTeamMember> = async (context, { id, userId }) => {
  const { sql, actor, caller, urls } = context;
  const request = { workspaceId: actor.workspaceId, teamId: id, userId };
  const outcome = await removeMember(sql, request, { actor, source: caller.source });
  const { team, keptMeetings } = resultOrThrow(outcome, teamError);
  return { team: toTeam(team, urls.publicUrl), keptMeetings };
};
