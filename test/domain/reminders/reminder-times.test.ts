import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { nextReminderMs, planOnceMissed, planReminders } from '../../../domain/reminders/reminder-times.ts';
import type { Reminder } from '../../../schemas/shapes/reminders.ts';

/** Both ways over a clock change, with steps of an hour and of 30 minutes, and zones off the full hour. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/St_Johns', 'Asia/Kathmandu'];
const MINUTE_MS = 60_000;

const reminder = (when: string, to: Reminder['to'] = 'guest', id = 'r1'): Reminder => ({
  ...{ id, when, to, subject: null, text: null },
});
/** Its mails are the first of the spread. */
const FIRST = '00000000-0000-7000-8000-000000000000';
const meetingAt = (startMs: number, zone: string) => ({
  bookingId: FIRST,
  startMs,
  endMs: startMs + 30 * MINUTE_MS,
  guestTimezone: zone,
  hostTimezone: 'UTC',
});
/** Any minute from 2025 to 2030: changes of clocks among them. */
const start = fc.integer({ min: 0, max: (5 * 365 + 1) * 1440 }).map((m) => Date.UTC(2025, 0, 1) + m * MINUTE_MS);
const zone = fc.constantFrom(...ZONES);

describe('a time of the clock, days before', () => {
  it('is what the wall clock shows on that day, in every zone; a skipped time is the moment of the change', () => {
    fc.assert(
      fc.property(
        start,
        zone,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 1439 }),
        (at, name, days, minute) => {
          const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
          const [planned] = planReminders([reminder(`${days}d before ${clock}`)], meetingAt(at, name), 0);
          const shown = DateTime.fromMillis(planned?.atMs ?? 0, { zone: name });
          const day = DateTime.fromMillis(at, { zone: name }).startOf('day').minus({ days });
          expect(shown.toISODate()).toBe(day.toISODate());
          const isSkipped = shown.toFormat('HH:mm') !== clock;
          // What is skipped is later than the last moment before it, and nothing lies between.
          if (isSkipped) {
            const before = DateTime.fromMillis((planned?.atMs ?? 0) - 1, { zone: name });
            expect(before.toFormat('HH:mm') < clock && clock < shown.toFormat('HH:mm')).toBe(true);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T10:00', '2026-03-28T09:00'],
    ['Europe/Berlin', '2026-10-25T10:00', '2026-10-24T09:00'],
    ['America/New_York', '2026-11-01T10:00', '2026-10-31T09:00'],
    ['America/New_York', '2026-03-08T10:00', '2026-03-07T09:00'],
    ['Australia/Lord_Howe', '2026-04-05T10:00', '2026-04-04T09:00'],
    ['Australia/Lord_Howe', '2026-10-04T10:00', '2026-10-03T09:00'],
    ['America/St_Johns', '2026-03-08T10:00', '2026-03-07T09:00'],
    ['America/Santiago', '2026-09-06T10:00', '2026-09-05T09:00'],
  ])('stays 9:00 over the change of %s before %s, and 24 hours stay 24 hours', (name, starts, reminded) => {
    const at = DateTime.fromISO(starts, { zone: name }).toMillis();
    const [clock, elapsed] = planReminders(
      [reminder('1d before 09:00'), reminder('24h before', 'guest', 'r2')],
      meetingAt(at, name),
      0,
    );
    expect(clock?.atMs).toBe(DateTime.fromISO(reminded, { zone: name }).toMillis());
    expect(at - (elapsed?.atMs ?? 0)).toBe(24 * 60 * MINUTE_MS);
  });

  it('is a moment that the clock skips: the change; one that it shows twice: the first', () => {
    const skipped = DateTime.fromISO('2026-03-30T12:00', { zone: 'Europe/Berlin' }).toMillis();
    const [late] = planReminders([reminder('1d before 02:30')], meetingAt(skipped, 'Europe/Berlin'), 0);
    expect(new Date(late?.atMs ?? 0).toISOString()).toBe('2026-03-29T01:00:00.000Z');
    const twice = DateTime.fromISO('2026-10-26T12:00', { zone: 'Europe/Berlin' }).toMillis();
    const [first] = planReminders([reminder('1d before 02:30')], meetingAt(twice, 'Europe/Berlin'), 0);
    expect(new Date(first?.atMs ?? 0).toISOString()).toBe('2026-10-25T00:30:00.000Z');
  });

  it("is the guest's clock for the guest, and the host's for the host", () => {
    const at = Date.parse('2026-07-10T12:00Z');
    const times = { ...meetingAt(at, 'Asia/Kathmandu'), hostTimezone: 'America/New_York' };
    const plan = planReminders([reminder('1d before 09:00', 'both')], times, 0);
    expect(plan.map(({ to, atMs }) => [to, new Date(atMs ?? 0).toISOString()])).toEqual([
      ['guest', '2026-07-09T03:15:00.000Z'],
      ['host', '2026-07-09T13:00:00.000Z'],
    ]);
  });
});

describe('a plan', () => {
  it('has no mail whose time has passed, and none before the meeting that would come after its start', () => {
    fc.assert(
      fc.property(start, start, zone, (at, now, name) => {
        const rules = [
          reminder('24h before'),
          reminder('0d before 09:00', 'host', 'r2'),
          reminder('30m after', 'both', 'r3'),
          reminder('1h after no-show', 'guest', 'r4'),
        ];
        for (const { side, atMs } of planReminders(rules, meetingAt(at, name), now)) {
          if (side === 'no_show') expect(atMs).toBeNull();
          else expect(atMs).toBeGreaterThan(now);
          if (side === 'before') expect(atMs).toBeLessThan(at);
          if (side === 'after') expect(atMs).toBe(at + 60 * MINUTE_MS);
        }
      }),
    );
  });

  it('follows up on a no-show from the mark on, and knows what is next', () => {
    const at = Date.UTC(2026, 6, 1);
    const plan = planReminders([reminder('1h after no-show')], meetingAt(at, 'UTC'), 0);
    expect(nextReminderMs(plan)).toBeNull();
    const marked = planOnceMissed(plan, at + 1_000);
    expect(nextReminderMs(marked)).toBe(at + 1_000 + 60 * MINUTE_MS);
    expect(nextReminderMs(planOnceMissed(marked, null))).toBeNull();
    // Taken back and marked again: from the second mark on.
    expect(nextReminderMs(planOnceMissed(marked, at + 9_000))).toBe(at + 9_000 + 60 * MINUTE_MS);
  });

  it('spreads what is due at one moment: by the booking, the same after each move, and in time for the meeting', () => {
    fc.assert(
      fc.property(start, fc.uuid(), (at, bookingId) => {
        const rules = ['24h before', '1h before', '5m before', '30m after'].map((when, nth) =>
          reminder(when, 'guest', `r${nth}`),
        );
        const times = meetingAt(at, 'UTC');
        const nominal = planReminders(rules, times, 0);
        const late = planReminders(rules, { ...times, bookingId }, 0).map(
          ({ atMs }, nth) => (atMs ?? 0) - (nominal[nth]?.atMs ?? 0),
        );
        const most = [5 * MINUTE_MS, 5 * MINUTE_MS, 25_000, 5 * MINUTE_MS];
        for (const [nth, ms] of late.entries()) {
          expect(ms).toBeGreaterThanOrEqual(0);
          expect(ms).toBeLessThan(most[nth] ?? 0);
        }
        expect(late[0]).toBe(late[3]);
      }),
    );
    const last = { ...meetingAt(Date.UTC(2026, 6, 2), 'UTC'), bookingId: FIRST.replace(/0{6}$/, 'ffffff') };
    const [planned] = planReminders([reminder('24h before')], last, 0);
    expect(planned?.atMs).toBeGreaterThan(Date.UTC(2026, 6, 1) + 299_000);
  });
});
