import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withAccount } from '../../../activities/calendars/accounts.ts';
import { lookAtCalendars, type Seen } from '../../../activities/calendars/live-check.ts';
import { createCalendarSyncActivities } from '../../../activities/calendars/sync.ts';
import type { CalendarProviderName } from '../../../domain/calendars/remote-event.ts';
import { createConsents } from '../../../outbound/calendars/consents.ts';
import { FAULT_KINDS } from '../../../stand-ins/faults.ts';
import type { ConnectionRow } from '../../../store/calendars/connections.ts';
import { readCalendarsToCheck } from '../../../store/calendars/live-check.ts';
import { mirrorProblems } from '../../support/asserts/calendar-audit.ts';
import { nextStart } from '../../support/drivers/host-bookings.ts';
import {
  ACCOUNT,
  type CalendarActivities,
  startCalendarActivities,
} from '../../support/factories/calendar-activities.ts';
import { appsAt } from '../../support/factories/calendar-apps.ts';
import { cells, FAULT_TABLE, PROVIDERS, type Step } from '../../support/factories/calendar-faults.ts';
import { mirrorOf } from '../../support/factories/calendars.ts';

const HALF_HOUR_MS = 1_800_000;
const TOKEN = { google: 'POST /token', microsoft: 'POST /common/oauth2/v2.0/token' } as const;
const READ = { google: '/events', microsoft: 'calendarView/delta' } as const;

let world: CalendarActivities;
beforeAll(async () => {
  world = await startCalendarActivities();
});
afterAll(() => world.close());
afterEach(async () => {
  expect(await world.clean()).toEqual([]);
});

const inTime = (ms = 20_000) => ({ signal: AbortSignal.timeout(ms) });
const connectionIn = async ({ id }: ConnectionRow) =>
  (await world.sql`select status, refreshing_until, failures from calendar_connections where id = ${id}`)[0];
/** `done`, or the word of its failure. */
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { readonly failure?: string }) => error.failure ?? String(error),
  );

it.each(Object.keys(FAULT_TABLE) as Step[])('every fault has a cell: %s', (step) => {
  expect(Object.keys(FAULT_TABLE[step]).sort()).toEqual([...FAULT_KINDS].sort());
});

describe('connecting', () => {
  /** What the browser brings back from the consent page. */
  async function consented(provider: CalendarProviderName) {
    const consent = createConsents(appsAt(world.google, world.microsoft)).get(provider);
    if (!consent) throw new Error('no consent page');
    const { url, pending } = await consent.begin(`http://127.0.0.1/calendars/${provider}/callback`, null);
    const body = new URLSearchParams({ account: ACCOUNT });
    const short = (scope: string) => scope.replace('https://graph.microsoft.com/', '');
    for (const scope of (url.searchParams.get('scope') ?? '').split(' ')) body.append('scope', short(scope));
    const back = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    return { finish: () => consent.finish(new URL(back.headers.get('location') ?? ''), pending) };
  }

  it.each([
    ...cells('calendars').map((cell) => ['at the list of calendars', '', ...cell] as const),
    ...cells('exchange').map((cell) => ['at the exchange of the code', TOKEN[cell[0]], ...cell] as const),
  ])('%s %s: %s, %s: %s, and a new consent works', async (_, match, provider, kind, first) => {
    const begun = await consented(provider);
    world.fail(provider, kind, match);
    expect(await outcomeOf(begun.finish())).toBe(first);
    expect(world[provider].faults.waiting).toEqual([]);
    expect(await (await consented(provider)).finish()).toMatchObject({ email: ACCOUNT });
  });
});

describe('a refresh', () => {
  const use = (connection: ConnectionRow) =>
    withAccount(world.dependencies, connection.id, inTime(), (account) => account.listCalendars(inTime()));

  it.each(cells('refresh'))('%s, %s: %s, and the person need not connect again', async (provider, kind, first) => {
    const connection = await world.connect(provider);
    await world.sql`update calendar_connections set access_expires_at = now()`;
    world.fail(provider, kind, TOKEN[provider]);
    expect(await outcomeOf(use(connection))).toBe(first);
    expect(await connectionIn(connection)).toMatchObject({ status: 'active', refreshing_until: null });
    expect(await outcomeOf(use(connection))).toBe('done');
  });

  it.each(PROVIDERS)('%s: of many at once one refreshes, and none loses the token that came', async (provider) => {
    const connection = await world.connect(provider);
    // As at a provider at which a used refresh token is dead.
    world.microsoft.tokens.keepsUsed = false;
    const { tokens, seen } = world[provider];
    for (const knowsIt of [true, true, false]) {
      tokens.expireAccess();
      if (knowsIt) await world.sql`update calendar_connections set access_expires_at = now()`;
      const before = seen.length;
      world.fail(provider, 'slow', TOKEN[provider]);
      const lists = await Promise.all(Array.from({ length: 9 }, () => use(connection)));
      for (const listed of lists) expect(listed.length).toBeGreaterThan(1);
      const refreshes = seen.slice(before).filter(({ method, path }) => `${method} ${path}` === TOKEN[provider]);
      expect(refreshes).toHaveLength(1);
      expect(await connectionIn(connection)).toMatchObject({ status: 'active', refreshing_until: null });
    }
  });
});

describe('a reading', () => {
  /** Reads at once, whatever the row's waits are. */
  const read = async ({ id }: ConnectionRow) => {
    await world.sql`
      update calendar_connections set next_sync_at = now(), throttled_until = null, channels_at = now() + interval '1 day' where id = ${id}`;
    return (await createCalendarSyncActivities(world.dependencies).syncConnection(id)).result;
  };
  const busyIn = async ({ id }: ConnectionRow) => (await mirrorOf(world.sql, id)).map(({ startMs }) => startMs);
  const begin = async (provider: CalendarProviderName, count = 5): Promise<ConnectionRow> => {
    for (let made = 0; made < count; made += 1) world.put(provider, nextStart());
    world.google.hand.calendar(ACCOUNT).pageSize = 2;
    return world.connect(provider);
  };
  /** All agrees after the next reading. */
  async function agrees(connection: ConnectionRow, count: number): Promise<void> {
    expect(world[connection.provider].faults.waiting).toEqual([]);
    expect(await read(connection)).toBe('read');
    expect(await mirrorProblems(world, connection.id)).toEqual([]);
    expect(await busyIn(connection)).toHaveLength(count);
    expect(await connectionIn(connection)).toMatchObject({ status: 'active', failures: 0 });
  }
  const MEANWHILE = ['pagingChanges', 'earlyPush'];

  it.each(cells('sync').filter(([, kind]) => !MEANWHILE.includes(kind)))(
    '%s, %s: %s, and the next one brings all; nothing is free meanwhile',
    async (provider, kind, first) => {
      const connection = await begin(provider);
      // The first reading has no cursor that could be too old.
      if (kind !== '410') world.fail(provider, kind, READ[provider]);
      expect(await read(connection)).toBe(first);
      await agrees(connection, 5);
      const before = await busyIn(connection);
      world.fail(provider, kind, READ[provider]);
      world.put(provider, nextStart());
      expect(await read(connection)).toBe(first);
      expect(await busyIn(connection)).toEqual(expect.arrayContaining(before));
      await agrees(connection, 6);
    },
  );

  it.each(PROVIDERS)('%s: what changes between two pages is there after the next one', async (provider) => {
    // More than a page of Graph.
    const connection = await begin(provider, provider === 'google' ? 5 : 205);
    world.fail(provider, 'pagingChanges');
    expect(await read(connection)).toBe('read');
    await agrees(connection, provider === 'google' ? 5 : 204);
  });

  it.each(PROVIDERS)('%s: a change that is pushed before it is shown comes with a later one', async (provider) => {
    const connection = await begin(provider);
    expect(await read(connection)).toBe('read');
    world[provider].faults.add({ kind: 'earlyPush', delayMs: 100 });
    world.put(provider, nextStart());
    expect(await read(connection)).toBe('read');
    expect(await busyIn(connection)).toHaveLength(5);
    await delay(150);
    await agrees(connection, 6);
  });
});

describe('the look before a booking', () => {
  const away: string[] = [];
  const look = async ({ userId }: ConnectionRow, startMs: number): Promise<Seen> => {
    const period = { startMs, endMs: startMs + HALF_HOUR_MS };
    const calendars = await readCalendarsToCheck(world.sql, [userId]);
    const onCalendarAway = (_: string, reason: string) => void away.push(reason);
    return lookAtCalendars(
      { ...world.dependencies, onCalendarAway },
      { hostIds: [userId], period, guarded: period, calendars },
      inTime(600),
    );
  };
  const inWord = ({ free, busy, isAway }: Seen): string => {
    if (isAway) return 'away';
    return busy.length > 0 ? 'busy' : free.length > 0 ? 'free' : 'neither';
  };

  it.each(cells('commit'))('%s, %s: a busy host is %s, and busy after that', async (provider, kind, first) => {
    const connection = await world.connect(provider);
    const startMs = nextStart();
    world.put(provider, startMs);
    world[provider].faults.add({ kind, delayMs: 5_000 });
    away.length = 0;
    expect(inWord(await look(connection, startMs))).toBe(first);
    expect(away.length > 0).toBe(first === 'away');
    expect(world[provider].faults.waiting).toEqual([]);
    expect(inWord(await look(connection, startMs))).toBe('busy');
    expect(await connectionIn(connection)).toMatchObject({ status: 'active' });
  });

  it('a calendar of somebody else that is not shared any more blocks nothing', async () => {
    const connection = await world.connect('microsoft');
    const startMs = nextStart();
    world.put('microsoft', startMs);
    await world.sql`update calendars set is_primary = false where connection_id = ${connection.id}`;
    world.microsoft.faults.add({ kind: '403' });
    expect(inWord(await look(connection, startMs))).toBe('free');
    expect(inWord(await look(connection, startMs))).toBe('busy');
  });
});
