import type { teams } from '../../../schemas/operations/teams.ts';
import { putMember } from '../../../store/teams/teams.ts';
import type { Handler } from '../../core/handler.ts';
import { unlessRefused } from '../../core/unless-refused.ts';
import { teamError } from './refusals.ts';
import { toTeam } from './team-view.ts';

export const addTeamMember: Handler<typeof teams.addTeamMember> = async (context, { id, userId, weight, fixed }) => {
  const { sql, actor, caller, urls } = context;
  const request = { workspaceId: actor.workspaceId, teamId: id, userId, weight, fixed };
  const team = unlessRefused(await putMember(sql, request, { actor, source: caller.source }), teamError);
  return { team: toTeam(team, urls.publicUrl) };
};
