import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import type { BookingStatus } from '../../../schemas/shapes/public-calendar.ts';
import { makeEventType } from '../factories/event-types.ts';
import type { TestTeam } from '../factories/keys.ts';
import { newGuest } from './guest.ts';

const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 48 * HALF_HOUR_MS;

let taken = 0;
let takenBy: string | undefined;

/** A start on the half hour, from tomorrow on. Each call returns a new one. */
export const nextStart = (): number => {
  const { testPath } = expect.getState();
  // Files share a process: each begins anew, or the starts would move beyond what events let be booked.
  if (testPath !== takenBy) taken = 0;
  takenBy = testPath;
  taken += 1;
  return (Math.floor(Date.now() / HALF_HOUR_MS) + 50 + taken) * HALF_HOUR_MS;
};

/** A 30-minute event of a member with a schedule open around the clock in UTC. @returns its id */
export async function makeOpenEvent(sql: Sql, team: Pick<TestTeam, 'workspaceId'>, userId: string): Promise<string> {
  const [eventTypeId, scheduleId] = [await makeEventType(sql, team, userId), uuidv7()];
  await sql`
    insert into schedules (id, workspace_id, user_id, name, timezone) values (${scheduleId}, ${team.workspaceId}, ${userId}, 'Always', 'UTC')`;
  await sql`
    insert into schedule_rules (schedule_id, day_of_week, start_minute, end_minute)
    select ${scheduleId}, day, 0, 1440 from generate_series(0, 6) as day`;
  await sql`update event_types set schedule_id = ${scheduleId} where id = ${eventTypeId}`;
  return eventTypeId;
}

export interface BookedRow {
  readonly bookingId: string;
  readonly eventTypeId: string;
  readonly startMs: number;
  readonly guest: string;
}

interface BookingOptions {
  readonly hostId: string;
  readonly eventTypeId?: string;
  readonly status?: BookingStatus;
  readonly startMs?: number;
}

/** A booking with its claim, as rows: it has no flow yet and no mails. */
export async function makeBooking(
  sql: Sql,
  team: Pick<TestTeam, 'workspaceId'>,
  options: BookingOptions,
): Promise<BookedRow> {
  const { hostId, status = 'confirmed', startMs = nextStart() } = options;
  const eventTypeId = options.eventTypeId ?? (await makeOpenEvent(sql, team, hostId));
  const [bookingId, guest] = [uuidv7(), newGuest()];
  const [start, end] = [new Date(startMs), new Date(startMs + HALF_HOUR_MS)];
  await sql`
    insert into bookings (id, workspace_id, event_type_id, host_id, status, start_at, end_at, guest_email, guest_name,
      guest_timezone, location_type, source, decide_by, revision)
    values (${bookingId}, ${team.workspaceId}, ${eventTypeId}, ${hostId}, ${status}, ${start}, ${end}, ${guest}, 'Grace Guest',
      'Europe/Berlin', 'phone', 'public_api', ${status === 'pending_confirmation' ? start : null}, 1)`;
  await sql`
    insert into booking_changes (booking_id, revision, kind, actor, start_at, end_at, created_at, announced_at)
    values (${bookingId}, 1, ${status === 'pending_confirmation' ? 'requested' : 'confirmed'}, 'guest', ${start}, ${end}, now(), now())`;
  if (status !== 'canceled') {
    await sql`
      insert into claims (host_id, booking_id, kind, period, before_ms, after_ms, workspace_id, event_type_id)
      values (${hostId}, ${bookingId}, 'booking', tstzrange(${start}, ${end}), 0, 0, ${team.workspaceId}, ${eventTypeId})`;
  }
  return { bookingId, eventTypeId, startMs, guest };
}

/** A start in the past, on the half hour. Each call returns an earlier one. */
export const pastStart = (): number => {
  taken += 1;
  return Math.floor(Date.now() / HALF_HOUR_MS) * HALF_HOUR_MS - DAY_MS - taken * HALF_HOUR_MS;
};
