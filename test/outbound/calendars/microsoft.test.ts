import type { Event, PatternedRecurrence } from '@microsoft/microsoft-graph-types';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ianaOf, WINDOWS_ZONES } from '../../../domain/calendars/windows-zones.ts';
import { isTimezone } from '../../../domain/time/zone.ts';
import { TIMES, WRITTEN } from '../../../outbound/calendars/microsoft/events.ts';
import { type CalendarAccount, ProviderError } from '../../../outbound/calendars/provider.ts';
import { EVENT_KEYS } from '../../../stand-ins/microsoft/keys.ts';
import type { Mailbox } from '../../../stand-ins/microsoft/mailbox.ts';
import { busyTimes } from '../../../stand-ins/microsoft/schedule.ts';
import { type MicrosoftStandIn, startMicrosoftStandIn } from '../../../stand-ins/microsoft/stand-in.ts';
import {
  ADA,
  allDay,
  CALENDAR,
  changeByHand,
  FAMILY,
  Mirror,
  providerOf,
  type Step,
  soon,
  timed,
  WINDOW,
} from '../../support/fakes/microsoft.ts';

let microsoft: MicrosoftStandIn;
let account: CalendarAccount;
let mirror: Mirror;

const WEEKLY = (numberOfOccurrences: number): PatternedRecurrence => ({
  pattern: { type: 'weekly', interval: 1, daysOfWeek: ['tuesday'] },
  range: { type: 'numbered', numberOfOccurrences, startDate: '2026-11-24' },
});

const put = (event: Event, organizer?: string) =>
  microsoft.hand.put(CALENDAR, { subject: 'Secret', ...event }, organizer);

const stopped: (() => Promise<void>)[] = [];
beforeEach(async () => {
  microsoft = await startMicrosoftStandIn();
  stopped.push(microsoft.close);
  account = providerOf(microsoft).account(microsoft.grant(ADA).accessToken);
  mirror = new Mirror(account);
});
afterAll(async () => {
  for (const close of stopped) await close();
});

function mailboxOf(email: string): Mailbox {
  const found = microsoft.mailboxes.get(email);
  return found ?? expect.unreachable(email);
}

const failureOf = (work: Promise<unknown>): Promise<ProviderError> =>
  work.then(
    () => expect.unreachable('it should fail'),
    (error: unknown) => (error instanceof ProviderError ? error : expect.unreachable(String(error))),
  );

describe('reading a calendar of Microsoft', () => {
  it('shows single events, whole days, series with exceptions, and what each says about its time', async () => {
    put(timed('2026-11-23T10:00', '2026-11-23T11:00'));
    put({ ...timed('2026-11-23T12:00', '2026-11-23T13:00'), showAs: 'free' });
    put({ ...timed('2026-11-23T14:00', '2026-11-23T15:00'), showAs: 'oof' });
    put({ ...timed('2026-11-23T15:00', '2026-11-23T16:00'), showAs: 'workingElsewhere' });
    put({ ...allDay('2026-12-24', '2026-12-27') });
    put(timed('2026-11-23T16:00', '2026-11-23T17:00'), 'boss@acme.test');
    const { id } = put({
      ...timed('2026-11-24T10:00', '2026-11-24T11:00'),
      recurrence: WEEKLY(3),
      showAs: 'tentative',
    });
    microsoft.hand.change(CALENDAR, `${id}.OC20261201`, {
      ...timed('2026-12-02T15:00', '2026-12-02T16:00'),
      showAs: 'busy',
    });
    // Outside the window.
    put(timed('2026-11-20T10:00', '2026-11-20T11:00'));
    await mirror.read();
    expect(mirror.shown()).toEqual([
      '2026-11-23T09:00Z busy',
      '2026-11-23T13:00Z out_of_office',
      '2026-11-23T14:00Z working_elsewhere',
      '2026-11-23T15:00Z tentative',
      '2026-11-24T09:00Z tentative',
      '2026-12-02T14:00Z busy',
      '2026-12-08T09:00Z tentative',
      '2026-12-24 busy',
    ]);
    const mailbox = microsoft.mailboxes.get(ADA);
    expect(mirror.busy()).toEqual(mailbox && busyTimes(mailbox, CALENDAR, WINDOW));
    expect([...mirror.events.values()].find(({ time }) => time.kind === 'all_day')?.time).toEqual({
      ...{ kind: 'all_day', startDate: '2026-12-24', endDate: '2026-12-27' },
    });
  });

  it('keeps the hour of a series over a clock change', async () => {
    put({
      ...timed('2027-03-22T09:00', '2027-03-22T10:00'),
      recurrence: {
        pattern: { type: 'weekly', interval: 1, daysOfWeek: ['monday'] },
        range: { type: 'endDate', startDate: '2027-03-22', endDate: '2027-03-29' },
      },
    });
    await mirror.read();
    expect(mirror.shown()).toEqual(['2027-03-22T08:00Z busy', '2027-03-29T07:00Z busy']);
  });

  it('reads pages of a large calendar, then changes alone', async () => {
    for (let day = 1; day <= 30; day += 1)
      for (let hour = 0; hour < 14; hour += 1) {
        const at = `2027-01-${String(day).padStart(2, '0')}T${String(hour + 8).padStart(2, '0')}`;
        put(timed(`${at}:00`, `${at}:30`));
      }
    await mirror.read();
    expect(mirror.events.size).toBe(420);
    expect(mirror.pages).toBe(3);
    const gone = put(timed('2027-02-01T10:00', '2027-02-01T11:00'));
    await mirror.read();
    expect(mirror.events.size).toBe(421);
    microsoft.hand.remove(CALENDAR, gone.id);
    const moved = [...mirror.events.keys()][0] ?? '';
    microsoft.hand.change(CALENDAR, moved, timed('2027-02-02T10:00', '2027-02-02T11:00'));
    await mirror.read();
    expect(mirror.pages).toBe(5);
    expect(mirror.events.size).toBe(420);
    expect(mirror.shown().at(-1)).toBe('2027-02-02T09:00Z busy');
  });

  it('follows a series: one occurrence deleted and one moved, then all moved and fewer, then none', async () => {
    const { id } = put({ ...timed('2026-11-24T10:00', '2026-11-24T11:00'), recurrence: WEEKLY(4) });
    await mirror.read();
    expect(mirror.shown()).toHaveLength(4);
    // Graph sends no tombstone for a deleted occurrence.
    microsoft.hand.remove(CALENDAR, `${id}.OC20261208`);
    microsoft.hand.change(CALENDAR, `${id}.OC20261201`, timed('2026-12-02T08:00', '2026-12-02T09:00'));
    await mirror.read();
    expect(mirror.shown()).toEqual(['2026-11-24T09:00Z busy', '2026-12-02T07:00Z busy', '2026-12-15T09:00Z busy']);
    microsoft.hand.change(CALENDAR, id, { ...timed('2026-11-24T12:00', '2026-11-24T13:00'), recurrence: WEEKLY(2) });
    await mirror.read();
    expect(mirror.shown()).toEqual(['2026-11-24T11:00Z busy', '2026-12-01T11:00Z busy']);
    microsoft.hand.remove(CALENDAR, id);
    await mirror.read();
    expect(mirror.shown()).toEqual([]);
  });

  it('keeps the days of a series to which the host alone was invited', async () => {
    await mirror.read();
    const days = ['2026-11-24', '2026-12-01', '2026-12-08'].map((day) => {
      const invited = timed(`${day}T10:00`, `${day}T11:00`);
      return microsoft.hand.inviteToOne(CALENDAR, { subject: 'Secret', ...invited }, 'boss@acme.test', 'AAMkElsewhere');
    });
    await mirror.read();
    microsoft.hand.answer(CALENDAR, days[0]?.id ?? '', 'accepted');
    await mirror.read();
    microsoft.hand.remove(CALENDAR, days[1]?.id ?? '');
    await mirror.read();
    expect(mirror.shown()).toEqual(['2026-11-24T09:00Z busy accepted', '2026-12-08T09:00Z tentative']);
  });

  it('takes a move to another calendar, out of the window and back, and a canceled or declined meeting', async () => {
    const event = put(timed('2026-11-24T10:00', '2026-11-24T11:00'));
    const meeting = put(timed('2026-11-25T10:00', '2026-11-25T11:00'), 'boss@acme.test');
    const other = put(timed('2026-11-26T10:00', '2026-11-26T11:00'), 'boss@acme.test');
    await mirror.read();
    expect(mirror.events.size).toBe(3);
    microsoft.hand.moveTo(CALENDAR, event.id, FAMILY);
    microsoft.hand.answer(CALENDAR, meeting.id, 'accepted');
    microsoft.hand.cancel(CALENDAR, other.id);
    await mirror.read();
    expect(mirror.shown()).toEqual(['2026-11-25T09:00Z busy accepted']);
    microsoft.hand.moveTo(FAMILY, event.id, CALENDAR);
    microsoft.hand.answer(CALENDAR, meeting.id, 'declined');
    await mirror.read();
    expect(mirror.shown()).toEqual(['2026-11-24T09:00Z busy']);
    expect(mirror.events.get(meeting.id)).toMatchObject({ response: 'declined' });
    microsoft.hand.change(CALENDAR, event.id, timed('2030-01-01T10:00', '2030-01-01T11:00'));
    await mirror.read();
    expect(mirror.shown()).toEqual([]);
  });

  it('loses nothing when events change between two pages, nor when the push comes before the change', async () => {
    for (let hour = 10; hour < 20; hour += 1)
      for (let minute = 10; minute < 32; minute += 1)
        put(timed(`2026-11-24T${hour}:${minute}`, `2026-11-24T${hour}:${minute + 1}`));
    microsoft.faults.add({ kind: 'pagingChanges' });
    await mirror.read();
    await mirror.read();
    const left = () =>
      microsoft.mailboxes
        .get(ADA)
        ?.view(CALENDAR, WINDOW)
        .map(({ id }) => id)
        .sort();
    expect([...mirror.events.keys()].sort()).toEqual(left());
    microsoft.faults.add({ kind: 'earlyPush', delayMs: 300 });
    const late = put(timed('2026-11-25T10:00', '2026-11-25T11:00'));
    await mirror.read();
    expect(mirror.events.has(late.id)).toBe(false);
    await expect.poll(() => mirror.read().then(() => mirror.events.has(late.id)), { interval: 100 }).toBe(true);
  });

  it('mirrors what the calendar shows after any changes by hand, read at any time', async () => {
    const day = fc.integer({ min: 0, max: 30 });
    const steps = fc.array(
      fc.record({ kind: fc.integer({ min: 0, max: 8 }), which: fc.nat(), day, reads: fc.boolean() }),
      {
        ...{ minLength: 5, maxLength: 40 },
      },
    );
    const run = async (steps: readonly Step[]) => {
      const mailbox = mailboxOf(ADA);
      for (const { id } of mailbox.visible()) mailbox.forget(id);
      const read = new Mirror(account);
      for (const step of steps) {
        changeByHand(microsoft, step);
        if (step.reads) await read.read();
      }
      await read.read();
      expect(read.starts()).toEqual(
        mailbox
          .view(CALENDAR, WINDOW)
          .map(({ id, event, times }) => `${id} ${event.isAllDay ? 'all day' : times.startMs}`)
          .sort(),
      );
      expect(read.busy()).toEqual(busyTimes(mailbox, CALENDAR, WINDOW));
    };
    await fc.assert(fc.asyncProperty(steps, run), { numRuns: 25 });
  });

  it('says that a cursor is too old, and reads again from the start', async () => {
    put(timed('2026-11-24T10:00', '2026-11-24T11:00'));
    await mirror.read();
    microsoft.faults.add({ kind: '410' });
    expect(await failureOf(mirror.read())).toMatchObject({ failure: 'cursor_gone' });
    const mailbox = microsoft.mailboxes.get(ADA);
    if (mailbox) mailbox.age += 1;
    expect(await failureOf(mirror.read())).toMatchObject({ failure: 'cursor_gone', detail: '410 SyncStateNotFound' });
    mirror.cursor = undefined;
    await mirror.read();
    expect(mirror.shown()).toEqual(['2026-11-24T09:00Z busy']);
  });

  it('sees events as they are now: whole days near by, those that began before, and marks of bookings', async () => {
    put(timed('2026-11-24T08:00', '2026-11-24T12:00'));
    put(timed('2026-11-24T13:00', '2026-11-24T14:00'));
    put(allDay('2026-11-24', '2026-11-25'));
    put({ ...timed('2026-11-24T10:15', '2026-11-24T10:20'), transactionId: 'holdfast:b1:0' });
    const interval = { startMs: Date.parse('2026-11-24T09:00:00Z'), endMs: Date.parse('2026-11-24T09:30:00Z') };
    const found = await account.readNow(CALENDAR, interval, soon());
    expect(found.map(({ time, bookingId }) => bookingId ?? time.kind).sort()).toEqual(['all_day', 'b1', 'timed']);
    // Half past midnight in Berlin is a day that has not begun in UTC.
    put(allDay('2026-11-28', '2026-11-29'));
    const night = { startMs: Date.parse('2026-11-27T23:30:00Z'), endMs: Date.parse('2026-11-27T23:45:00Z') };
    for (microsoft.search.wholeDaysInUtc of [false, true])
      expect(await account.readNow(CALENDAR, night, soon())).toMatchObject([{ time: { startDate: '2026-11-28' } }]);
  });

  it('asks with one Prefer header on every call, and only for properties that events have', async () => {
    put({ ...timed('2026-11-24T10:00', '2026-11-24T11:00'), recurrence: WEEKLY(3) });
    await mirror.read();
    await mirror.read();
    await account.readNow(CALENDAR, { startMs: 0, endMs: 1 }, soon());
    const asked = microsoft.seen.filter(({ path }) => path.startsWith('/v1.0/'));
    expect(asked.length).toBeGreaterThan(2);
    expect(new Set(asked.map(({ prefer }) => prefer))).toEqual(
      new Set(['IdType="ImmutableId", outlook.timezone="UTC", odata.maxpagesize=200']),
    );
    for (const field of `${TIMES},${WRITTEN}`.split(',')) expect(EVENT_KEYS).toHaveProperty(field);
    expect(`${TIMES},${WRITTEN}`).not.toMatch(/subject|body|location/);
  });
});

describe('calendars and zones of Microsoft', () => {
  it('lists calendars with what they can do, and the zone of the mailbox if it may be read', async () => {
    expect(await account.listCalendars(soon())).toMatchObject([
      { providerCalendarId: CALENDAR, isPrimary: true, canWrite: true, makesLinks: true, timezone: null },
      { providerCalendarId: FAMILY, isPrimary: false, canWrite: true, makesLinks: true },
      { isPrimary: false, canWrite: false, makesLinks: false },
      { isPrimary: false, canWrite: false, makesLinks: false },
    ]);
    const { accessToken } = microsoft.grant(ADA, ['Calendars.ReadWrite', 'MailboxSettings.Read']);
    const [first] = await providerOf(microsoft).account(accessToken).listCalendars(soon());
    expect(first?.timezone).toBe('Europe/Berlin');
    expect(Object.values(WINDOWS_ZONES).filter((name) => !isTimezone(name))).toEqual([]);
    expect([ianaOf('Romance Standard Time'), ianaOf('Europe/Vienna'), ianaOf('Customized Time Zone')]).toEqual([
      ...['Europe/Paris', 'Europe/Vienna', null],
    ]);
  });
});
