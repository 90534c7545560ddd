import type { PendingQuery, Row } from 'postgres';
import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import type { Queryable } from '../database.ts';

/** A person has a calendar chosen for writing, of the provider of the place, that makes links and still lets us in. */
const makesLinks = (sql: Queryable, userId: PendingQuery<Row[]>, place: PendingQuery<Row[]>) => sql`exists (
  select 1 from calendars k join calendar_connections c on c.id = k.connection_id
  where k.user_id = ${userId} and k.is_written and k.makes_links and k.gone_at is null and c.status = 'active'
    and c.provider = case ${place} when 'google_meet' then 'google' when 'microsoft_teams' then 'microsoft' end)`;

/**
 * Returns whether the calendars of all who can organize an event's meetings make its links: each has one chosen for writing, of the fitting
 * provider, that still lets us in.
 */
export async function canMakeLinks(sql: Queryable, eventTypeId: string): Promise<boolean> {
  const [row] = await sql<{ can: boolean }[]>`
    select count(*) > 0 and bool_and(${makesLinks(sql, sql`h.user_id`, sql`e.location_type`)}) as can
    from event_types e cross join lateral (
      select e.host_id as user_id where e.host_id is not null
      union all select m.user_id from team_members m where m.team_id = e.team_id
    ) h
    where e.id = ${eventTypeId}`;
  return row?.can ?? false;
}

/** The same for an event type that a person would have. */
export async function wouldMakeLinks(sql: Queryable, userId: string, locationType: LocationType): Promise<boolean> {
  const [row] = await sql<{ can: boolean }[]>`
    select ${makesLinks(sql, sql`${userId}::uuid`, sql`${locationType}::text`)} as can`;
  return row?.can ?? false;
}
