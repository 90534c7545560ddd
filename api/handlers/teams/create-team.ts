import { v7 as uuidv7 } from 'uuid';
import { slugOf } from '../../../domain/workspaces/names.ts';
import type { teams } from '../../../schemas/operations/teams.ts';
import type { OverPlanCap } from '../../../store/billing/plan-room.ts';
import {
  createTeam as create,
  type NoSuchMember,
  type NoSuchTeam,
  type TeamSlugTaken,
} from '../../../store/teams/teams.ts';
import { readTimezone } from '../../../store/workspaces/workspace-defaults.ts';
import { namingEveryId } from '../../core/access.ts';
import type { Handler } from '../../core/handler.ts';
import { requireUnreservedSlug, resultOrThrow } from '../../core/refusals.ts';
import { overPlanCap } from '../billing/over-cap.ts';
import { invitationOf, notJoinedYet, teamError } from './refusals.ts';
import { toTeam } from './team-view.ts';

const make: Handler<typeof teams.createTeam> = async (context, { name, ...input }) => {
  const { sql, actor, caller, urls, now } = context;
  const slug = input.slug ?? slugOf(name, 'team-1');
  requireUnreservedSlug(slug);
  const timezone = input.timezone ?? (await readTimezone(sql, actor.workspaceId));
  const id = { workspaceId: actor.workspaceId, teamId: uuidv7() };
  const outcome = await create(
    sql,
    id,
    { name, slug, timezone, members: input.members },
    { actor, source: caller.source },
    now,
  );
  const open = await invitationOf(sql, actor.workspaceId, outcome);
  if (open) throw notJoinedYet(open, 'members');
  const refused = (refusal: NoSuchMember | NoSuchTeam | OverPlanCap | TeamSlugTaken) =>
    refusal.refused === 'over_plan_cap' ? overPlanCap(refusal, urls) : teamError(refusal, 'members');
  return { team: toTeam(resultOrThrow(outcome, refused), urls.publicUrl) };
};

export const createTeam: Handler<typeof teams.createTeam> = (context, input) =>
  namingEveryId(context, { members: { kind: 'person', id: input.members } }, () => make(context, input));
