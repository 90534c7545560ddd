import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localMailer, type Mailer } from '../../activities/mail/send.ts';
import { flowId } from '../../workflows/catalogue.ts';
import { Journey } from '../support/drivers/booking-journey.ts';
import { remindOf } from '../support/drivers/reminders.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { bookingPaths } from './booking-paths.ts';
import { keepHistory, REMINDED_BESIDE } from './histories.ts';

let stack: Stack;
/** The address whose mails the provider does not take now. */
let awayFor: string | null = null;
beforeAll(async () => {
  const makeMailer = (sql: Sql): Mailer => {
    const mailer = localMailer(sql, Date.now);
    return {
      async send(mail) {
        if (mail.to === awayFor) throw new Error('the mail provider is away');
        return mailer.send(mail);
      },
    };
  };
  stack = await startStack({ demo: false, makeMailer });
});
afterAll(() => stack.close());

/** The words by which Temporal's UI names the flow's timers. */
async function timerNames(flow: Journey['flow']): Promise<string[]> {
  const events = (await flow.fetchHistory()).events ?? [];
  const timers = events.filter((event) => event.timerStartedEventAttributes);
  return timers.map(({ userMetadata }) => JSON.parse(Buffer.from(userMetadata?.summary?.data ?? '""').toString()));
}

describe('the booking flow', () => {
  it.each(bookingPaths)('$name', async ({ name, ends, mails, settings, walk }) => {
    const journey = await Journey.begin(stack, settings);
    await walk(journey, stack);
    expect(await journey.flow.result()).toBe(ends);
    const inbox = await stack.mailbox(journey.issue.challenge.guestEmail);
    expect(inbox.map(({ kind }) => kind).reverse()).toEqual(mails);
    await keepHistory('booking', name, journey.flow);
  });

  it('shows an operator what it waits for', async () => {
    const journey = await Journey.begin(stack);
    await journey.mailCode();
    await journey.confirm();
    await journey.announced();
    await expect
      .poll(async () => (await journey.flow.describe()).typedSearchAttributes.getAll().map(({ value }) => value))
      .toEqual(expect.arrayContaining(['confirmed', journey.host.userId, journey.host.workspaceId, journey.bookingId]));
    const { raw } = await journey.flow.describe();
    expect(raw.workflowExtendedInfo).toBeDefined();
    const metadata = (await journey.flow.query('__temporal_workflow_metadata')) as { currentDetails: string };
    expect(metadata.currentDetails).toMatch(/^Booked for 2\d{3}-.*Z\. Waiting for the meeting to end\.$/);
  });

  it('tells of a move while mails of an earlier change wait, and mails both once the provider is back', async () => {
    const journey = await Journey.begin(stack);
    await journey.mailCode();
    const guest = journey.issue.challenge.guestEmail;
    awayFor = guest;
    expect(await journey.confirm()).toMatchObject({ result: 'done' });
    expect(await journey.reschedule(3)).toMatchObject({ result: 'done' });
    const startOf = async () =>
      (await journey.flow.describe()).typedSearchAttributes.getAll().find(({ key }) => key.name === 'StartsAt')?.value;
    await expect.poll(startOf).toEqual(new Date(journey.starts[3] ?? 0));
    const pack = await stack.sql`select revision from prep_packs where booking_id = ${journey.bookingId}`;
    expect(pack).toEqual([{ revision: 2 }]);
    awayFor = null;
    await expect
      .poll(async () => (await stack.mailbox(guest)).map(({ kind }) => kind).toReversed(), { timeout: 30_000 })
      .toEqual(['booking_code', 'booking_confirmation', 'booking_rescheduled']);
  });

  it('reminds while a mail of an earlier change does not leave, at each time anew, and tells what it waits for', async () => {
    const journey = await Journey.begin(stack);
    const guest = journey.issue.challenge.guestEmail;
    await remindOf(stack.sql, journey.host.eventTypeId, [
      { when: '5m before', to: 'guest' },
      { when: '6m before', to: 'guest' },
    ]);
    await journey.mailCode();
    await journey.confirm(600);
    await journey.announced();
    const host = await stack.sql<{ email: string }[]>`select email from users where id = ${journey.host.userId}`;
    awayFor = host[0]?.email ?? null;
    const reminders = async () => (await stack.mailbox(guest)).filter(({ kind }) => kind === 'booking_reminder').length;
    // As if the mails of the booking had not left: the provider does not take the host's.
    const now = Date.now();
    const plan = [1_500, 3_000].map((ms, nth) => ({ id: `rule${nth}`, side: 'before', to: 'guest', atMs: now + ms }));
    await stack.sql`update booking_changes set announced_at = null where booking_id = ${journey.bookingId}`;
    await stack.sql`
      update bookings set reminders = ${stack.sql.json(plan)}, remind_at = ${new Date(now + 1_500)} where id = ${journey.bookingId}`;
    await journey.nudge();
    await expect.poll(reminders, { timeout: 10_000 }).toBe(1);
    await expect.poll(reminders, { timeout: 10_000 }).toBe(2);
    const due =
      await stack.sql`select 1 from booking_changes where booking_id = ${journey.bookingId} and announced_at is null`;
    expect(due).toHaveLength(1);
    awayFor = null;
    await journey.announced();
    const details = async () =>
      ((await journey.flow.query('__temporal_workflow_metadata')) as { currentDetails: string }).currentDetails;
    await expect.poll(details).toMatch(/Last reminders: 1 left\.$/);
    expect(await journey.cancel()).toMatchObject({ result: 'done' });
    expect(await journey.flow.result()).toBe('canceled');
    expect(await timerNames(journey.flow)).toContain('waiting for a reminder');
    await keepHistory('booking', REMINDED_BESIDE, journey.flow);
  });

  it('wakes by itself when the time of its code is over', async () => {
    const journey = await Journey.begin(stack);
    await stack.sql`update challenges set expires_at = clock_timestamp() + interval '1 second' where id = ${journey.bookingId}`;
    const flow = await stack.client.workflow.start('booking', {
      workflowId: flowId('booking', journey.bookingId),
      taskQueue: stack.taskQueue,
      args: [{ bookingId: journey.bookingId, codeLifetimeMs: 100 }],
    });
    expect(await flow.result()).toBe('code expired');
  });

  it('wakes by itself when the meeting ends', async () => {
    const journey = await Journey.begin(stack);
    await journey.mailCode();
    await journey.confirm();
    await stack.sql`
      update bookings set start_at = clock_timestamp() - interval '1 minute', end_at = clock_timestamp() + interval '1 second'
      where id = ${journey.bookingId}`;
    await journey.nudge();
    expect(await journey.flow.result()).toBe('completed');
  });
});

describe('the sweep', () => {
  it('starts the flow of a change that was not mailed', async () => {
    const journey = await Journey.begin(stack);
    await journey.mailCode();
    await journey.confirm();
    await journey.announced();
    await journey.flow.terminate('by a test');
    await stack.sql`
      update booking_changes set announced_at = null, created_at = created_at - interval '2 minutes' where booking_id = ${journey.bookingId}`;
    const swept = await stack.client.workflow.execute('sweep', {
      workflowId: `sweep-${journey.bookingId}`,
      taskQueue: stack.taskQueue,
    });
    expect(swept).toEqual({ nudged: expect.any(Number) });
    await journey.announced();
    expect((await journey.flow.describe()).status.name).toBe('RUNNING');
    const inbox = await stack.mailbox(journey.issue.challenge.guestEmail);
    expect(inbox.filter(({ kind }) => kind === 'booking_confirmation')).toHaveLength(1);
  });

  it('ends a meeting whose flow is gone without starting one, unless mails have to leave', async () => {
    const [mailed, unmailed] = [await Journey.begin(stack), await Journey.begin(stack)];
    for (const journey of [mailed, unmailed]) {
      await journey.mailCode();
      await journey.confirm();
      await journey.announced();
      await journey.flow.terminate('by a test');
      await stack.sql`
        update bookings set start_at = now() - interval '1 hour', end_at = now() - interval '1 minute'
        where id = ${journey.bookingId}`;
    }
    await stack.sql`update booking_changes set announced_at = null where booking_id = ${unmailed.bookingId}`;
    await stack.client.workflow.execute('sweep', {
      workflowId: `sweep-${mailed.bookingId}`,
      taskQueue: stack.taskQueue,
    });
    expect(await unmailed.flow.result()).toBe('completed');
    const rows = await stack.sql<{ status: string }[]>`
      select status from bookings where id in (${mailed.bookingId}, ${unmailed.bookingId})`;
    expect(rows).toEqual([{ status: 'completed' }, { status: 'completed' }]);
    expect((await mailed.flow.describe()).status.name).toBe('TERMINATED');
  });

  it('starts a stuck flow again, and leaves alone one that only waits', async () => {
    const [wedged, waiting] = [await Journey.begin(stack), await Journey.begin(stack)];
    await waiting.mailCode();
    // Its workflow task fails each time, as after a fault in replay.
    await stack.client.workflow.start('noSuchFlow', {
      workflowId: flowId('booking', wedged.bookingId),
      taskQueue: stack.taskQueue,
    });
    const runOf = async ({ flow }: Journey) => (await flow.describe()).runId;
    const [stuckRun, restingRun] = [await runOf(wedged), await runOf(waiting)];
    await expect
      .poll(async () => (await wedged.flow.describe()).raw.pendingWorkflowTask?.attempt, { timeout: 40_000 })
      .toBeGreaterThan(2);
    const due = (minutes: number, { bookingId }: Journey) => stack.sql`
      update challenges set expires_at = now() - ${minutes} * interval '1 minute' where id = ${bookingId}`;
    const sweep = (name: string) =>
      stack.client.workflow.execute('sweep', {
        workflowId: `sweep-${name}-${wedged.bookingId}`,
        taskQueue: stack.taskQueue,
      });
    const againDue = () => stack.sql`
      update flow_nudges set next_at = now(), nudged_at = now() - interval '1 minute'
      where id in (${wedged.bookingId}, ${waiting.bookingId})`;
    await due(2, wedged);
    await sweep('first');
    await againDue();
    await sweep('second');
    expect(await runOf(wedged)).toBe(stuckRun);
    await due(4, waiting);
    await againDue();
    await sweep('third');
    expect(await wedged.flow.result()).toBe('code expired');
    expect(await runOf(wedged)).not.toBe(stuckRun);
    expect(await waiting.flow.result()).toBe('code expired');
    expect(await runOf(waiting)).toBe(restingRun);
  }, 60_000);
});
