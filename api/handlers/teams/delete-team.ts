import type { teams } from '../../../schemas/operations/teams.ts';
import { deleteTeam as end } from '../../../store/teams/teams.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { teamError } from './refusals.ts';

export const deleteTeam: Handler<typeof teams.deleteTeam> = async ({ sql, actor, caller }, { id }) => {
  const outcome = await end(sql, { workspaceId: actor.workspaceId, teamId: id }, { actor, source: caller.source });
  return { ok: true, id, ...resultOrThrow(outcome, teamError) };
};
