import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../database.ts';

/** For `ilike`: the text itself, wherever it stands. */
const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/**
 * The condition that an entry `a` has a text: in who acted, the action, a value among its facts, or the name of the person or thing that it is
 * about. No index holds it: the entries are read from the newest on, until a page is full.
 */
export function hasText(sql: Queryable, workspaceId: string, text: string): PendingQuery<Row[]> {
  const like = anywhere(text);
  // Facts are one text of JSON: most entries are left out by it, before their values are looked at one by one.
  const inJson = anywhere(JSON.stringify(text).slice(1, -1));
  return sql`(
    a.actor ilike ${like} or a.action ilike ${like}
    or a.user_id in (select u.id from memberships m join users u on u.id = m.user_id
      where m.workspace_id = ${workspaceId} and (u.name ilike ${like} or u.email::text ilike ${like}))
    or coalesce(a.subject_id, a.booking_id) in (
      select id from event_types where workspace_id = ${workspaceId} and name ilike ${like}
      union all select id from teams where workspace_id = ${workspaceId} and name ilike ${like}
      union all select b.id from bookings b join event_types e on e.id = b.event_type_id
        where b.workspace_id = ${workspaceId} and (b.guest_name ilike ${like} or b.guest_email::text ilike ${like} or e.name ilike ${like}))
    or (a.data::text ilike ${inJson} and exists (select 1 from jsonb_path_query(a.data, 'strict $.**') as fact (value)
      where jsonb_typeof(value) = 'string' and value #>> '{}' ilike ${like})))`;
}
