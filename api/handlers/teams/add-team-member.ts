import type { teams } from '../../../schemas/operations/teams.ts';
import { putMember } from '../../../store/teams/teams.ts';
import type { Handler } from '../../core/handler.ts';
import { toTeam } from './team-view.ts';

export const addTeamMember: Handler<typeof teams.addTeamMember> = async (context, { id, userId, weight, fixed }) => {
  const { sql, actor, caller, urls } = context;
  const request = { workspaceId: actor.workspaceId, teamId: id, userId, weight, fixed };
  return { team: toTeam(await putMember(sql, request, { actor, source: caller.source }), urls.publicUrl) };
};
