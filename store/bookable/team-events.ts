import {
  type Assignment,
  type BookableEvent,
  type EventHost,
  type EventMember,
  teamSlugOf,
  teamUsername,
} from '../../domain/bookable/bookable-event.ts';
import { DAY_MS } from '../../domain/time/civil.ts';
import { EVENT_TYPE_CAPS } from '../../schemas/shapes/event-type-caps.ts';
import type { Queryable } from '../database.ts';
import { type AvailabilitySnapshot, readBlockedTimesOfHosts, yieldsOf } from './availability-snapshot.ts';
import {
  type EventRow,
  eventColumns,
  type HostRow,
  hostColumns,
  ownSchedule,
  toEvent,
  toHost,
  toSchedule,
} from './event-rows.ts';

/** The parts of a public link of a team's event. */
export interface TeamAddress {
  readonly workspace: string;
  readonly username: string;
  readonly eventSlug: string;
}

interface TeamRow extends EventRow {
  readonly assignment: Assignment;
  readonly teamId: string;
  readonly teamSlug: string;
  readonly teamName: string;
  readonly teamTimezone: string;
}

type MemberRow = HostRow & { weight: number; fixed: boolean };

/** Selects a hash of the versions of the members' schedules and busy times. */
const memberVersions = (sql: Queryable) => sql`
  (select md5(string_agg(concat_ws('.', u.id, m.version, u.busy_version, s.id, s.version), ',' order by u.id))
   from team_members tm
   join users u on u.id = tm.user_id
   join memberships m on m.workspace_id = w.id and m.user_id = u.id
   left join schedules s on s.id = (select id from (${ownSchedule(sql)}) own)
   where tm.team_id = t.id)`;

const versionText = (sql: Queryable) => sql`
  concat_ws('.', e.id, w.version, t.version, e.version, f.version, ${memberVersions(sql)}) as version`;

const teamColumns = (sql: Queryable) => sql`
  e.assignment, t.id as "teamId", t.slug as "teamSlug", t.name as "teamName", t.timezone as "teamTimezone"`;

const source = (sql: Queryable) => sql`
  event_types e
  join teams t on t.id = e.team_id
  join workspaces w on w.id = e.workspace_id
  left join forms f on f.id = e.form_id`;

const toTeamHost = (row: Pick<TeamRow, 'teamId' | 'teamName' | 'teamSlug' | 'teamTimezone'>): EventHost => ({
  id: row.teamId,
  name: row.teamName,
  email: '',
  username: teamUsername(row.teamSlug),
  timezone: row.teamTimezone,
  calendar: 'none',
});

const toTeamBookableEvent = (row: TeamRow, members: readonly EventMember[]): BookableEvent => ({
  ...toEvent(row),
  host: toTeamHost(row),
  schedule: null,
  team: { assignment: row.assignment, members },
});

const toMember = (row: MemberRow): EventMember => ({
  host: toHost(row),
  schedule: toSchedule(row),
  weight: row.weight,
  fixed: row.fixed,
});

type Fragment = ReturnType<Queryable>;

/** Reads a team's members by id, each with their default schedule. */
async function readMembers(sql: Queryable, teamId: Fragment): Promise<EventMember[]> {
  const rows = await sql<MemberRow[]>`
    select ${hostColumns(sql)}, tm.weight, tm.fixed
    from team_members tm
    join teams t on t.id = tm.team_id
    join workspaces w on w.id = t.workspace_id
    join users u on u.id = tm.user_id
    join memberships m on m.workspace_id = w.id and m.user_id = u.id
    left join schedules s on s.id = (select id from (${ownSchedule(sql)}) own)
    where tm.team_id = ${teamId} order by u.id`;
  return rows.map(toMember);
}

/** Reads the hosts of an existing meeting: members of the workspace, even if they have left the team. */
export async function readPeople(
  sql: Queryable,
  workspaceId: string,
  userIds: readonly string[],
): Promise<EventMember[]> {
  const rows = await sql<HostRow[]>`
    select ${hostColumns(sql)}
    from workspaces w
    join memberships m on m.workspace_id = w.id
    join users u on u.id = m.user_id
    left join schedules s on s.id = (select id from (${ownSchedule(sql)}) own)
    where w.id = ${workspaceId} and u.id = any(${[...userIds]}::uuid[]) order by u.id`;
  return rows.map((row) => toMember({ ...row, weight: 1, fixed: true }));
}

/** Reads a team's event by id, also an archived one; undefined if it is no team's. It takes one round trip, since it is read under the event's lock. */
export async function readTeamEventById(sql: Queryable, eventTypeId: string): Promise<BookableEvent | undefined> {
  const [[row], members] = await Promise.all([
    sql<TeamRow[]>`
      select '' as version, ${eventColumns(sql)}, ${teamColumns(sql)} from ${source(sql)} where e.id = ${eventTypeId}`,
    readMembers(sql, sql`(select team_id from event_types where id = ${eventTypeId})`),
  ]);
  return row && toTeamBookableEvent(row, members);
}

/** Reads everything that decides a team's slots. The version is read first, so that the other reads are at least as new. */
export async function readTeamSnapshot(
  sql: Queryable,
  { workspace, username, eventSlug }: TeamAddress,
  now: number,
): Promise<AvailabilitySnapshot | undefined> {
  const [row] = await sql<TeamRow[]>`
    select ${versionText(sql)}, ${eventColumns(sql)}, ${teamColumns(sql)} from ${source(sql)}
    where w.slug = ${workspace} and t.slug = ${teamSlugOf(username)} and t.archived_at is null
      and e.slug = ${eventSlug} and e.archived_at is null`;
  if (!row) return undefined;
  const event = toTeamBookableEvent(row, await readMembers(sql, sql`${row.teamId}`));
  return withBlockedTimes(sql, { event, version: row.version }, now);
}

/** Reads the snapshot for the hosts of one meeting, who must all be free; undefined if it is no team's event, or a host has left. */
export async function readHostsSnapshot(
  sql: Queryable,
  eventTypeId: string,
  userIds: readonly string[],
  now: number,
): Promise<AvailabilitySnapshot | undefined> {
  const [row] = await sql<TeamRow[]>`
    select ${versionText(sql)}, ${eventColumns(sql)}, ${teamColumns(sql)} from ${source(sql)} where e.id = ${eventTypeId}`;
  if (!row) return undefined;
  const members = await readPeople(sql, row.workspace.id, userIds);
  const event = toTeamBookableEvent(
    { ...row, assignment: 'collective' },
    members.length === userIds.length ? members : [],
  );
  // Never cached: changes of a person who has left the team are not in the team's version.
  return withBlockedTimes(sql, { event, version: `${row.version}/${userIds.join('.')}/${now}` }, now);
}

async function withBlockedTimes(
  sql: Queryable,
  { event, version }: Pick<AvailabilitySnapshot, 'event' | 'version'>,
  now: number,
): Promise<AvailabilitySnapshot> {
  const horizonMs = now + (event.rules.maxFutureDays + 2) * DAY_MS;
  const hosts = event.team?.members.map(({ host }) => host) ?? [];
  const memberBlocked = await readBlockedTimesOfHosts(sql, hosts, event, { startMs: now, endMs: horizonMs });
  const yieldsMs = [...memberBlocked.values()].flatMap(yieldsOf);
  return { version, event, blocked: [], memberBlocked, yieldsMs, horizonMs };
}

/** Reads the current versions, by position. */
export async function readTeamVersions(
  sql: Queryable,
  addresses: readonly (TeamAddress & { readonly position: number })[],
): Promise<Map<number, string>> {
  const rows = await sql<{ position: number; version: string }[]>`
    select a.position, ${versionText(sql)}
    from unnest(${addresses.map((a) => a.workspace)}::text[], ${addresses.map((a) => teamSlugOf(a.username) ?? '')}::text[],
      ${addresses.map((a) => a.eventSlug)}::text[], ${addresses.map((a) => a.position)}::int4[]) as a (workspace, team, slug, position)
    cross join lateral (select * from workspaces where slug = a.workspace limit 1) w
    join teams t on t.workspace_id = w.id and t.slug = a.team and t.archived_at is null
    join event_types e on e.team_id = t.id and e.slug = a.slug and e.archived_at is null
    left join forms f on f.id = e.form_id`;
  return new Map(rows.map(({ position, version }) => [position, version]));
}

/** Reads a team's public calendar: its zone and the events that are neither hidden nor archived, by name. */
export async function readTeamCalendar(sql: Queryable, { workspace, username }: Omit<TeamAddress, 'eventSlug'>) {
  const [calendar] = await sql<TeamCalendarRow[]>`
    select w.slug as "workspaceSlug", w.name as "workspaceName", t.slug as "teamSlug", t.name as "hostName",
      t.timezone as "hostTimezone"
    from teams t join workspaces w on w.id = t.workspace_id
    where w.slug = ${workspace} and t.slug = ${teamSlugOf(username)} and t.archived_at is null`;
  if (!calendar) return undefined;
  const rows = await sql<TeamRow[]>`
    select '' as version, ${eventColumns(sql)}, ${teamColumns(sql)} from ${source(sql)}
    where w.slug = ${workspace} and t.slug = ${teamSlugOf(username)} and t.archived_at is null and e.archived_at is null
      and not e.hidden
    order by e.name, e.id limit ${EVENT_TYPE_CAPS.listed}`;
  const { teamSlug: slug, ...known } = calendar;
  return {
    calendar: { ...known, username: teamUsername(slug) },
    events: rows.map((row) => toTeamBookableEvent(row, [])),
  };
}

interface TeamCalendarRow {
  readonly workspaceSlug: string;
  readonly workspaceName: string;
  readonly teamSlug: string;
  readonly hostName: string;
  readonly hostTimezone: string;
}

/** Reads the display name of a team. */
export async function readTeamName(
  sql: Queryable,
  { workspace, username }: Omit<TeamAddress, 'eventSlug'>,
): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select t.name from teams t join workspaces w on w.id = t.workspace_id
    where w.slug = ${workspace} and t.slug = ${teamSlugOf(username)} and t.archived_at is null`;
  return row?.name;
}
