import type { Queryable } from '../database.ts';

/**
 * Whether the calendars of all who can organize an event's meetings make its links: each has one chosen for writing, of the fitting
 * provider, that still lets us in.
 */
export async function canMakeLinks(sql: Queryable, eventTypeId: string): Promise<boolean> {
  const [row] = await sql<{ can: boolean }[]>`
    select count(*) > 0 and bool_and(exists (
      select 1 from calendars k join calendar_connections c on c.id = k.connection_id
      where k.user_id = h.user_id and k.is_written and k.makes_links and k.gone_at is null and c.status = 'active'
        and c.provider = case e.location_type when 'google_meet' then 'google' when 'microsoft_teams' then 'microsoft' end)) as can
    from event_types e cross join lateral (
      select e.host_id as user_id where e.host_id is not null
      union all select m.user_id from team_members m where m.team_id = e.team_id
    ) h
    where e.id = ${eventTypeId}`;
  return row?.can ?? false;
}
