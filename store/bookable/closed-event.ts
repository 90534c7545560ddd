import { teamSlugOf } from '../../domain/bookable/bookable-event.ts';
import type { Queryable } from '../database.ts';
import type { EventAddress } from './bookable-events.ts';

/** The name of the event type that had this address last and is switched off now; undefined: there was none, or its host or team is gone. */
export async function readClosedEventName(
  sql: Queryable,
  { workspace, username, eventSlug }: EventAddress,
): Promise<string | undefined> {
  const team = teamSlugOf(username);
  const owner =
    team === null
      ? sql`join memberships o on o.workspace_id = w.id and o.username = ${username}
          join event_types e on e.workspace_id = w.id and e.host_id = o.user_id`
      : sql`join teams o on o.workspace_id = w.id and o.slug = ${team} and o.archived_at is null
          join event_types e on e.workspace_id = w.id and e.team_id = o.id`;
  const [row] = await sql<{ name: string }[]>`
    select e.name from workspaces w ${owner}
    where w.slug = ${workspace} and e.slug = ${eventSlug} and e.archived_at is not null
    order by e.archived_at desc limit 1`;
  return row?.name;
}
