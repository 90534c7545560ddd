/** Slots of a host with full calendars, compared with a host without. */
import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { TestHost } from '../test/support/drivers/host.ts';
import { busyHost } from './hosts.ts';
import { atMost, type Row } from './row.ts';
import { compareHosts } from './slots.ts';
import type { Stack } from './stack.ts';

const CALENDARS = 10;
const EVENTS = 10_000;
const BOOKINGS = 10;
const MINUTE_MS = 60_000;

/**
 * Ten calendars of one account that block, with 10,000 events over the coming 400 days, as their flow leaves them in the mirror. Many
 * overlap: people have the same meeting in several calendars.
 */
async function mirrorEvents(sql: Sql, { userId, workspaceId }: TestHost): Promise<void> {
  const connectionId = uuidv7();
  const ids = Array.from({ length: CALENDARS }, () => uuidv7());
  await sql`
    insert into calendar_connections (id, user_id, workspace_id, provider, account_id, email, status, refresh_token, scopes, next_sync_at, changed_at, seen_at)
    values (${connectionId}, ${userId}, ${workspaceId}, 'google', ${connectionId}, 'bench@calendar.test', 'active', '\\x00', '{}',
      now() + interval '1 day', now(), now())`;
  await sql`insert into calendar_settings (user_id, conflict_source) values (${userId}, 'calendar')`;
  await sql`
    insert into calendars (id, connection_id, user_id, provider_calendar_id, name, is_primary, can_write, blocks, synced_at)
    select id, ${connectionId}, ${userId}, id::text, 'Bench', false, true, true, now() from unnest(${ids}::uuid[]) id`;
  const firstMs = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;
  const stepMs = Math.floor((400 * 1_440) / EVENTS) * MINUTE_MS;
  await sql`
    insert into calendar_busy (calendar_id, event_id, user_id, period, availability, response, blocks, reading)
    select (${ids}::uuid[])[1 + nth % ${CALENDARS}], nth::text, ${userId}, tstzrange(start, start + (10 + nth % 7 * 10) * interval '1 minute'),
      'busy', 'accepted', true, 0
    from (select nth, ${new Date(firstMs)}::timestamptz + nth / 3 * 3 * ${stepMs}::float8 * interval '1 millisecond' as start
      from generate_series(0, ${EVENTS - 1}) nth) event`;
  await sql`update users set busy_version = busy_version + 1 where id = ${userId}`;
  await sql`analyze calendar_busy`;
}

/** `calendar_slots`: a host with 10 calendars and 10,000 events compared with the same host without, same windows. */
export async function calendarSlotsRow(stack: Stack): Promise<Row> {
  const [plain, full] = [await busyHost(stack.sql, BOOKINGS), await busyHost(stack.sql, BOOKINGS)];
  await mirrorEvents(stack.sql, full);
  return compareHosts(stack, { name: 'calendar_slots', target: atMost(1.2) }, [plain, full]);
}
