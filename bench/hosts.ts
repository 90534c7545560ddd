/** Hosts with full calendars, written by SQL. */
import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { createHost, type TestHost } from '../test/support/drivers/host.ts';

const MINUTE_MS = 60_000;
/** Each claim increments its host's version, so many in one transaction slow each other down. */
const BATCH = 250;

/** Bookings of a host at these starts, with their claims: what a confirmed booking leaves in the database. */
export async function insertBookings(
  sql: Sql,
  host: TestHost,
  startsMs: readonly number[],
  durationMinutes: number,
): Promise<void> {
  const ids = startsMs.map(() => uuidv7());
  const starts = startsMs.map((startMs) => new Date(startMs).toISOString());
  const ends = startsMs.map((startMs) => new Date(startMs + durationMinutes * MINUTE_MS).toISOString());
  const rows = sql`
    unnest(${ids}::uuid[], ${starts}::timestamptz[], ${ends}::timestamptz[]) as row (id, start_at, end_at)`;
  await sql`
    insert into bookings (id, workspace_id, event_type_id, host_id, status, start_at, end_at, guest_email, guest_timezone,
      location_type, source, revision)
    select id, ${host.workspaceId}, ${host.eventTypeId}, ${host.userId}, 'confirmed', start_at, end_at,
      id || '@guest.test', 'UTC', 'phone', 'public_api', 1
    from ${rows}`;
  await sql`
    insert into booking_changes (booking_id, revision, kind, actor, start_at, end_at, created_at, announced_at)
    select id, 1, 'confirmed', 'guest', start_at, end_at, now(), now() from ${rows}`;
  await sql`
    insert into claims (host_id, booking_id, kind, period, before_ms, after_ms, workspace_id, event_type_id)
    select ${host.userId}, id, 'booking', tstzrange(start_at, end_at), 0, 0, ${host.workspaceId}, ${host.eventTypeId}
    from ${rows}`;
}

/** A host with this many bookings in the coming year, spread evenly, each in one slot of the grid. */
export async function busyHost(sql: Sql, bookings: number): Promise<TestHost> {
  const host = await createHost(sql, { duration_minutes: SHORT_MINUTES, max_future_days: 365 });
  const slotMs = SHORT_MINUTES * MINUTE_MS;
  const firstMs = Math.ceil((Date.now() + 60 * MINUTE_MS) / slotMs) * slotMs;
  const slots = Math.floor((364 * 24 * 60) / SHORT_MINUTES);
  const starts = Array.from({ length: bookings }, (_, nth) => firstMs + Math.floor((nth * slots) / bookings) * slotMs);
  for (let nth = 0; nth < starts.length; nth += BATCH)
    await insertBookings(sql, host, starts.slice(nth, nth + BATCH), SHORT_MINUTES);
  return host;
}

/** Short meetings, so that the busy host also has 100 free slots within a day or two. */
const SHORT_MINUTES = 15;
