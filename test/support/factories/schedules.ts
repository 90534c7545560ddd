import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';

const HOUR_MS = 3_600_000;

interface Whose {
  readonly workspaceId: string;
  readonly userId: string;
}

/** A person's schedule, nine to five on weekdays, as rows. @returns its id */
export async function makeSchedule(
  sql: Sql,
  { workspaceId, userId, timezone = 'UTC' }: Whose & { readonly timezone?: string },
): Promise<string> {
  const id = uuidv7();
  await sql`
    insert into schedules (id, workspace_id, user_id, name, timezone)
    values (${id}, ${workspaceId}, ${userId}, ${`Weekdays ${id}`}, ${timezone})`;
  await sql`
    insert into schedule_rules (schedule_id, day_of_week, start_minute, end_minute)
    select ${id}, day, 540, 1020 from generate_series(1, 5) as day`;
  return id;
}

/** One hour of time off, by default in 30 days, as a row. @returns its id */
export async function makeTimeOff(
  sql: Sql,
  {
    workspaceId,
    userId,
    startMs = Date.now() + 30 * 24 * HOUR_MS,
    endMs = startMs + HOUR_MS,
  }: Whose & { readonly startMs?: number; readonly endMs?: number },
): Promise<string> {
  const id = uuidv7();
  await sql`
    insert into time_off (id, host_id, workspace_id, period, reason)
    values (${id}, ${userId}, ${workspaceId}, tstzrange(${new Date(startMs)}, ${new Date(endMs)}), 'Rest')`;
  return id;
}

/** A confirmed meeting of a host with its claim, as rows. @returns its id */
export async function makeMeeting(
  sql: Sql,
  {
    workspaceId,
    userId,
    eventTypeId,
    startMs,
    minutes = 30,
  }: Whose & { readonly eventTypeId: string; readonly startMs: number; readonly minutes?: number },
): Promise<string> {
  const id = uuidv7();
  const [start, end] = [new Date(startMs), new Date(startMs + minutes * 60_000)];
  await sql`
    insert into bookings (id, workspace_id, event_type_id, host_id, status, start_at, end_at, guest_email, guest_name,
      guest_timezone, location_type, source, revision)
    values (${id}, ${workspaceId}, ${eventTypeId}, ${userId}, 'confirmed', ${start}, ${end}, ${`${id}@guest.test`}, 'Sam Guest',
      'Europe/Berlin', 'phone', 'public_api', 1)`;
  await sql`
    insert into claims (host_id, booking_id, kind, period, before_ms, after_ms, workspace_id, event_type_id)
    values (${userId}, ${id}, 'booking', tstzrange(${start}, ${end}), 0, 0, ${workspaceId}, ${eventTypeId})`;
  return id;
}
