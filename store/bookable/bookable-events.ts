import type { PendingQuery, Row } from 'postgres';
import { type BookableEvent, teamSlugOf } from '../../domain/bookable/bookable-event.ts';
import { DAY_MS } from '../../domain/time/civil.ts';
import { EVENT_TYPE_CAPS } from '../../schemas/shapes/event-type-caps.ts';
import type { Queryable } from '../database.ts';
import { type AvailabilitySnapshot, readBlockedTimes, yieldsOf } from './availability-snapshot.ts';
import {
  type EventRow,
  eventColumns,
  FORMER_HOST,
  type HostRow,
  hostColumns,
  ownSchedule,
  toBookableEvent,
} from './event-rows.ts';
import {
  readTeamCalendar,
  readTeamEventById,
  readTeamName,
  readTeamSnapshot,
  readTeamVersions,
} from './team-events.ts';

/** Reads the slugs of a host's or team's events that require approval. Public answers do not contain this. */
export async function readApprovalSlugs(
  sql: Queryable,
  { workspace, username }: Pick<EventAddress, 'workspace' | 'username'>,
): Promise<readonly string[]> {
  const team = teamSlugOf(username);
  const owner =
    team === null
      ? sql`e.host_id = (select m.user_id from memberships m where m.workspace_id = w.id and m.username = ${username})`
      : sql`e.team_id = (select t.id from teams t where t.workspace_id = w.id and t.slug = ${team} and t.archived_at is null)`;
  const rows = await sql<{ slug: string }[]>`
    select e.slug from workspaces w join event_types e on e.workspace_id = w.id and ${owner}
    where w.slug = ${workspace} and e.requires_approval and e.archived_at is null and not e.hidden`;
  return rows.map(({ slug }) => slug);
}

/** Reads the name of the archived event type that had this address last; undefined if there was none, or its host or team is missing. */
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

/** The three parts of a public link; a team's username is `team/{slug}`. */
export interface EventAddress {
  readonly workspace: string;
  readonly username: string;
  readonly eventSlug: string;
}

type BookableEventRow = EventRow & HostRow;
type Fragment = PendingQuery<Row[]>;

const versionText = (sql: Queryable) => sql`
  concat_ws('.', e.id, w.version, m.version, e.version, f.version, s.version, u.busy_version,
    case when s.id is null then (select timezone from (${ownSchedule(sql)}) own) end) as version`;

/** Selects the host of an address by two keys. In a join, a large workspace's events or members would be read one by one. */
const hostAt = (sql: Queryable, workspace: Fragment, username: Fragment) => sql`
  select user_id from memberships
  where workspace_id = (select id from workspaces where slug = ${workspace}) and username = ${username}`;

/**
 * @param hostId the host, who must be a member. Default: the event's host, who may have left, since an archived event keeps its host.
 * A former host of the event is read with their default schedule.
 */
const source = (sql: Queryable, hostId: string | null = null) => sql`
  event_types e
  join workspaces w on w.id = e.workspace_id
  join users u on u.id = ${hostId ?? sql`e.host_id`}
  ${hostId === null ? sql`left join` : sql`join`} memberships m on m.workspace_id = e.workspace_id and m.user_id = u.id
  left join forms f on f.id = e.form_id
  left join schedules s on s.id = ${
    hostId === null
      ? sql`e.schedule_id`
      : sql`case when u.id = e.host_id then e.schedule_id else (select id from (${ownSchedule(sql)}) own) end`
  }`;

/**
 * Reads an event type by id, also an archived one: its bookings can still move and end.
 * @param hostId the host of a booking, who stays its host if the event gets another. Default: the event's host or team.
 */
export async function readEventById(
  sql: Queryable,
  eventTypeId: string,
  hostId: string | null = null,
): Promise<BookableEvent | undefined> {
  const [row] = await sql<BookableEventRow[]>`
    select '' as version, ${eventColumns(sql)}, ${hostColumns(sql)} from ${source(sql, hostId)} where e.id = ${eventTypeId}`;
  if (row) return toBookableEvent(row);
  return hostId === null ? readTeamEventById(sql, eventTypeId) : undefined;
}

/** Reads everything that decides an event's slots. */
export async function readSnapshot(
  sql: Queryable,
  address: EventAddress,
  now: number,
): Promise<AvailabilitySnapshot | undefined> {
  if (teamSlugOf(address.username) !== null) return readTeamSnapshot(sql, address, now);
  const [row] = await sql<BookableEventRow[]>`
    select ${versionText(sql)}, ${eventColumns(sql)}, ${hostColumns(sql)} from ${source(sql)}
    where w.slug = ${address.workspace} and e.slug = ${address.eventSlug} and e.archived_at is null
      and e.host_id = (${hostAt(sql, sql`${address.workspace}`, sql`${address.username}`)})`;
  return row && withBlockedTimes(sql, toBookableEvent(row), row.version, now);
}

/** Reads the snapshot for the host of one meeting, even if the event is archived or has another host; undefined if the host has left. */
export async function readHostSnapshot(
  sql: Queryable,
  { eventTypeId, hostId }: { readonly eventTypeId: string; readonly hostId: string },
  now: number,
): Promise<AvailabilitySnapshot | undefined> {
  const event = await readEventById(sql, eventTypeId, hostId);
  if (!event) return undefined;
  // Never cached: changes of the event's former host are not in its version.
  return withBlockedTimes(sql, event, `${eventTypeId}/${hostId}/${now}`, now);
}

async function withBlockedTimes(
  sql: Queryable,
  event: BookableEvent,
  version: string,
  now: number,
): Promise<AvailabilitySnapshot> {
  const horizonMs = now + (event.rules.maxFutureDays + 2) * DAY_MS;
  const blocked = await readBlockedTimes(sql, event, { startMs: now, endMs: horizonMs });
  return { version, event, blocked, memberBlocked: new Map(), yieldsMs: yieldsOf(blocked), horizonMs };
}

/** Reads the current versions of many events in one round trip, or two if there are teams. Events that don't exist are absent. */
export async function readVersions(sql: Queryable, addresses: readonly EventAddress[]): Promise<Map<number, string>> {
  const placed = addresses.map((address, position) => ({ ...address, position }));
  const ofTeams = placed.filter(({ username }) => teamSlugOf(username) !== null);
  if (ofTeams.length === 0) return readHostVersions(sql, addresses);
  const [hosts, teams] = await Promise.all([readHostVersions(sql, addresses), readTeamVersions(sql, ofTeams)]);
  return new Map([...hosts, ...teams]);
}

/** Reads the versions of hosts' events. No username has a slash, so a team's address matches nothing. */
async function readHostVersions(sql: Queryable, addresses: readonly EventAddress[]): Promise<Map<number, string>> {
  const rows = await sql<{ position: number; version: string }[]>`
    select a.position::int4 as position, ${versionText(sql)}
    from unnest(${addresses.map((a) => a.workspace)}::text[], ${addresses.map((a) => a.username)}::text[],
      ${addresses.map((a) => a.eventSlug)}::text[]) with ordinality as a (workspace, username, slug, position)
    cross join lateral (select * from workspaces where slug = a.workspace limit 1) w
    join memberships m on m.workspace_id = w.id and m.user_id = (${hostAt(sql, sql`a.workspace`, sql`a.username`)})
    join event_types e on e.workspace_id = w.id and e.host_id = m.user_id and e.slug = a.slug and e.archived_at is null
    join users u on u.id = e.host_id
    left join forms f on f.id = e.form_id
    left join schedules s on s.id = e.schedule_id`;
  return new Map(rows.map(({ position, version }) => [position - 1, version]));
}

/** Reads a host's public calendar: event types that are neither hidden nor archived, by name, up to a limit. */
export async function readCalendar(
  sql: Queryable,
  address: { workspace: string; username: string },
): Promise<{ calendar: CalendarRow; events: BookableEvent[] } | undefined> {
  if (teamSlugOf(address.username) !== null) return readTeamCalendar(sql, address);
  const [calendar] = await sql<CalendarRow[]>`
    select w.slug as "workspaceSlug", w.name as "workspaceName", m.username, u.name as "hostName",
      (select timezone from (${ownSchedule(sql)}) own) as "hostTimezone"
    from memberships m join workspaces w on w.id = m.workspace_id join users u on u.id = m.user_id
    where w.slug = ${address.workspace} and m.username = ${address.username}`;
  if (!calendar) return undefined;
  const rows = await sql<BookableEventRow[]>`
    select ${versionText(sql)}, ${eventColumns(sql)}, ${hostColumns(sql)} from ${source(sql)}
    where w.slug = ${address.workspace} and m.username = ${address.username} and e.archived_at is null and not e.hidden
    order by e.name, e.id limit ${EVENT_TYPE_CAPS.listed}`;
  return { calendar, events: rows.map(toBookableEvent) };
}

export interface CalendarRow {
  readonly workspaceSlug: string;
  readonly workspaceName: string;
  readonly username: string;
  readonly hostName: string;
  readonly hostTimezone: string | null;
}

/** Reads the display name of a host; undefined if there is no such calendar. */
export async function readHostName(
  sql: Queryable,
  { workspace, username }: Pick<EventAddress, 'workspace' | 'username'>,
): Promise<string | undefined> {
  if (teamSlugOf(username) !== null) return readTeamName(sql, { workspace, username });
  const [row] = await sql<{ name: string }[]>`
    select u.name from memberships m join workspaces w on w.id = m.workspace_id join users u on u.id = m.user_id
    where w.slug = ${workspace} and m.username = ${username}`;
  return row?.name;
}

/** Selects the id of the event type of a link, as part of a query. */
export const eventTypeAt = (sql: Queryable, { workspace, username, eventSlug }: EventAddress) => {
  const team = teamSlugOf(username);
  return team === null
    ? sql`
      select e.id from workspaces w
      join memberships m on m.workspace_id = w.id
      join event_types e on e.workspace_id = w.id and e.host_id = m.user_id
      where w.slug = ${workspace} and m.username = ${username} and e.slug = ${eventSlug} and e.archived_at is null`
    : sql`
      select e.id from workspaces w
      join teams t on t.workspace_id = w.id and t.archived_at is null
      join event_types e on e.team_id = t.id
      where w.slug = ${workspace} and t.slug = ${team} and e.slug = ${eventSlug} and e.archived_at is null`;
};

/**
 * Reads the address of an event type, archived or not. If its host has left, the username is `FORMER_HOST`.
 * @throws Error for an unknown id
 */
export async function readAddress(sql: Queryable, eventTypeId: string): Promise<EventAddress> {
  const [row] = await sql<{ workspace: string; username: string; slug: string }[]>`
    select w.slug as workspace, coalesce(m.username, 'team/' || t.slug, ${FORMER_HOST}) as username, e.slug from event_types e
    join workspaces w on w.id = e.workspace_id
    left join memberships m on m.workspace_id = e.workspace_id and m.user_id = e.host_id
    left join teams t on t.id = e.team_id
    where e.id = ${eventTypeId}`;
  if (!row) throw new Error(`event type ${eventTypeId} does not exist`);
  return { workspace: row.workspace, username: row.username, eventSlug: row.slug };
}
