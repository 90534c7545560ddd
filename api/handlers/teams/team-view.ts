import type { z } from 'zod';
import type { teams } from '../../../schemas/operations/teams.ts';
import type { TeamRecord } from '../../../store/teams/teams.ts';

type TeamView = z.input<typeof teams.createTeam.output>['team'];

/** A team as answers show it. */
export const toTeam = (
  { id, name, slug, timezone, workspaceSlug, eventTypeCount, members, createdAt, version }: TeamRecord,
  publicUrl: string,
): TeamView => ({
  id,
  name,
  slug,
  timezone,
  bookingUrl: `${publicUrl}/${workspaceSlug}/team/${slug}`,
  eventTypeCount,
  members: [...members],
  createdAt: createdAt.toISOString(),
  version,
});
