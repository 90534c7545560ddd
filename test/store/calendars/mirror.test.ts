import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NotYet } from '../../../activities/calendars/not-yet.ts';
import { type CalendarSyncActivities, createCalendarSyncActivities } from '../../../activities/calendars/sync.ts';
import { localMailer } from '../../../activities/mail/send.ts';
import { type BusyRules, blocks } from '../../../domain/calendars/busy.ts';
import type { AttendeeResponse, RemoteEvent } from '../../../domain/calendars/remote-event.ts';
import { READ_EVERY_MS, STATE_READ_EVERY_MS } from '../../../domain/calendars/sync-state.ts';
import { deriveSecrets } from '../../../domain/secrets.ts';
import { busyTimes } from '../../../stand-ins/google/listing.ts';
import { type ConnectionRow, chooseCalendars } from '../../../store/calendars/connections.ts';
import { applyPage, readMirror } from '../../../store/calendars/mirror.ts';
import { beginRound, readCalendarsToRead } from '../../../store/calendars/rounds.ts';
import { changeCalendarSettings } from '../../../store/calendars/settings.ts';
import { makeBooking } from '../../support/drivers/host-bookings.ts';
import { connectAccount, mirrorOf, providersAt } from '../../support/factories/calendars.ts';
import { makeTeam } from '../../support/factories/keys.ts';
import {
  busyByIcal,
  CALENDAR_ZONE,
  exceptionOf,
  instancesByIcal,
  type MadeEvent,
  MOVED_BY_MS,
  madeEvents,
  startOf,
} from '../../support/factories/random-events.ts';
import { ADA, allDay, type CheckedGoogle, startCheckedGoogle, timed } from '../../support/fakes/google.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

const NOW = '2026-11-23T06:00:00Z';
const FIRST = '2026-11-23';
/** What the mirror holds at that time. */
const WINDOW = { startMs: Date.parse('2026-11-22T00:00:00Z'), endMs: Date.parse('2027-12-27T00:00:00Z') };
const secrets = deriveSecrets(randomBytes(32));

let database: TestDatabase;
let google: CheckedGoogle;
let clock = Date.parse(NOW);
let pagesLeft = Number.POSITIVE_INFINITY;
let scheduledBeforeMs = 0;
let activities: CalendarSyncActivities;

beforeAll(async () => {
  [database, google] = await Promise.all([cloneDatabase(), startCheckedGoogle()]);
  const { sql } = database;
  activities = createCalendarSyncActivities({
    ...{
      sql,
      secrets,
      calendarProviders: providersAt(google),
      tokenKeys: [{ id: 'main', key: secrets.calendarTokens }],
    },
    links: { appUrl: google.url },
    mailer: localMailer(sql, Date.now),
    service: { name: 'Holdfast', fromEmail: 'mail@holdfast.example', publicUrl: google.url },
    now: () => clock,
    onProviderFailure: () => {},
    heartbeat: () => {},
    scheduledAtMs: () => clock - scheduledBeforeMs,
    client: { workflow: { signalWithStart: async () => {} } } as never,
    taskQueue: '',
    isStopping: () => pagesLeft-- <= 0,
  });
});
afterAll(async () => {
  await google.close();
  await database.close();
});
afterEach(() => {
  google.clean();
  clock = Date.parse(NOW);
  pagesLeft = Number.POSITIVE_INFINITY;
  expect(google.problems()).toEqual([]);
});

const connect = (userId?: string): Promise<ConnectionRow> =>
  connectAccount(
    { sql: database.sql, secrets, providers: providersAt(google) },
    { provider: 'google', email: ADA, tokens: google.grant(ADA), ...(userId ? { userId } : {}) },
  );

const blockedOf = async ({ userId }: ConnectionRow) =>
  (await readMirror(database.sql, [userId], WINDOW)).map(({ startMs, endMs }) => ({ startMs, endMs }));

const idsOf = async ({ id }: ConnectionRow): Promise<string[]> =>
  (await mirrorOf(database.sql, id)).map(({ eventId }) => eventId);

const versionOf = async ({ userId }: ConnectionRow): Promise<number> => {
  const [row] = await database.sql<
    { version: number }[]
  >`select busy_version::int as version from users where id = ${userId}`;
  return row?.version ?? 0;
};

/** How much `work` counts the host's busy version up. */
async function countedBy(connection: ConnectionRow, work: () => Promise<unknown>): Promise<number> {
  const before = await versionOf(connection);
  await work();
  return (await versionOf(connection)) - before;
}

const makeDue = ({ id }: ConnectionRow) => database.sql`
  update calendar_connections set next_sync_at = now() - interval '1 second', throttled_until = null where id = ${id}`;
/** Its time has come. */
const sync = async (connection: ConnectionRow) => {
  await makeDue(connection);
  return activities.syncConnection(connection.id);
};
const starts = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const putDays = (ids: readonly string[]): void => {
  for (const [at, id] of ids.entries())
    google.hand.put(ADA, { id, ...timed(`2026-12-${10 + at}T10:00`, `2026-12-${10 + at}T11:00`) });
};

/** Puts an event into the stand-in, in Google's words. */
function put(event: MadeEvent): void {
  const start = startOf(event, FIRST);
  const zone = event.clock?.zone ?? CALENDAR_ZONE;
  const at = (minutes: number) => ({
    dateTime: new Date(Date.parse(`${start}Z`) + minutes * 60_000).toISOString().slice(0, 19),
    timeZone: zone,
  });
  const until = new Date(Date.parse(`${start.slice(0, 10)}T00:00:00Z`) + event.length * 86_400_000);
  google.hand.put(
    ADA,
    {
      id: event.id,
      ...(event.clock ? { start: at(0), end: at(event.length) } : allDay(start, until.toISOString().slice(0, 10))),
      ...(event.rule === null ? {} : { recurrence: [`RRULE:${event.rule}`] }),
      transparency: event.isFree ? 'transparent' : 'opaque',
    },
    ...(event.answer === null ? [] : ['somebody@elsewhere.test']),
  );
  if (event.answer !== null) google.hand.answer(ADA, event.id, event.answer);
  if (event.rule !== null) makeExceptions(event);
}

function makeExceptions(event: MadeEvent): void {
  const all = instancesByIcal(event, FIRST, WINDOW.endMs);
  for (const { nth } of event.exceptions) {
    const instance = all[nth];
    const kind = exceptionOf(event, nth);
    if (!instance || kind === undefined) continue;
    const id = `${event.id}_${instance.key}`;
    const iso = (ms: number) => ({ dateTime: new Date(ms + MOVED_BY_MS).toISOString() });
    if (kind === 'canceled') google.hand.remove(ADA, id);
    else if (kind === 'moved') google.hand.change(ADA, id, { start: iso(instance.startMs), end: iso(instance.endMs) });
    else if (kind === 'free') google.hand.change(ADA, id, { transparency: 'transparent' });
    else google.hand.change(ADA, id, { attendees: [{ email: ADA, self: true, responseStatus: 'declined' }] });
  }
}

describe('the mirror', () => {
  it('holds what an independent library expands, and what the provider calls busy, before and after changes', async () => {
    const connection = await connect();
    await fc.assert(
      fc.asyncProperty(madeEvents(FIRST, 6), madeEvents(FIRST, 3), async (first, second) => {
        google.clean();
        for (const event of first) put(event);
        await database.sql`update calendars set cursor = null where connection_id = ${connection.id}`;
        expect(await sync(connection)).toMatchObject({ result: 'read' });
        expect(await blockedOf(connection)).toEqual(busyByIcal(first, FIRST, WINDOW));
        expect(await blockedOf(connection)).toEqual(busyTimes(google.hand.calendar(ADA), WINDOW));

        // Some go, others come under new ids: a reading of what has changed.
        const gone = first.slice(0, 2);
        for (const { id } of gone) google.hand.remove(ADA, id);
        const added = second.map((event) => ({ ...event, id: `later${event.id}` }));
        for (const event of added) put(event);
        await sync(connection);
        expect(await blockedOf(connection)).toEqual(busyByIcal([...first.slice(2), ...added], FIRST, WINDOW));
        expect(await blockedOf(connection)).toEqual(busyTimes(google.hand.calendar(ADA), WINDOW));
      }),
      { numRuns: 10 },
    );
  }, 60_000);

  it('never holds our own events; a copy that the host made of one blocks', async () => {
    const { sql } = database;
    const team = await makeTeam(sql);
    const connection = await connect(team.host.userId);
    const { bookingId } = await makeBooking(sql, team, { hostId: team.host.userId });
    const [calendar] = await readCalendarsToRead(sql, connection.id);
    await sql`
      insert into calendar_events (booking_id, user_id, calendar_id, event_id, state)
      values (${bookingId}, ${connection.userId}, ${calendar?.id ?? null}, null, 'due')`;
    const private_ = { extendedProperties: { private: { holdfastBookingId: bookingId } } };
    google.hand.put(ADA, { id: 'ours1', ...private_, ...timed('2026-12-01T10:00', '2026-12-01T11:00') });
    await sync(connection);
    expect(await idsOf(connection)).toEqual([]);
    await sql`update calendar_events set event_id = 'ours1', touched_at = null`;
    google.hand.change(ADA, 'ours1', timed('2026-12-02T10:00', '2026-12-02T11:00'));
    google.hand.put(ADA, { id: 'dupe1', ...private_, ...timed('2026-12-01T10:00', '2026-12-01T11:00') });
    await sync(connection);
    expect(await idsOf(connection)).toEqual(['dupe1']);
    expect(await sql`select 1 from calendar_events where touched_at is not null`).toHaveLength(1);
  });

  it('counts the host’s busy version once for each page that changes a time that blocks, and not otherwise', async () => {
    const connection = await connect();
    putDays(starts('several', 8));
    expect(await countedBy(connection, () => sync(connection))).toBe(1);
    expect(await countedBy(connection, () => sync(connection))).toBe(0);
    google.hand.put(ADA, {
      id: 'free1',
      transparency: 'transparent',
      ...timed('2026-12-01T10:00', '2026-12-01T11:00'),
    });
    expect(await countedBy(connection, () => sync(connection))).toBe(0);
    google.hand.remove(ADA, 'several3');
    expect(await countedBy(connection, () => sync(connection))).toBe(1);
    // A whole reading that finds the same changes nothing.
    google.hand.calendar(ADA).age += 1;
    expect(await countedBy(connection, () => sync(connection))).toBe(0);
    expect(await idsOf(connection)).toHaveLength(7);
  });

  it('goes on after a crash with the page that it had reached', async () => {
    const connection = await connect();
    putDays(starts('page', 8));
    google.hand.calendar(ADA).pageSize = 3;
    const seenBefore = google.seen.length;
    const held: number[] = [];
    for (let crashes = 0; crashes < 20; crashes += 1) {
      pagesLeft = 1;
      const { result } = await sync(connection);
      held.push((await idsOf(connection)).length);
      if (result === 'read') break;
    }
    expect(held).toEqual(expect.arrayContaining([0, 3, 6, 8]));
    expect(held.at(-1)).toBe(8);
    const pages = google.seen
      .slice(seenBefore)
      .filter(({ path }) => path.endsWith('/events'))
      .map(({ query }) => `${query.get('singleEvents')} ${query.get('pageToken')}`);
    expect(pages.length).toBeGreaterThan(4);
    expect(new Set(pages).size).toBe(pages.length);
  });

  it('is kept by attempts that each read what is due and name the time of the next, until the flow is wanted', async () => {
    const connection = await connect();
    const { id } = connection;
    const attempt = () => activities.keepReading(id).catch((error: unknown) => error);
    await database.sql`update calendar_connections set channels_at = now() + interval '1 day' where id = ${id}`;
    putDays(['kept1']);
    await makeDue(connection);
    const next = (await attempt()) as NotYet;
    expect(next).toMatchObject({
      name: 'NotYet',
      message: expect.stringMatching(/^Read at 2\S+Z\. Looks again at 2\S+Z\.$/),
    });
    expect(READ_EVERY_MS.withoutPush - next.waitMs).toBeLessThan(5_000);
    expect(await idsOf(connection)).toEqual(['kept1']);

    const seen = google.seen.length;
    expect(await attempt()).toBeInstanceOf(NotYet);
    expect((await activities.syncConnection(id)).eventCount).toBe(0);
    expect(google.seen).toHaveLength(seen);

    scheduledBeforeMs = STATE_READ_EVERY_MS;
    expect(await attempt()).toBeUndefined();
    scheduledBeforeMs = 0;
    expect(await attempt()).toBeInstanceOf(NotYet);
    await database.sql`update calendar_connections set channels_at = now() where id = ${id}`;
    expect(await attempt()).toBeUndefined();
    await database.sql`update calendar_connections set status = 'revoked', revoked_at = now() where id = ${id}`;
    expect(await attempt()).toBeUndefined();
  });

  it('after 410 it reads everything again, and nothing is free meanwhile', async () => {
    const connection = await connect();
    const ids = starts('kept', 8);
    putDays(ids);
    await sync(connection);
    google.hand.calendar(ADA).forget('kept7');
    google.hand.calendar(ADA).age += 1;
    google.hand.calendar(ADA).pageSize = 3;
    pagesLeft = 5;
    await sync(connection);
    expect(await idsOf(connection)).toEqual(ids);
    pagesLeft = Number.POSITIVE_INFINITY;
    await sync(connection);
    expect(await idsOf(connection)).toEqual(ids.slice(0, 7));
  });

  it('refuses the page of a process that slept while another read on', async () => {
    const { sql } = database;
    const connection = await connect();
    const [calendar] = await readCalendarsToRead(sql, connection.id);
    if (!calendar) throw new Error('no calendar');
    const slept = await beginRound(sql, calendar.id, { beganMs: clock, cursor: null, ...WINDOW });
    await beginRound(sql, calendar.id, { beganMs: clock, cursor: null, ...WINDOW });
    const time = { kind: 'timed', startMs: clock + 86_400_000, endMs: clock + 90_000_000 } as const;
    const event: RemoteEvent = { id: 'late1', seriesId: null, time, availability: 'busy', response: 'none' };
    const page = {
      calendar,
      round: slept,
      changes: [{ gone: false as const, ...event }],
      replacedSeries: [],
      next: { cursor: 'old' },
    };
    expect(await applyPage(sql, page)).toBe('overtaken');
    expect(await idsOf(connection)).toEqual([]);
  });

  it('moves its window each day: days that are over go, and days that came in are read', async () => {
    const connection = await connect();
    google.hand.put(ADA, { id: 'begun1', ...timed('2026-11-23T10:00', '2026-11-23T11:00') });
    google.hand.put(ADA, { id: 'later1', ...timed('2027-12-28T10:00', '2027-12-28T11:00') });
    await sync(connection);
    expect(await idsOf(connection)).toEqual(['begun1']);
    clock += 3 * 86_400_000;
    await sync(connection);
    expect(await idsOf(connection)).toEqual(['later1']);
  });

  it('keeps no event of a calendar that is not read any more', async () => {
    const connection = await connect();
    putDays(['gone1']);
    await sync(connection);
    const choice = { connectionId: connection.id, userId: connection.userId, blocking: [], writeTo: null };
    expect(await countedBy(connection, () => chooseCalendars(database.sql, choice))).toBe(1);
    expect(await idsOf(connection)).toEqual([]);
  });

  it('follows the host’s settings at once, by the rule of domain/calendars/busy.ts', async () => {
    const connection = await connect();
    const answers = ['accepted', 'declined', 'tentative', 'needsAction'] as const;
    for (const [at, answer] of answers.entries()) {
      google.hand.put(
        ADA,
        { id: `asked${at}`, ...timed(`2026-12-${10 + at}T10:00`, `2026-12-${10 + at}T11:00`) },
        'x@elsewhere.test',
      );
      google.hand.answer(ADA, `asked${at}`, answer);
    }
    for (const [at, type] of ['homeOffice', 'officeLocation'].entries())
      google.hand.put(ADA, {
        ...{ id: `place${at}`, eventType: 'workingLocation', workingLocationProperties: { type } },
        ...timed('2026-12-16T10:00', '2026-12-16T11:00'),
      });
    await sync(connection);
    // Working from home does not block by default.
    expect(await blockedOf(connection)).toHaveLength(3);
    const choices = ['busy', 'free'] as const;
    const all: BusyRules[] = choices.flatMap((tentative) =>
      choices.flatMap((declined) => choices.map((workingElsewhere) => ({ tentative, declined, workingElsewhere }))),
    );
    for (const rules of all) {
      await changeCalendarSettings(database.sql, connection.userId, rules);
      const rows = await mirrorOf(database.sql, connection.id);
      expect(rows.map(({ eventId }) => eventId).sort()).toEqual(['asked0', 'asked1', 'asked2', 'asked3', 'place0']);
      for (const row of rows)
        expect(row.blocks).toBe(
          blocks({ availability: row.availability as 'busy', response: row.response as AttendeeResponse }, rules),
        );
    }
  });
});
