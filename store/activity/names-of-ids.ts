import type { Queryable } from '../database.ts';

/**
 * What the things of a workspace are called, by id: people, event types, teams, schedules, invitations, keys, seats; a meeting by its event and guest.
 * An id that is none of these, or is gone, has no name. People are found only if they belong, or belonged, to this workspace's log.
 */
export async function readNames(
  sql: Queryable,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const any = sql`any(${[...new Set(ids)]}::uuid[])`;
  const rows = await sql<{ id: string; name: string | null }[]>`
    select u.id, u.name from users u where u.id = ${any}
      and (exists (select 1 from memberships m where m.workspace_id = ${workspaceId} and m.user_id = u.id)
        or exists (select 1 from activity_log a where a.workspace_id = ${workspaceId} and a.user_id = u.id))
    union all select id, name from event_types where workspace_id = ${workspaceId} and id = ${any}
    union all select id, name from teams where workspace_id = ${workspaceId} and id = ${any}
    union all select id, name from schedules where workspace_id = ${workspaceId} and id = ${any}
    union all select id, email::text from invitations where workspace_id = ${workspaceId} and id = ${any}
    union all select id, name from api_keys where workspace_id = ${workspaceId} and id = ${any}
    union all select id, display_name from agent_seats where workspace_id = ${workspaceId} and id = ${any}
    union all select b.id, e.name || coalesce(' · ' || b.guest_name, ' · ' || b.guest_email::text, '')
      from bookings b join event_types e on e.id = b.event_type_id
      where b.workspace_id = ${workspaceId} and b.id = ${any}`;
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}
