import type { Queryable } from '../database.ts';

type Person = 'e.user_id' | 'h.user_id' | 'h.id' | 'o.user_id';

/**
 * As SQL: a person may have part in a booking `b`: a member of its workspace whom no take-over shut out. Others' calendars are neither written
 * nor followed.
 */
export const isLetIn = (sql: Queryable, person: Person) => sql`
  exists (select 1 from memberships l where l.workspace_id = b.workspace_id and l.user_id = ${sql(person)} and not l.stays_closed)`;

/** As SQL: somebody took the workspace of booking `b` over from this person, who gets no mail about it any more. */
export const isShutOut = (sql: Queryable, person: Person | 'b.host_id') => sql`
  coalesce((select l.stays_closed from memberships l where l.workspace_id = b.workspace_id and l.user_id = ${sql(person)}),
    exists (select 1 from workspace_claims c where c.workspace_id = b.workspace_id and c.requested_by_user_id = ${sql(person)} and c.status = 'accepted'))`;

/**
 * As SQL: who gets the mails to the host of a booking `b`, as `users u`: the host, or the new owner of a workspace from whose former owner it
 * was taken over.
 */
export const mailedHost = (sql: Queryable) => sql`
  users u on u.id = case when not ${isShutOut(sql, 'b.host_id')} then b.host_id else coalesce((
    select o.user_id from memberships o
    where o.workspace_id = b.workspace_id and o.role = 'owner' and o.leaving_at is null and o.user_id <> b.host_id
    order by exists (select 1 from workspace_claims c where c.workspace_id = b.workspace_id and c.decided_by_user_id = o.user_id and c.status = 'accepted') desc,
      o.created_at, o.id limit 1), b.host_id) end`;
