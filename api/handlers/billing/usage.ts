import { CountedFeature } from '../../../schemas/shapes/plan.ts';
import { countActiveSeats } from '../../../store/access/agent-seats.ts';
import type { Queryable } from '../../../store/database.ts';
import { countEventTypes } from '../../../store/event-types/event-type-quota.ts';
import { countMembersAndInvited } from '../../../store/members/count-members.ts';
import { countTeams } from '../../../store/teams/teams.ts';
import { countEndpoints } from '../../../store/webhooks/endpoints.ts';

/** The counts of the gates. */
const counts: Readonly<Record<CountedFeature, (sql: Queryable, workspaceId: string) => Promise<number>>> = {
  members: countMembersAndInvited,
  eventTypes: countEventTypes,
  teams: countTeams,
  agentSeats: countActiveSeats,
  webhooks: countEndpoints,
};

/** How much of each feature a workspace uses. */
export const readUsage = (
  sql: Queryable,
  workspaceId: string,
): Promise<{ readonly feature: CountedFeature; readonly used: number }[]> =>
  Promise.all(
    CountedFeature.options.map(async (feature) => ({ feature, used: await counts[feature](sql, workspaceId) })),
  );
