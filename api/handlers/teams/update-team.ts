import type { teams } from '../../../schemas/operations/teams.ts';
import { updateTeam as update } from '../../../store/teams/teams.ts';
import type { Handler } from '../../core/handler.ts';
import { requireUnreservedSlug, resultOrThrow } from '../../core/refusals.ts';
import { teamError } from './refusals.ts';
import { toTeam } from './team-view.ts';

export const updateTeam: Handler<typeof teams.updateTeam> = async (context, input) => {
  const { id: teamId, name, slug, timezone, expectedVersion } = input;
  const { sql, actor, caller, urls } = context;
  if (slug !== undefined) requireUnreservedSlug(slug);
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(slug === undefined ? {} : { slug }),
    ...(timezone === undefined ? {} : { timezone }),
    expectedVersion,
  };
  const by = { actor, source: caller.source };
  const outcome = await update(sql, { workspaceId: actor.workspaceId, teamId }, change, by);
  return { team: toTeam(resultOrThrow(outcome, teamError), urls.publicUrl) };
};
