import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteBookingChange } from '../../store/prep/prep-packs.ts';
import { flowId, flowStart } from '../../workflows/catalogue.ts';
import { createHost } from '../support/drivers/host.ts';
import { makeBooking } from '../support/drivers/host-bookings.ts';
import type { TestDatabase } from '../support/stack/database.ts';
import { openSkippedTime, type SkippedTime } from '../support/stack/skipped-time.ts';
import { timeSkippingServer } from '../support/stack/time-skipping.ts';

const HOUR_MS = 3_600_000;
const TASK_QUEUE = 'prep-lifetimes';
/** In real time: a cold Java server on a busy machine is slow. */
const PATIENCE = { timeout: 20_000 };

const server = await timeSkippingServer();
if ('whyNot' in server) process.stderr.write(`Skipped: the lifetime of a prep pack. ${server.whyNot}\n`);

let environment: TestWorkflowEnvironment;
let database: TestDatabase;
let world: SkippedTime | undefined;

describe.skipIf('whyNot' in server)('a prep pack, in a world where hours pass in milliseconds', () => {
  beforeAll(async () => {
    if ('whyNot' in server) return;
    world = await openSkippedTime(server.path, TASK_QUEUE);
    ({ environment, database } = world);
  }, 120_000);

  afterAll(() => world?.close());

  /** A meeting that begins in some hours, with its flow. */
  async function begun(hours: number) {
    const host = await createHost(database.sql);
    const startMs = Date.now() + hours * HOUR_MS;
    const team = { workspaceId: host.workspaceId };
    const { bookingId } = await makeBooking(database.sql, team, { hostId: host.userId, startMs });
    const workspaceId = await noteBookingChange(database.sql, bookingId, 1);
    expect(workspaceId).toBe(host.workspaceId);
    const start = flowStart('prepPack', { id: bookingId, workspaceId: host.workspaceId });
    const flow = await environment.client.workflow.start('prepPack', { ...start, taskQueue: TASK_QUEUE });
    return { bookingId, flow };
  }

  const timersOf = (flow: WorkflowHandle) => async () =>
    ((await flow.fetchHistory()).events ?? []).filter((event) => event.timerStartedEventAttributes).length;
  /** The flow sets its timers from the row as it is then. The rows age only after that. */
  const hasTimers = (flow: WorkflowHandle, count: number) => expect.poll(timersOf(flow), PATIENCE).toBe(count);

  async function age(bookingId: string, hours: number): Promise<void> {
    const step = `${hours} hours`;
    await database.sql`
      update bookings set start_at = start_at - ${step}::interval, end_at = end_at - ${step}::interval where id = ${bookingId}`;
    await database.sql`
      update prep_mails set start_at = start_at - ${step}::interval where booking_id = ${bookingId}`;
  }

  const mailsOf = async (bookingId: string) =>
    (await database.sql`select 1 from local_mails where key like ${`${bookingId}:prep-%`}`).count;

  it('is mailed an hour before the meeting, again when it has moved, and ends with the meeting', async () => {
    const { bookingId, flow } = await begun(5);
    await hasTimers(flow, 1);
    expect(await mailsOf(bookingId)).toBe(0);
    await age(bookingId, 3);
    await environment.sleep('3 hours');
    // An hour is left until the mail.
    expect(await mailsOf(bookingId)).toBe(0);
    await age(bookingId, 1);
    await environment.sleep('1 hour');
    await hasTimers(flow, 2);
    expect(await mailsOf(bookingId)).toBe(1);

    await database.sql`
      update bookings set start_at = start_at + interval '4 hours', end_at = end_at + interval '4 hours', status = 'rescheduled', revision = 2
      where id = ${bookingId}`;
    // Rows age, the clock of the database does not: with the same minutes, the second mail would have the start of the first.
    await database.sql`update event_types set prep_mail_minutes = 120`;
    await noteBookingChange(database.sql, bookingId, 2);
    await flow.signal('changed');
    await hasTimers(flow, 3);
    expect(await mailsOf(bookingId)).toBe(1);
    await age(bookingId, 3);
    await environment.sleep('3 hours');
    await hasTimers(flow, 4);
    expect(await mailsOf(bookingId)).toBe(2);
    await age(bookingId, 3);
    expect(await flow.result()).toBe('meeting over');
    expect(await mailsOf(bookingId)).toBe(2);
    const [row] =
      await database.sql`select status, ended_at is not null as ended from prep_packs where booking_id = ${bookingId}`;
    expect(row).toEqual({ status: 'degraded', ended: true });
  });

  it('of a meeting that is canceled is never mailed', async () => {
    const { bookingId, flow } = await begun(5);
    await hasTimers(flow, 1);
    await database.sql`update bookings set status = 'canceled', revision = 2 where id = ${bookingId}`;
    await noteBookingChange(database.sql, bookingId, 2);
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
    await database.sql`
      update event_types set ${database.sql(setting)} where id = (select event_type_id from bookings where id = ${bookingId})`;
    await age(bookingId, 4);
    await environment.sleep('4 hours');
    await hasTimers(flow, 2);
    expect(await mailsOf(bookingId)).toBe(0);
    await age(bookingId, 2);
    expect(await flow.result()).toBe('meeting over');
  });
});
