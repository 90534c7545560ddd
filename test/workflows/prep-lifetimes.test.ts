import type { WorkflowHandle } from '@temporalio/client';
import { expect, it } from 'vitest';
import { noteBookingChange } from '../../store/prep/prep-packs.ts';
import { flowId, flowStart } from '../../workflows/catalogue.ts';
import { createHost } from '../support/drivers/host.ts';
import { makeBooking } from '../support/drivers/host-bookings.ts';
import { skippedTime, terminateAtRest } from '../support/stack/skipped-time.ts';

const HOUR_MS = 3_600_000;
const TASK_QUEUE = 'prep-lifetimes';
/** In real time: a cold Java server on a busy machine is slow. */
const PATIENCE = { timeout: 20_000 };

const world = await skippedTime('the lifetime of a prep pack', TASK_QUEUE);

world.describe('a prep pack, in a world where hours pass in milliseconds', () => {
  /** A meeting that begins in some hours, with its flow. */
  async function begun(hours: number) {
    const host = await createHost(world.database.sql);
    const startMs = Date.now() + hours * HOUR_MS;
    const team = { workspaceId: host.workspaceId };
    const { bookingId } = await makeBooking(world.database.sql, team, { hostId: host.userId, startMs });
    const work = await noteBookingChange(world.database.sql, bookingId, 1);
    expect(work?.workspaceId).toBe(host.workspaceId);
    const row = { id: bookingId, workspaceId: host.workspaceId };
    // On the installation's queue, as flows that began before packs had their own.
    const start = { ...flowStart('prepPack', row, TASK_QUEUE), taskQueue: TASK_QUEUE };
    const flow = await world.environment.client.workflow.start('prepPack', start);
    return { bookingId, flow };
  }

  const timersOf = (flow: WorkflowHandle) => async () =>
    ((await flow.fetchHistory()).events ?? []).filter((event) => event.timerStartedEventAttributes).length;
  /** The flow sets its timers from the row as it is then. The rows age only after that. */
  const hasTimers = (flow: WorkflowHandle, count: number) => expect.poll(timersOf(flow), PATIENCE).toBe(count);

  async function age(bookingId: string, hours: number): Promise<void> {
    const step = `${hours} hours`;
    await world.database.sql`
      update bookings set start_at = start_at - ${step}::interval, end_at = end_at - ${step}::interval where id = ${bookingId}`;
    await world.database.sql`
      update prep_mails set start_at = start_at - ${step}::interval where booking_id = ${bookingId}`;
  }

  const mailsOf = async (bookingId: string) =>
    (await world.database.sql`select 1 from local_mails where key like ${`${bookingId}:prep-%`}`).count;

  it('is mailed an hour before the meeting, again when it has moved, and ends with the meeting', async () => {
    const { bookingId, flow } = await begun(5);
    await hasTimers(flow, 1);
    expect(await mailsOf(bookingId)).toBe(0);
    await age(bookingId, 3);
    await world.environment.sleep('3 hours');
    // An hour is left until the mail.
    expect(await mailsOf(bookingId)).toBe(0);
    await age(bookingId, 1);
    await world.environment.sleep('1 hour');
    await hasTimers(flow, 2);
    expect(await mailsOf(bookingId)).toBe(1);

    await world.database.sql`
      update bookings set start_at = start_at + interval '4 hours', end_at = end_at + interval '4 hours', status = 'rescheduled', revision = 2
      where id = ${bookingId}`;
    // Rows age, the clock of the database does not: with the same minutes, the second mail would have the start of the first.
    await world.database.sql`update event_types set prep_mail_minutes = 120`;
    await noteBookingChange(world.database.sql, bookingId, 2);
    await flow.signal('changed');
    await hasTimers(flow, 3);
    expect(await mailsOf(bookingId)).toBe(1);
    await age(bookingId, 3);
    await world.environment.sleep('3 hours');
    await hasTimers(flow, 4);
    expect(await mailsOf(bookingId)).toBe(2);
    await age(bookingId, 3);
    expect(await flow.result()).toBe('meeting over');
    expect(await mailsOf(bookingId)).toBe(2);
    const [row] = await world.database
      .sql`select status, ended_at is not null as ended from prep_packs where booking_id = ${bookingId}`;
    expect(row).toEqual({ status: 'degraded', ended: true });
  });

  /** As the store moves a meeting, at the clock of the database. */
  async function move(bookingId: string, revision: number, startMs: number): Promise<void> {
    const start = new Date(startMs);
    await world.database.sql`
      insert into booking_changes (booking_id, revision, kind, actor, start_at, end_at, previous_start_at, created_at)
      select id, ${revision}, 'rescheduled', 'guest', ${start}, ${start}::timestamptz + interval '30 minutes', start_at, clock_timestamp()
      from bookings where id = ${bookingId}`;
    await world.database.sql`
      update bookings set start_at = ${start}, end_at = ${start}::timestamptz + interval '30 minutes', status = 'rescheduled', revision = ${revision}
      where id = ${bookingId}`;
    await noteBookingChange(world.database.sql, bookingId, revision);
  }

  it('of a meeting that moves several times in minutes is mailed once for the last time, also if that was mailed before', async () => {
    const minute = HOUR_MS / 60;
    const { bookingId, flow } = await begun(0.75);
    await hasTimers(flow, 1);
    const [row] = await world.database.sql<
      { start: Date }[]
    >`select start_at as start from bookings where id = ${bookingId}`;
    const firstMs = row?.start.getTime() ?? 0;
    const starts = async () => {
      const mails = await world.database.sql<{ key: string }[]>`
        select key from local_mails where key like ${`${bookingId}:prep-%`} order by created_at, id`;
      return mails.map(({ key }) => (Number(key.split(':prep-')[1]?.split('-')[0]) - firstMs) / minute);
    };
    const moves = async (revision: number, minutes: number, timers: number) => {
      await move(bookingId, revision, firstMs + minutes * minute);
      await flow.signal('changed');
      await hasTimers(flow, timers);
    };
    const rest = async (timers: number) => {
      await world.database.sql`
        update booking_changes set created_at = created_at - interval '3 minutes' where booking_id = ${bookingId}`;
      await world.environment.sleep('3 minutes');
      await hasTimers(flow, timers);
    };
    expect(await starts()).toEqual([0]);
    await moves(2, 5, 2);
    await moves(3, -10, 3);
    await moves(4, 8, 4);
    expect(await starts()).toEqual([0]);
    await rest(5);
    expect(await starts()).toEqual([0, 8]);
    await moves(5, 3, 6);
    await moves(6, 0, 7);
    await rest(8);
    expect(await starts()).toEqual([0, 8, 0]);
    // To and fro: they know the time.
    await moves(7, 3, 9);
    await moves(8, 0, 10);
    await rest(10);
    expect(await starts()).toEqual([0, 8, 0]);
    // Minutes before the start nothing waits.
    await moves(9, -42, 11);
    expect(await starts()).toEqual([0, 8, 0, -42]);
    await terminateAtRest(flow);
  });

  it('of a meeting that is canceled is never mailed', async () => {
    const { bookingId, flow } = await begun(5);
    await hasTimers(flow, 1);
    await world.database.sql`update bookings set status = 'canceled', revision = 2 where id = ${bookingId}`;
    await noteBookingChange(world.database.sql, bookingId, 2);
    await flow.signal('changed');
    expect(await flow.result()).toBe('canceled');
    expect(flow.workflowId).toBe(flowId('prepPack', bookingId));
    expect(await mailsOf(bookingId)).toBe(0);
  });

  it.each([
    ['no mail', { prep_mail_minutes: null }],
    ['no packs', { prep: false }],
  ])('is not mailed once its event type wants %s', async (_, setting) => {
    const { bookingId, flow } = await begun(5);
    await hasTimers(flow, 1);
    await world.database.sql`
      update event_types set ${world.database.sql(setting)} where id = (select event_type_id from bookings where id = ${bookingId})`;
    await age(bookingId, 4);
    await world.environment.sleep('4 hours');
    await hasTimers(flow, 2);
    expect(await mailsOf(bookingId)).toBe(0);
    await age(bookingId, 2);
    expect(await flow.result()).toBe('meeting over');
  });
});
