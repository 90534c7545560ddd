import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../database.ts';

/** For `ilike`: the text itself, wherever it stands. */
export const anywhere = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Entries that a text is looked for in, for one page of the list. */
export const SEARCHED_ENTRIES = 5_000;

/**
 * The condition that an entry `a` has a text: in who acted, the action, a value among its facts, or the name of the person or thing that it is
 * about. No index holds it, so ask it only of entries down to the end that `readSearchEnd` finds. Things are read by their ids, entry by entry: a list of
 * all that match would read every booking of the workspace.
 */
export function hasText(sql: Queryable, workspaceId: string, text: string): PendingQuery<Row[]> {
  const like = anywhere(text);
  // Facts are one text of JSON: most entries are left out by it, before their values are looked at one by one.
  const inJson = anywhere(JSON.stringify(text).slice(1, -1));
  const ofSubject = sql`coalesce(a.subject_id, a.booking_id) and workspace_id = ${workspaceId}`;
  return sql`(
    a.actor ilike ${like} or a.action ilike ${like}
    or a.user_id in (select u.id from memberships m join users u on u.id = m.user_id
      where m.workspace_id = ${workspaceId} and (u.name ilike ${like} or u.email::text ilike ${like}))
    or (select name ilike ${like} from event_types where id = ${ofSubject})
    or (select name ilike ${like} from teams where id = ${ofSubject})
    or (select guest_name ilike ${like} or guest_email::text ilike ${like}
        or (select e.name ilike ${like} from event_types e where e.id = event_type_id)
      from bookings where id = ${ofSubject})
    or (a.data::text ilike ${inJson} and exists (select 1 from jsonb_path_query(a.data, 'strict $.**') as fact (value)
      where jsonb_typeof(value) = 'string' and value #>> '{}' ilike ${like})))`;
}
