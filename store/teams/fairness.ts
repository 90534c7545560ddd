import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import type { AssignmentReason } from '../booking/round-robin-assignments.ts';
import type { Queryable } from '../database.ts';
import type { TeamId } from './teams.ts';

/** A person's assignments in a period. */
interface AssignmentCount {
  readonly userId: string;
  readonly name: string;
  /** null: no longer in the team */
  readonly weight: number | null;
  readonly fixed: boolean;
  readonly turns: number;
  readonly canceled: number;
}

/** A meeting that a round robin assigned. */
export interface LastAssignment {
  readonly bookingId: string;
  readonly eventTypeId: string;
  readonly eventTypeName: string;
  /** who has it now */
  readonly userId: string;
  readonly status: BookingStatus;
  readonly startAt: Date;
  readonly createdAt: Date;
  readonly reason: AssignmentReason;
}

/** Archived event types count, too. */
const eventsOf = (sql: Queryable, { workspaceId, teamId }: TeamId) => sql`
  select id, name from event_types where team_id = ${teamId} and workspace_id = ${workspaceId}`;

/** False if the workspace has no such team. */
export async function hasTeam(sql: Queryable, { workspaceId, teamId }: TeamId): Promise<boolean> {
  const rows = await sql`
    select 1 from teams where id = ${teamId} and workspace_id = ${workspaceId} and archived_at is null`;
  return rows.length > 0;
}

export async function isInTeam(sql: Queryable, teamId: string, userId: string): Promise<boolean> {
  const rows = await sql`select 1 from team_members where team_id = ${teamId} and user_id = ${userId}`;
  return rows.length > 0;
}

/** Counts the assignments since an instant by their current host: members of the team, and former ones who had some. Test bookings do not count. Sorted by name. */
export const countAssignments = (sql: Queryable, id: TeamId, sinceMs: number): Promise<AssignmentCount[]> => sql<
  AssignmentCount[]
>`
  with counts as (
    select a.user_id, count(*) filter (where b.status <> 'canceled')::int as turns,
      count(*) filter (where b.status = 'canceled')::int as canceled
    from (${eventsOf(sql, id)}) e
    join booking_assignments a on a.event_type_id = e.id and a.created_at >= ${new Date(sinceMs)}
    join bookings b on b.id = a.booking_id and not b.test_mode
    group by a.user_id
  ),
  members as (select user_id, weight, fixed from team_members where team_id = ${id.teamId})
  select u.id as "userId", u.name, m.weight, coalesce(m.fixed, false) as fixed,
    coalesce(c.turns, 0) as turns, coalesce(c.canceled, 0) as canceled
  from members m full join counts c on c.user_id = m.user_id
  join users u on u.id = coalesce(m.user_id, c.user_id)
  order by u.name, u.id`;

/** Lists the last assignments of all event types of a team, newest first. */
export const readLastAssignments = (sql: Queryable, id: TeamId, limit: number): Promise<LastAssignment[]> => sql<
  LastAssignment[]
>`
  select a.booking_id as "bookingId", e.id as "eventTypeId", e.name as "eventTypeName", a.user_id as "userId",
    a.status, a.start_at as "startAt", a.created_at as "createdAt", a.reason
  from (${eventsOf(sql, id)}) e,
    lateral (
      select a.*, b.status, b.start_at from booking_assignments a join bookings b on b.id = a.booking_id and not b.test_mode
      where a.event_type_id = e.id order by a.created_at desc limit ${limit}) a
  order by a.created_at desc, a.booking_id desc
  limit ${limit}`;
