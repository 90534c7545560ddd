/** Slots of a host with full calendars, and bookings with a look into a calendar, compared with hosts without. */
import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import type { CalendarProvider } from '../outbound/calendars/provider.ts';
import type { TestHost } from '../test/support/drivers/host.ts';
import { connectAccount } from '../test/support/factories/calendars.ts';
import { settled, withCode } from './bookings.ts';
import { guestsOf, type NextGuest } from './guests.ts';
import { busyHost } from './hosts.ts';
import { median, timeMs } from './measure.ts';
import { atMost, makeRow, type Row } from './row.ts';
import { compareHosts } from './slots.ts';
import type { Stack } from './stack.ts';
import { type Allowed, standIn } from './stand-ins.ts';

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

const ACCOUNT = 'ada@acme.test';
const ROUNDS = 8;
const PER_ROUND = 10;

/** Hosts whose calendar is looked at before each booking. Nothing is written into it, and nothing is read meanwhile. */
async function connectedGuests(stack: Stack, google: CalendarProvider, tokens: Allowed): Promise<NextGuest> {
  const { sql, secrets } = stack;
  return guestsOf(stack, async ({ userId }) => {
    const account = { provider: 'google', email: ACCOUNT, tokens, userId } as const;
    const { id } = await connectAccount({ sql, secrets, providers: new Map([['google', google]]) }, account);
    await sql`update calendars set is_written = false where connection_id = ${id}`;
    await sql`
      update calendar_connections set next_sync_at = now() + interval '1 day', channels_at = now() + interval '1 day',
        lists_at = now() + interval '1 day', seen_at = changed_at, synced_at = now() where id = ${id}`;
  });
}

/** The look alone: what the provider's library and the stand-in take. */
async function lookMs(google: CalendarProvider, { accessToken }: Allowed): Promise<number> {
  const startMs = Date.now() + 86_400_000;
  const signal = AbortSignal.timeout(10_000);
  return timeMs(() =>
    google.account(accessToken).readNow(ACCOUNT, { startMs, endMs: startMs + 1_800_000 }, { signal }),
  );
}

/**
 * `confirm_live`: the booking call where a calendar is looked at first, alone on the servers, less the time of the look; compared with
 * the booking call without.
 */
export async function confirmLiveRow(stack: Stack): Promise<Row> {
  const { provider: google, allow } = standIn('google');
  const tokens = await allow(ACCOUNT);
  const sides = [await guestsOf(stack), await connectedGuests(stack, google, tokens)].map((nextGuest) => ({
    nextGuest,
    times: [] as number[],
  }));
  const looks: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { nextGuest, times } of sides)
      for (let nth = 0; nth < PER_ROUND; nth += 1) {
        const { guest, code } = await withCode(nextGuest());
        await settled({ stack });
        const tookMs = await timeMs(() => guest.book(code));
        // The first round warms up.
        if (round >= 0) times.push(tookMs);
      }
    await settled({ stack });
    for (let nth = 0; nth < PER_ROUND; nth += 1) looks.push(await lookMs(google, tokens));
  }
  const [floor = Number.NaN, value = Number.NaN] = sides.map(({ times }) => median(times));
  const own = median(looks.slice(PER_ROUND));
  return makeRow('confirm_live', atMost(1.3), { value, floor, unit: 'ms', ratio: (value - own) / floor });
}
