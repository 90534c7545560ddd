import type { Sql } from 'postgres';
import type { Doer } from '../access/api-keys.ts';
import { type ChangedMeanwhile, requireVersion } from '../activity/changed-meanwhile.ts';
import { changed, logActivity } from '../activity.ts';
import { findOverCap, type OverPlanCap } from '../billing/plan-room.ts';
import type { Queryable, Transaction } from '../database.ts';
import { isHostedBy } from '../hosted-by.ts';
import { atMicros, behind, type Position } from '../keyset.ts';
import { isActiveIn } from '../live-bookings.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { whereAddressIsFree } from '../unique-address.ts';

export interface TeamId {
  readonly workspaceId: string;
  readonly teamId: string;
}

export interface TeamSettings {
  readonly name: string;
  readonly slug: string;
  readonly timezone: string;
}

export interface TeamMemberRecord {
  readonly userId: string;
  readonly name: string;
  readonly username: string;
  readonly weight: number;
  readonly fixed: boolean;
  readonly hasSchedule: boolean;
}

export interface TeamRecord extends TeamSettings, Position {
  readonly workspaceSlug: string;
  readonly eventTypeCount: number;
  readonly members: readonly TeamMemberRecord[];
  readonly createdAt: Date;
  /** Rises with every change, of its members too. */
  readonly version: number;
}

export interface NoSuchTeam {
  readonly refused: 'team_not_found';
}

/** `existingId`: the team with the slug; null: it is already gone. */
export interface TeamSlugTaken {
  readonly refused: 'slug_taken';
  readonly slug: string;
  readonly existingId: string | null;
}

export interface NoSuchMember {
  readonly refused: 'member_not_found';
  readonly userId: string;
}

const select = (sql: Queryable) => sql`
  select t.id, t.name, t.slug, t.timezone, t.created_at as "createdAt", t.version::float8 as version, w.slug as "workspaceSlug",
    (select count(*)::int from event_types e where e.team_id = t.id and e.archived_at is null) as "eventTypeCount",
    (select coalesce(json_agg(json_build_object('userId', tm.user_id, 'name', u.name, 'username',
        (select username from memberships m where m.workspace_id = tm.workspace_id and m.user_id = tm.user_id),
        'weight', tm.weight, 'fixed', tm.fixed, 'hasSchedule',
        exists (select 1 from schedules s where s.workspace_id = tm.workspace_id and s.user_id = tm.user_id))
        order by u.name, tm.user_id), '[]')
      from team_members tm
      cross join lateral (select name from users where id = tm.user_id limit 1) u
      where tm.team_id = t.id) as members,
    ${atMicros(sql, 't.created_at')}
  from teams t join workspaces w on w.id = t.workspace_id`;

/** The teams of a workspace, newest first; one more than `limit` if there are more. */
export const listTeams = (
  sql: Queryable,
  {
    workspaceId,
    after,
    limit,
  }: { readonly workspaceId: string; readonly after: Position | undefined; readonly limit: number },
): Promise<TeamRecord[]> => sql<TeamRecord[]>`
  ${select(sql)}
  where t.workspace_id = ${workspaceId} and t.archived_at is null
    and ${behind(sql, { at: 't.created_at', id: 't.id' }, 'descending', after)}
  order by t.created_at desc, t.id desc
  limit ${limit + 1}`;

async function read(sql: Queryable, { workspaceId, teamId }: TeamId, refuse: Refuse<NoSuchTeam>): Promise<TeamRecord> {
  const [row] = await sql<TeamRecord[]>`
    ${select(sql)} where t.id = ${teamId} and t.workspace_id = ${workspaceId} and t.archived_at is null`;
  return row ?? refuse({ refused: 'team_not_found' });
}

const lock = (tx: Transaction, { workspaceId, teamId }: TeamId) => tx`
  select 1 from teams where id = ${teamId} and workspace_id = ${workspaceId} for no key update`;

/** Prevents a team's end until the transaction ends. */
export async function lockTeam(
  tx: Transaction,
  { workspaceId, teamId }: TeamId,
  refuse: Refuse<NoSuchTeam>,
): Promise<void> {
  const [row] = await tx`
    select 1 from teams where id = ${teamId} and workspace_id = ${workspaceId} and archived_at is null for share`;
  if (!row) refuse({ refused: 'team_not_found' });
}

export async function countTeams(sql: Queryable, workspaceId: string): Promise<number> {
  const [row] = await sql<[{ used: number }]>`
    select count(*)::int as used from teams where workspace_id = ${workspaceId} and archived_at is null`;
  return row.used;
}

async function hasSlug(tx: Transaction, workspaceId: string, slug: string): Promise<boolean> {
  const rows = await tx`
    select 1 from teams where workspace_id = ${workspaceId} and slug = ${slug} and archived_at is null`;
  return rows.length > 0;
}

const subjectOf = (teamId: string) => ({ type: 'team', id: teamId }) as const;

export const createTeam = (
  sql: Sql,
  id: TeamId,
  { members = [], ...settings }: TeamSettings & { readonly members?: readonly string[] | undefined },
  by: Doer,
  now: number,
): Promise<TeamRecord | TeamSlugTaken | NoSuchTeam | NoSuchMember | OverPlanCap> =>
  whereSlugIsFree(sql, { ...id, slug: settings.slug }, () =>
    inRefusableTransaction(sql, async (tx, refuse: Refuse<NoSuchTeam | NoSuchMember | OverPlanCap>) => {
      const { workspaceId, teamId } = id;
      await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
      // A repeated call learns which team it made, even if there is no room for another.
      if (!(await hasSlug(tx, workspaceId, settings.slug))) {
        const used = await countTeams(tx, workspaceId);
        const over = await findOverCap(tx, workspaceId, { feature: 'teams', used }, now);
        if (over) refuse(over);
      }
      await tx`insert into teams ${tx({ id: teamId, workspace_id: workspaceId, ...settings })}`;
      const subject = subjectOf(teamId);
      await logActivity(tx, { ...by, workspaceId, action: 'team.created', subject, data: { ...settings } });
      for (const userId of new Set(members)) {
        await requirePerson(tx, { ...id, userId }, refuse);
        await tx`insert into team_members ${tx({ team_id: teamId, workspace_id: workspaceId, user_id: userId, weight: 1, fixed: false })}`;
        const data = { userId, weight: 1, fixed: false };
        await logActivity(tx, { ...by, workspaceId, action: 'team.member_added', subject, data });
      }
      return read(tx, id, refuse);
    }),
  );

/** Changes given fields. If nothing differs, writes and logs nothing. */
export const updateTeam = (
  sql: Sql,
  id: TeamId,
  { expectedVersion, ...change }: Partial<TeamSettings> & { readonly expectedVersion?: number | undefined },
  by: Doer,
): Promise<TeamRecord | ChangedMeanwhile | TeamSlugTaken | NoSuchTeam> =>
  whereSlugIsFree(sql, { ...id, slug: change.slug ?? '' }, () =>
    inRefusableTransaction(sql, async (tx, refuse: Refuse<ChangedMeanwhile | NoSuchTeam>) => {
      await lock(tx, id);
      const { name, slug, timezone, version } = await read(tx, id, refuse);
      const team = { workspaceId: id.workspaceId, type: 'team', id: id.teamId } as const;
      await requireVersion(tx, team, { version, expected: expectedVersion }, refuse);
      const before = { name, slug, timezone };
      const after = { ...before, ...change };
      const data = changed(before, after);
      if (Object.keys(data.after).length > 0) {
        await tx`update teams set ${tx(after)} where id = ${id.teamId}`;
        const { workspaceId, teamId } = id;
        await logActivity(tx, { ...by, workspaceId, action: 'team.updated', subject: subjectOf(teamId), data });
      }
      return read(tx, id, refuse);
    }),
  );

/**
 * Ends a team: archives its event types and keeps its meetings. Locks the event types first, so that nobody books during the change.
 * A repeat changes nothing.
 */
export const deleteTeam = (
  sql: Sql,
  id: TeamId,
  by: Doer,
): Promise<{ readonly archivedEventTypes: number; readonly upcomingMeetings: number } | NoSuchTeam> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<NoSuchTeam>) => {
    const { workspaceId, teamId } = id;
    await tx`select 1 from event_types where team_id = ${teamId} and workspace_id = ${workspaceId} order by id for no key update`;
    const [team] = await tx<{ name: string; slug: string; archived: boolean }[]>`
      select name, slug, archived_at is not null as archived from teams
      where id = ${teamId} and workspace_id = ${workspaceId} for no key update`;
    if (!team) return refuse({ refused: 'team_not_found' });
    const upcomingMeetings = await countUpcoming(tx, teamId, null);
    if (team.archived) return { archivedEventTypes: 0, upcomingMeetings };
    const archived = await tx`
      update event_types set archived_at = clock_timestamp() where team_id = ${teamId} and archived_at is null returning id`;
    await tx`delete from team_members where team_id = ${teamId}`;
    await tx`update teams set archived_at = clock_timestamp() where id = ${teamId}`;
    const { name, slug } = team;
    const data = { name, slug, archivedEventTypes: archived.length, upcomingMeetings };
    await logActivity(tx, { ...by, workspaceId, action: 'team.deleted', subject: subjectOf(teamId), data });
    return { archivedEventTypes: archived.length, upcomingMeetings };
  });

/** A team's meetings and requests that are not over: all, or those that claim one person's time. */
async function countUpcoming(sql: Queryable, teamId: string, userId: string | null): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from bookings b join event_types e on e.id = b.event_type_id
    where e.team_id = ${teamId} and ${isActiveIn(sql, 'b')} and b.end_at > clock_timestamp()
      ${userId === null ? sql`` : sql`and ${isHostedBy(sql, userId)}`}`;
  return row?.count ?? 0;
}

export interface MemberChange extends TeamId {
  readonly userId: string;
  /** undefined: unchanged; the default for a new member */
  readonly weight: number | undefined;
  readonly fixed: boolean | undefined;
}

/** Adds a person to a team, or changes how they take part. Triggers update their shares (migrations/0012_bookings.sql). */
export const putMember = (sql: Sql, request: MemberChange, by: Doer): Promise<TeamRecord | NoSuchTeam | NoSuchMember> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<NoSuchTeam | NoSuchMember>) => {
    const { workspaceId, teamId, userId } = request;
    await lockForMembers(tx, request, refuse);
    await requirePerson(tx, request, refuse);
    const before = (await read(tx, request, refuse)).members.find((member) => member.userId === userId);
    const [weight, fixed] = [request.weight ?? before?.weight ?? 1, request.fixed ?? before?.fixed ?? false];
    await tx`
      insert into team_members (team_id, workspace_id, user_id, weight, fixed)
      values (${teamId}, ${workspaceId}, ${userId}, ${weight}, ${fixed})
      on conflict (team_id, user_id) do update set weight = excluded.weight, fixed = excluded.fixed
      where (team_members.weight, team_members.fixed) <> (excluded.weight, excluded.fixed)`;
    const data = before
      ? changed({ weight: before.weight, fixed: before.fixed }, { weight, fixed })
      : { weight, fixed };
    const isChanged = !before || before.weight !== weight || before.fixed !== fixed;
    const action = before ? 'team.member_changed' : 'team.member_added';
    const subject = subjectOf(teamId);
    if (isChanged) await logActivity(tx, { ...by, workspaceId, action, subject, data: { userId, ...data } });
    return read(tx, request, refuse);
  });

/** Removes a person from a team; they keep the meetings that they host. A repeat changes nothing. */
export const removeMember = (
  sql: Sql,
  request: TeamId & { readonly userId: string },
  by: Doer,
): Promise<{ readonly team: TeamRecord; readonly keptMeetings: number } | NoSuchTeam | NoSuchMember> =>
  inRefusableTransaction(sql, async (tx, refuse: Refuse<NoSuchTeam | NoSuchMember>) => {
    const { workspaceId, teamId, userId } = request;
    await lockForMembers(tx, request, refuse);
    await requirePerson(tx, request, refuse);
    const removed = await tx`
      delete from team_members where team_id = ${teamId} and user_id = ${userId} returning user_id`;
    const keptMeetings = await countUpcoming(tx, teamId, userId);
    const data = { userId, keptMeetings };
    const subject = subjectOf(teamId);
    if (removed.length > 0) await logActivity(tx, { ...by, workspaceId, action: 'team.member_removed', subject, data });
    return { team: await read(tx, request, refuse), keptMeetings };
  });

/** Locks the team's event types. Bookings assign hosts under these locks. */
async function lockForMembers(tx: Transaction, id: TeamId, refuse: Refuse<NoSuchTeam>): Promise<void> {
  await tx`select 1 from event_types where team_id = ${id.teamId} and workspace_id = ${id.workspaceId} order by id for no key update`;
  await lock(tx, id);
  await read(tx, id, refuse);
}

async function requirePerson(
  tx: Transaction,
  { workspaceId, userId }: TeamId & { readonly userId: string },
  refuse: Refuse<NoSuchMember>,
): Promise<void> {
  const [row] = await tx`
    select 1 from memberships where workspace_id = ${workspaceId} and user_id = ${userId} for key share`;
  if (!row) refuse({ refused: 'member_not_found', userId });
}

const whereSlugIsFree = <T>(
  sql: Sql,
  { workspaceId, slug }: { readonly workspaceId: string; readonly slug: string },
  work: () => Promise<T>,
): Promise<T | TeamSlugTaken> =>
  whereAddressIsFree(['teams_address'], work, async (): Promise<TeamSlugTaken> => {
    const [row] = await sql<{ id: string }[]>`
      select id from teams where workspace_id = ${workspaceId} and slug = ${slug} and archived_at is null`;
    return { refused: 'slug_taken', slug, existingId: row?.id ?? null };
  });
