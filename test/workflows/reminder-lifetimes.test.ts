import { expect, it } from 'vitest';
import { createBookingFlows } from '../../api/flows/booking-flows.ts';
import type { AttemptKind } from '../../domain/booking/attempt.ts';
import type { AttemptRequests } from '../../store/booking/attempts.ts';
import { listLocalMails } from '../../store/mail/mails.ts';
import { flowId } from '../../workflows/catalogue.ts';
import { openAttempt } from '../support/drivers/attempts.ts';
import { askCode, bookingRequest } from '../support/drivers/guest.ts';
import { createHost } from '../support/drivers/host.ts';
import { planOf, remindOf } from '../support/drivers/reminders.ts';
import { skippedTime, terminateAtRest, timersIn, untilAtRest } from '../support/stack/skipped-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const TASK_QUEUE = 'reminder-lifetimes';
const PATIENCE_MS = 20_000;

const world = await skippedTime('the lifetimes of reminders', TASK_QUEUE);

/** A meeting in five days at 15:00 UTC, of a host in UTC and a guest in Berlin. */
async function book(reminders: Parameters<typeof remindOf>[2]) {
  const { sql } = world.database;
  const host = await createHost(sql);
  await remindOf(sql, host.eventTypeId, reminders);
  const starts = await host.openStarts();
  const startMs =
    starts.find((start) => start > Date.now() + 5 * 24 * HOUR_MS && start % (24 * HOUR_MS) === 15 * HOUR_MS) ?? 0;
  const { challenge } = await askCode(sql, host);
  const { id: bookingId, guestEmail } = challenge;
  const subject = { bookingId, workspaceId: host.workspaceId };
  const flows = createBookingFlows(world.environment.client, TASK_QUEUE, PATIENCE_MS);
  const flow = world.environment.client.workflow.getHandle(flowId('booking', bookingId));
  const atRest = async (before: number) => {
    await expect.poll(() => timersIn(flow), { timeout: PATIENCE_MS }).toBeGreaterThan(before);
  };
  const act = async <Kind extends AttemptKind>(kind: Kind, request: AttemptRequests[Kind]) => {
    const before = await timersIn(flow);
    const attempt = await openAttempt(sql, bookingId, kind, request);
    expect(await flows.carryOut(subject, attempt)).toMatchObject({ result: 'done' });
    return before;
  };
  let moves = 0;
  /** One of a storm of moves, by guest and host in turns: many at once, of which some find the time taken or the meeting moved. */
  const move = async (start: number): Promise<string> => {
    moves += 1;
    const who =
      moves % 2 === 0
        ? { source: 'host_api' as const, by: { ...by, userId: host.userId } }
        : { source: 'public_api' as const };
    const attempt = await openAttempt(sql, bookingId, 'reschedule', { startMs: start, atRevision: moves, ...who });
    const outcome = await flows.carryOut(subject, attempt);
    // Ten moves a day are allowed: this one was yesterday.
    await sql`update booking_changes set created_at = created_at - interval '1 day' where booking_id = ${bookingId}`;
    return outcome.result === 'done' ? 'moved' : outcome.reason;
  };
  await flows.requestCode(subject, 1);
  const invitee = { email: guestEmail, name: 'Grace', timezone: 'Europe/Berlin' };
  await atRest(await act('confirm', bookingRequest(guestEmail, startMs, { invitee })));
  return {
    ...{ host, flow, startMs, starts, bookingId, act, atRest, move },
    /** Time passes for the flow and for its row alike. */
    pass: async (ms: number) => {
      const gone = sql`${ms} * interval '1 millisecond'`;
      await sql`
        update bookings b set start_at = start_at - ${gone}, end_at = end_at - ${gone}, remind_at = remind_at - ${gone},
          reminders = (select jsonb_agg(case when one -> 'atMs' = 'null' then one
            else one || jsonb_build_object('atMs', (one ->> 'atMs')::float8 - ${ms}::float8) end) from jsonb_array_elements(b.reminders) one)
        where id = ${bookingId}`;
      await world.environment.sleep(ms);
    },
    nextMs: async () => Math.min(...(await planOf(sql, bookingId)).map(({ atMs }) => atMs ?? Infinity)),
    /** Reminders that have left, by recipient. */
    left: async () => {
      const all = await listLocalMails(sql, { workspaceId: host.workspaceId });
      return all
        .filter(({ kind }) => kind === 'booking_reminder')
        .map(({ to, subject }) => `${to === guestEmail ? 'guest' : 'host'}: ${subject.split(',')[0]}`)
        .toReversed();
    },
  };
}

const by = { userId: '00000000-0000-7000-8000-000000000000', apiKeyId: null, agentSeatId: null };

world.describe('reminders, in a world where days pass in milliseconds', () => {
  it('leave a day before, at 9:00 of the guest’s clock, after a move anew, and once each', async () => {
    const it = await book([
      { when: '24h before', to: 'host' },
      { when: '1d before 09:00', to: 'guest', subject: 'Soon: {guest_name}' },
    ]);
    const toNine = (await planOf(world.database.sql, it.bookingId)).find(({ to }) => to === 'guest')?.atMs ?? 0;
    // 9:00 in Berlin is 7:00 or 8:00 in UTC, where the meeting is at 15:00. The mail comes within five minutes.
    expect([31, 32]).toContain(Math.ceil((it.startMs - toNine) / HOUR_MS));
    const now = Date.now();
    await it.pass(toNine - now - MINUTE_MS);
    expect(await it.left()).toEqual([]);
    await it.pass(2 * MINUTE_MS);
    await expect.poll(it.left, { timeout: PATIENCE_MS }).toEqual(['guest: Soon: Grace']);
    await it.pass(8 * HOUR_MS);
    const both = ['guest: Soon: Grace', 'host: Reminder: Call with Grace'];
    await expect.poll(it.left, { timeout: PATIENCE_MS }).toEqual(both);
    const later = (await it.host.openStarts()).find((start) => start > Date.now() + 4 * 24 * HOUR_MS) ?? 0;
    await it.atRest(await it.act('reschedule', { startMs: later, atRevision: 1, source: 'public_api' }));
    expect(await planOf(world.database.sql, it.bookingId)).toHaveLength(2);
    for (let left = 2; left > 0; left -= 1) {
      await it.pass((await it.nextMs()) - Date.now() + MINUTE_MS);
      await expect
        .poll(async () => (await planOf(world.database.sql, it.bookingId)).length, { timeout: PATIENCE_MS })
        .toBe(left - 1);
    }
    expect((await it.left()).toSorted()).toEqual([...both, ...both].toSorted());
    await it.pass(2 * 24 * HOUR_MS);
    expect(await it.flow.result()).toBe('completed');
  });

  it('leave once for the last time of a storm of moves, never for a time before that had not come, and never after a cancel', async () => {
    const it = await book([{ when: '24h before' }, { when: '2h before', to: 'guest' }]);
    const { sql } = world.database;
    const free = it.starts.filter((start) => start > Date.now() + 6 * 24 * HOUR_MS && start % HOUR_MS === 0);
    const planned = () => planOf(sql, it.bookingId);
    // A minute before the first is due the storm begins, and it goes on while that time passes.
    await it.pass((await it.nextMs()) - Date.now() - MINUTE_MS);
    expect(await it.left()).toEqual([]);
    const seen: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      const moves = free.slice(round * 4, round * 4 + 4).map((start) => it.move(start));
      if (round === 1) await it.pass(2 * MINUTE_MS);
      seen.push(...(await Promise.all(moves)));
    }
    expect(seen).toHaveLength(24);
    expect(seen.filter((outcome) => outcome === 'moved').length).toBeGreaterThanOrEqual(20);
    expect(await planned()).toHaveLength(3);
    await untilAtRest(it.flow);
    // No time of before comes: from here to the last time's first reminder are days in which all of them would have been.
    await it.pass((await it.nextMs()) - Date.now() - MINUTE_MS);
    expect(await it.left()).toEqual([]);
    await untilAtRest(it.flow);
    await it.pass(2 * MINUTE_MS);
    await expect.poll(async () => (await planned()).length, { timeout: PATIENCE_MS }).toBe(1);
    const dayBefore = ['guest: Reminder: Call with Hedy Host', 'host: Reminder: Call with Grace'];
    expect((await it.left()).toSorted()).toEqual(dayBefore);
    await untilAtRest(it.flow);
    await it.pass((await it.nextMs()) - Date.now() + MINUTE_MS);
    const all = [...dayBefore, 'guest: Reminder: Call with Hedy Host'].toSorted();
    await expect.poll(async () => (await it.left()).toSorted(), { timeout: PATIENCE_MS }).toEqual(all);
    await untilAtRest(it.flow);
    await it.pass(2 * 24 * HOUR_MS);
    expect(await it.flow.result()).toBe('completed');
    expect((await it.left()).toSorted()).toEqual(all);
  });

  it('do not leave of a meeting that is canceled in a storm of moves', async () => {
    const it = await book([{ when: '24h before' }]);
    const free = it.starts.filter((start) => start > Date.now() + 6 * 24 * HOUR_MS && start % HOUR_MS === 0);
    await it.pass((await it.nextMs()) - Date.now() - MINUTE_MS);
    const seen: string[] = [];
    for (let round = 0; round < 4; round += 1)
      seen.push(...(await Promise.all(free.slice(round * 5, round * 5 + 5).map((start) => it.move(start)))));
    expect(seen.filter((outcome) => outcome === 'moved')).toHaveLength(20);
    const [latest] = free.slice(20);
    const last = it.move(latest ?? 0);
    const canceled = it.act('cancel', { reason: null, actor: 'guest', source: 'public_api' });
    await Promise.all([last, canceled]);
    await it.pass(2 * MINUTE_MS);
    expect(await it.flow.result()).toBe('canceled');
    expect(await planOf(world.database.sql, it.bookingId)).toEqual([]);
    expect(await it.left()).toEqual([]);
  });

  it('thank after the meeting, or follow up on a no-show that is not taken back', async () => {
    const it = await book([{ when: '30m after' }, { when: '1h after no-show' }]);
    await it.pass(it.startMs - Date.now() + MINUTE_MS);
    const flowOf = it.act('markNoShow', { noShow: true, source: 'host_api', by: { ...by, userId: it.host.userId } });
    await it.atRest(await flowOf);
    await it.atRest(
      await it.act('markNoShow', { noShow: false, source: 'host_api', by: { ...by, userId: it.host.userId } }),
    );
    await it.pass(2 * HOUR_MS);
    await expect.poll(it.left, { timeout: PATIENCE_MS }).toEqual(['guest: Thank you: Call with Hedy Host']);
    expect(await it.flow.result()).toBe('completed');
    await it.act('markNoShow', {
      noShow: true,
      atRevision: 3,
      source: 'host_api',
      by: { ...by, userId: it.host.userId },
    });
    await expect.poll(async () => (await it.flow.describe()).status.name, { timeout: PATIENCE_MS }).toBe('RUNNING');
    await it.atRest(0);
    await it.pass(HOUR_MS + MINUTE_MS);
    await expect
      .poll(it.left, { timeout: PATIENCE_MS })
      .toEqual(['guest: Thank you: Call with Hedy Host', 'guest: We missed you: Call with Hedy Host']);
  });

  it('do not leave once the host has removed them, or the meeting is canceled; a new rule mails nobody of before', async () => {
    const removed = await book([{ when: '24h before' }]);
    await remindOf(world.database.sql, removed.host.eventTypeId, [{ id: 'another1', when: '2h before' }]);
    await removed.pass(removed.startMs - Date.now() - HOUR_MS);
    await expect.poll(() => planOf(world.database.sql, removed.bookingId), { timeout: PATIENCE_MS }).toEqual([]);
    expect(await removed.left()).toEqual([]);
    const canceled = await book([{ when: '24h before' }, { when: '1h after' }]);
    await canceled.act('cancel', { reason: null, actor: 'guest', source: 'public_api' });
    expect(await canceled.flow.result()).toBe('canceled');
    expect(await planOf(world.database.sql, canceled.bookingId)).toEqual([]);
    expect(await canceled.left()).toEqual([]);
    await terminateAtRest(removed.flow);
  });
});
