import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askCode, confirmIssue } from '../../../support/drivers/guest.ts';
import { changeEvent, createHost, type TestHost } from '../../../support/drivers/host.ts';
import { http } from '../../../support/drivers/http.ts';
import { callerOver, outputOf, refusalOf, surfaces } from '../../../support/drivers/surfaces.ts';
import { iso } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ worker: false });
});
afterAll(() => stack.close());

const startsOf = ({ slots }: { slots: readonly { startUtc: string }[] }) =>
  slots.map(({ startUtc }) => Date.parse(startUtc));

describe.each(surfaces)('list slots over %s', (surface) => {
  const { call } = callerOver(surface, () => stack);
  const list = async (host: Pick<TestHost, 'address'>, query: Record<string, unknown> = {}) =>
    outputOf(await call('listSlots', { ...host.address, ...query }));
  const refused = async (host: TestHost, query: Record<string, unknown>) => {
    const { status, details } = refusalOf(await call('listSlots', { ...host.address, ...query }));
    return [status, details.issues.map(({ path }: { path: string }) => path)];
  };
  const ada = { address: { workspace: 'acme', username: 'ada', eventSlug: 'intro-30' } };

  describe('a time in words', () => {
    it('lists what lies in it, in the zone that was asked for, and says how it was read', async () => {
      const host = await createHost(stack.sql);
      const { slots, availability } = await list(host, {
        when: 'mornings next week',
        timezone: 'Asia/Tokyo',
        limit: 500,
      });
      const open = (await host.listedStarts()).filter((start) => {
        const inTokyo = new Date(start + 9 * 3_600_000);
        const days = Math.floor(start / DAY_MS + 9 / 24);
        const monday = (day: number) => day - ((day + 3) % 7);
        const isInWeek = monday(days) === monday(Math.floor(Date.now() / DAY_MS + 9 / 24)) + 7;
        return isInWeek && inTokyo.getUTCHours() >= 6 && inTokyo.getUTCHours() < 12;
      });
      expect(slots.map(({ startUtc }) => Date.parse(startUtc))).toEqual(open);
      expect(availability.understood).toMatch(/^Mon, .* to Sun, .*, each day 06:00 to 12:00 \(Asia\/Tokyo\)$/);
      expect((await list(host, { when: 'in two weeks', timezone: 'UTC', limit: 500 })).slots.length).toBeGreaterThan(
        20,
      );
      expect((await list(host, { limit: 1 })).availability).not.toHaveProperty('understood');
    });

    it('keeps to its limit, and leads on from there', async () => {
      const { slots, agentBooking } = await list(ada, { when: 'in two weeks', limit: 2 });
      expect(slots).toHaveLength(2);
      expect(agentBooking.refetchUrl).toContain('from=');
    });

    it('is refused beside a window, if it may mean two things, if it is not understood, and if it is over', async () => {
      const host = await createHost(stack.sql);
      const fail = async (query: Record<string, unknown>) => {
        const { status, code, details } = refusalOf(await call('listSlots', { ...host.address, ...query }));
        return { status, code, details };
      };
      expect(await refused(host, { when: 'tomorrow', fromDate: '2030-01-01' })).toEqual([400, ['when']]);
      expect(await refused(host, { when: 'x'.repeat(201) })).toEqual([400, ['when']]);
      expect(await refused(host, { when: ' ' })).toEqual([400, ['when']]);
      const unclear = await fail({ when: '2/3', timezone: 'UTC' });
      expect(unclear).toMatchObject({
        status: 422,
        code: 'request.unprocessable',
        details: { reason: 'when_unclear' },
      });
      const [candidate] = unclear.details.alternatives;
      expect((await list(host, { when: candidate.when, timezone: 'UTC' })).availability.understood).toBe(
        candidate.text,
      );
      expect(await fail({ when: 'whenever you like' })).toMatchObject({
        details: { reason: 'when_unclear', notUnderstood: 'whenever', alternatives: [] },
      });
      expect(await fail({ when: '2020-02-03' })).toMatchObject({ status: 422, details: { reason: 'when_over' } });
    });
  });

  describe('slots', () => {
    it('are those of the evaluator, in order, each as long as the event', async () => {
      const host = await createHost(stack.sql);
      const answer = await list(host, { limit: 500 });
      const open = await host.listedStarts();
      expect(startsOf(answer)).toEqual(open.slice(0, 500));
      for (const { startUtc, endUtc } of answer.slots)
        expect(Date.parse(endUtc) - Date.parse(startUtc)).toBe(HALF_HOUR_MS);
    });

    it('stay inside the weekly hours of the host', async () => {
      const { slots, availability } = await list(ada, { limit: 500, timezone: 'Europe/Berlin' });
      const open = new Set(
        availability.hostSchedule?.weeklyRules.map(
          ({ dayName, startTime, endTime }) => `${dayName} ${startTime} ${endTime}`,
        ),
      );
      expect(open).toContain('Monday 09:00 12:00');
      expect(open).toContain('Friday 13:00 17:00');
      expect(slots.length).toBeGreaterThan(100);
      for (const { bookerLocal } of slots) {
        const { dayOfWeek, startLocal, endLocal } = bookerLocal;
        const inside = availability.hostSchedule?.weeklyRules.some(
          (rule) => rule.dayName === dayOfWeek && rule.startTime <= startLocal && rule.endTime >= endLocal,
        );
        expect(inside).toBe(true);
      }
    });

    it('are shown in the booker’s zone', async () => {
      const { slots, availability } = await list(ada, { timezone: 'America/St_Johns' });
      expect(availability).toMatchObject({ bookerTimezone: 'America/St_Johns', bookerTimezoneSource: 'query' });
      for (const { startUtc, endUtc, bookerLocal } of slots.slice(0, 20)) {
        const shown = (instant: string, options: Intl.DateTimeFormatOptions) =>
          new Intl.DateTimeFormat('en-CA', { timeZone: 'America/St_Johns', hourCycle: 'h23', ...options }).format(
            new Date(instant),
          );
        const clock = { hour: '2-digit', minute: '2-digit' } as const;
        expect(bookerLocal).toMatchObject({
          timezone: 'America/St_Johns',
          dateLocal: shown(startUtc, { year: 'numeric', month: '2-digit', day: '2-digit' }),
          dayOfWeek: shown(startUtc, { weekday: 'long' }),
          startLocal: shown(startUtc, clock),
          endLocal: shown(endUtc, clock),
        });
        expect(bookerLocal.display).toContain(bookerLocal.startLocal);
      }
    });

    it('fall back to the zone of the host, then to UTC', async () => {
      expect((await list(ada)).availability).toMatchObject({
        bookerTimezone: 'Europe/Berlin',
        bookerTimezoneSource: 'host_fallback',
      });
      const host = await createHost(stack.sql);
      await stack.sql`delete from schedules where workspace_id = ${host.workspaceId}`;
      expect((await list(host)).availability).toMatchObject({ bookerTimezone: 'UTC', bookerTimezoneSource: 'utc' });
    });
  });

  describe('the very next call shows', () => {
    it('a booking, a hold that yields, a setting, time off, and a changed week', async () => {
      const host = await createHost(stack.sql);
      const [first = 0, second = 0, third = 0, fourth = 0] = await host.openStarts();
      const has = async (startMs: number) => startsOf(await list(host)).includes(startMs);
      expect(await has(first)).toBe(true);
      await confirmIssue(stack.sql, await askCode(stack.sql, host), first);
      expect(await has(first)).toBe(false);
      const { challenge } = await askCode(stack.sql, host, { startMs: second });
      expect(await has(second)).toBe(false);
      await stack.sql`update claims set firm_until = clock_timestamp() - interval '1 second' where booking_id = ${challenge.id}`;
      expect(await has(second)).toBe(true);
      await stack.sql`
        insert into time_off (id, host_id, period)
        values (gen_random_uuid(), ${host.userId}, tstzrange(${iso(third)}, ${iso(third + HALF_HOUR_MS)}))`;
      expect([await has(third), await has(fourth)]).toEqual([false, true]);
      await changeEvent(stack.sql, host, { buffer_before_minutes: 45 });
      expect(await has(fourth)).toBe(true);
      await changeEvent(stack.sql, host, { minimum_notice_minutes: 2 * 1_440 });
      expect(await has(fourth)).toBe(false);
      await stack.sql`
        delete from schedule_rules where schedule_id = (select schedule_id from event_types where id = ${host.eventTypeId})`;
      expect((await list(host)).emptyReason).toBe('no_rules');
    });
  });

  describe('limit', () => {
    it('is 100 by default, as asked below 500, and 500 above', async () => {
      const host = await createHost(stack.sql);
      const applied = async (limit?: number) => {
        const { slots, availability } = await list(host, limit === undefined ? {} : { limit });
        const { limitApplied, maxLimit, truncatedByLimit, slotsReturned } = availability;
        expect(slotsReturned).toBe(slots.length);
        return [slots.length, limitApplied, maxLimit, truncatedByLimit];
      };
      expect(await applied()).toEqual([100, 100, 500, true]);
      expect(await applied(7)).toEqual([7, 7, 500, true]);
      expect(await applied(501)).toEqual([500, 500, 500, true]);
      expect(await applied(1_000_000)).toEqual([500, 500, 500, true]);
    });

    it.each([0, -1, 1.5, 'ten'])('%s is a 400 that names it', async (limit) => {
      expect(await refused(await createHost(stack.sql), { limit })).toEqual([400, ['limit']]);
    });

    it('a note and refetchUrl lead on where the list was cut, without a gap', async () => {
      const host = await createHost(stack.sql);
      const { agentBooking, slots } = await list(host, { limit: 5 });
      expect(agentBooking.note).toContain('5 slots');
      const rest = (await http(agentBooking.refetchUrl)).json() as never as typeof agentBooking & {
        slots: typeof slots;
      };
      expect(startsOf({ slots: [...slots, ...rest.slots] })).toEqual((await host.listedStarts()).slice(0, 10));
    });
  });

  describe('the window', () => {
    it('is 14 days by default, from now or from its start', async () => {
      const host = await createHost(stack.sql);
      const { availability } = await list(host);
      const span = Date.parse(availability.queriedToUtc) - Date.parse(availability.queriedFromUtc);
      expect(span).toBe(14 * DAY_MS);
      expect(Math.abs(Date.parse(availability.queriedFromUtc) - Date.now())).toBeLessThan(61_000);
      const from = iso(Math.floor(Date.now() / DAY_MS) * DAY_MS + 3 * DAY_MS);
      const later = await list(host, { from });
      expect(later.availability).toMatchObject({
        queriedFromUtc: from,
        queriedToUtc: iso(Date.parse(from) + 14 * DAY_MS),
      });
      expect(later.slots[0]?.startUtc).toBe(from);
    });

    it('from and to bound starts, dates are the booker’s, and both kinds mean both', async () => {
      const host = await createHost(stack.sql);
      const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS + 3 * DAY_MS;
      const date = iso(midnight).slice(0, 10);
      const starts = async (query: Record<string, unknown>) => startsOf(await list(host, { limit: 500, ...query }));
      const instants = await starts({ from: iso(midnight), to: iso(midnight + 2 * 3_600_000) });
      expect(instants).toEqual([0, 1, 2, 3].map((n) => midnight + n * HALF_HOUR_MS));
      const day = await starts({ fromDate: date, toDate: date, timezone: 'Asia/Kolkata' });
      expect([day[0], day.at(-1), day.length]).toEqual([midnight - 5.5 * 3_600_000, midnight + 18 * 3_600_000, 48]);
      const noon = iso(midnight + DAY_MS / 2);
      expect(await starts({ fromDate: date, toDate: date, timezone: 'UTC', from: noon })).toHaveLength(24);
      expect(
        await starts({ fromDate: date, toDate: date, timezone: 'UTC', from: noon, to: iso(midnight + 2 * DAY_MS) }),
      ).toHaveLength(24);
      const { availability } = await list(host, { fromDate: date, toDate: date });
      expect(availability).toMatchObject({ fromDate: date, toDate: date, datesInPayload: [date] });
    });

    it.each([
      [{ from: '2026-12-02T00:00:00Z', to: '2026-12-01T00:00:00Z' }, ['to']],
      [{ from: '2026-12-02T00:00:00Z', to: '2026-12-02T00:00:00Z' }, ['to']],
      [{ fromDate: '2026-12-02', toDate: '2026-12-01' }, ['toDate']],
      [{ fromDate: '2026-02-30' }, ['fromDate']],
      [{ from: '2026-02-30T09:00:00Z' }, ['from']],
      [{ from: '2026-12-01T09:00:00' }, ['from']],
      [{ timezone: 'Mars/Olympus' }, ['timezone']],
      [{ timezone: '' }, ['timezone']],
    ])('%j is a 400', async (query, paths) => {
      expect(await refused(await createHost(stack.sql), query)).toEqual([400, paths]);
    });

    it('never reaches past maxFutureDays, nor before now', async () => {
      const host = await createHost(stack.sql, { max_future_days: 3 });
      const { slots, availability } = await list(host, {
        from: '2020-01-01T00:00:00Z',
        to: '2999-01-01T00:00:00Z',
        limit: 500,
      });
      expect(availability.maxFutureDays).toBe(3);
      expect(Date.parse(availability.queriedFromUtc)).toBeGreaterThan(Date.now() - 61_000);
      expect(Date.parse(availability.queriedToUtc)).toBeLessThanOrEqual(Date.now() + 4 * DAY_MS);
      // Days are in the host's zone, here UTC: the third day from today is offered until its end.
      const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
      expect(slots.at(-1)?.startUtc).toBe(iso(today + 4 * DAY_MS - HALF_HOUR_MS));
      expect(availability.truncatedByLimit).toBe(false);
      const beyond = await list(host, { from: iso(Date.now() + 10 * DAY_MS) });
      expect([beyond.slots, beyond.emptyReason, beyond.availability.nextAvailableStartUtc]).toEqual([
        [],
        'no_slots',
        null,
      ]);
    });
  });

  describe('emptyReason', () => {
    const empty = async (change: (host: TestHost) => Promise<unknown>) => {
      const host = await createHost(stack.sql);
      await change(host);
      const { slots, emptyReason, agentBooking, availability, bookingProtocol } = await list(host);
      expect(slots).toEqual([]);
      expect(availability).toMatchObject({
        slotsReturned: 0,
        firstSlotStartUtc: null,
        lastSlotStartUtc: null,
        datesInPayload: [],
      });
      expect(agentBooking.instructions[0]).toContain('no slots');
      return [emptyReason, availability.nextAvailableStartUtc, bookingProtocol.agentCompletable];
    };

    it('workspace_locked: 200, and nobody can complete it', async () => {
      const lock = ({ workspaceId }: TestHost) =>
        stack.sql`update workspaces set subscription_status = 'inactive' where id = ${workspaceId}`;
      expect(await empty(lock)).toEqual(['workspace_locked', null, false]);
    });

    it('no_schedule', async () => {
      const drop = ({ workspaceId }: TestHost) => stack.sql`delete from schedules where workspace_id = ${workspaceId}`;
      expect(await empty(drop)).toEqual(['no_schedule', null, true]);
    });

    it('no_rules', async () => {
      const drop = ({ workspaceId }: TestHost) => stack.sql`
        delete from schedule_rules where schedule_id in (select id from schedules where workspace_id = ${workspaceId})`;
      expect(await empty(drop)).toEqual(['no_rules', null, true]);
    });

    it('no_slots, and when the next one is', async () => {
      const host = await createHost(stack.sql, { minimum_notice_minutes: 3 * 1_440 });
      const { slots, emptyReason, availability, agentBooking } = await list(host, { to: iso(Date.now() + DAY_MS) });
      expect([slots, emptyReason]).toEqual([[], 'no_slots']);
      expect(availability.nextAvailableStartUtc).toBe(iso((await host.listedStarts())[0] ?? 0));
      const refetched = (await http(agentBooking.refetchUrl)).json() as never as { slots: { startUtc: string }[] };
      expect(refetched.slots[0]?.startUtc).toBe(availability.nextAvailableStartUtc);
    });

    it('no_slots for a window that is over, with the way to what can be had', async () => {
      const host = await createHost(stack.sql);
      const past = { from: '2020-01-01T00:00:00Z', to: '2020-01-08T00:00:00Z' };
      for (const query of [past, { fromDate: '2020-01-01', toDate: '2020-01-08' }, { to: iso(Date.now() - DAY_MS) }]) {
        const { slots, emptyReason, availability, agentBooking } = await list(host, query);
        expect([slots, emptyReason]).toEqual([[], 'no_slots']);
        expect(agentBooking.instructions[0]).toMatch(
          /^There are no slots: the requested window is in the past\. .* The next one starts at .*Z: GET refetchUrl\.$/,
        );
        const refetched = (await http(agentBooking.refetchUrl)).json() as never as { slots: { startUtc: string }[] };
        expect(refetched.slots[0]?.startUtc).toBe(availability.nextAvailableStartUtc);
      }
    });

    it('no_slots for a window past what the event takes', async () => {
      const host = await createHost(stack.sql, { max_future_days: 3 });
      const { emptyReason, agentBooking } = await list(host, { from: iso(Date.now() + 10 * DAY_MS) });
      expect([emptyReason, agentBooking.instructions[0]]).toEqual([
        'no_slots',
        'There are no slots: the requested window begins after the last day that can be booked, 3 days ahead. Ask for an earlier one.',
      ]);
    });

    it('is absent where there are slots', async () => {
      expect(await list(await createHost(stack.sql))).not.toHaveProperty('emptyReason');
    });
  });

  describe('404', () =>
    it.each([[{ eventSlug: 'other' }], [{ username: 'nobody' }], [{ workspace: 'nowhere' }]])('%j', async (other) => {
      const host = await createHost(stack.sql);
      const { status, code } = refusalOf(await call('listSlots', { ...host.address, ...other }));
      expect([status, code]).toEqual([404, 'resource.not_found']);
    }));
});
