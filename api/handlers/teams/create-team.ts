import { v7 as uuidv7 } from 'uuid';
import { slugOf } from '../../../domain/workspaces/names.ts';
import type { teams } from '../../../schemas/operations/teams.ts';
import { createTeam as create } from '../../../store/teams/teams.ts';
import type { Handler } from '../../core/handler.ts';
import { requireUnreservedSlug } from '../../core/slug.ts';
import { unlessRefused } from '../../core/unless-refused.ts';
import { teamError } from './refusals.ts';
import { toTeam } from './team-view.ts';

export const createTeam: Handler<typeof teams.createTeam> = async (context, { name, timezone, ...input }) => {
  const { sql, actor, caller, urls } = context;
  const slug = input.slug ?? slugOf(name, 'team-1');
  requireUnreservedSlug(slug);
  const id = { workspaceId: actor.workspaceId, teamId: uuidv7() };
  const outcome = await create(sql, id, { name, slug, timezone }, { actor, source: caller.source });
  return { team: toTeam(unlessRefused(outcome, teamError), urls.publicUrl) };
};
