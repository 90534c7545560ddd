import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalTemporal } from '../../infra/local/temporal-server.ts';
import { disconnect } from '../../store/calendars/connections.ts';
import { flowId } from '../../workflows/catalogue.ts';
import { Journey } from '../support/drivers/booking-journey.ts';
import { startedFlow } from '../support/drivers/started-flow.ts';
import { connectAccount } from '../support/factories/calendars.ts';
import { startOwnTemporal } from '../support/stack/own-temporal.ts';
import { makeRunFolder } from '../support/stack/run-folder.ts';
import { type Stack, startStack } from '../support/stack/stack.ts';
import { signal } from './calendar-paths.ts';
import { CONTINUED, keepHistory } from './histories.ts';

/** Temporal's own limit is 4,096 events; a code, a booking and its mails are about 30. */
const LONG_HISTORY = 50;

let folder: string;
let temporal: LocalTemporal;
let stack: Stack;
beforeAll(async () => {
  folder = await makeRunFolder();
  temporal = await startOwnTemporal(folder, [`limit.historyCount.suggestContinueAsNew=${LONG_HISTORY}`]);
  stack = await startStack({ demo: false, temporal: temporal.address });
});
afterAll(async () => {
  await stack?.close();
  await temporal?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The current run of a flow, its status and its search attributes. */
async function runOf({ flow }: Journey) {
  const { runId, status, typedSearchAttributes } = await flow.describe();
  const attributes = typedSearchAttributes.getAll().map(({ value }) => value);
  return { runId, status: status.name, attributes };
}

/** Nudges the flow of a booked meeting until a new run continues it. Returns the id of the old run. */
async function liveLong(journey: Journey): Promise<string> {
  const { runId } = await runOf(journey);
  for (let nudges = 0; (await runOf(journey)).runId === runId; nudges++) {
    if (nudges > LONG_HISTORY) throw new Error('the flow goes on in one run');
    await journey.nudge();
  }
  return runId;
}

const mailsTo = async ({ issue }: Journey): Promise<string[]> =>
  (await stack.mailbox(issue.challenge.guestEmail)).map(({ kind }) => kind).reverse();

const book = async (): Promise<Journey> => {
  const journey = await Journey.begin(stack);
  await journey.mailCode();
  expect(await journey.confirm()).toMatchObject({ result: 'done' });
  await journey.announced();
  return journey;
};

describe('a booking whose history grows long', () => {
  it('goes on in a fresh run that knows all of it, and mails nothing again', async () => {
    const journey = await book();
    const before = await runOf(journey);
    const firstRun = await liveLong(journey);
    const past = stack.client.workflow.getHandle(journey.flow.workflowId, firstRun);
    const { events } = await past.fetchHistory();
    expect(events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes).toBeTruthy();
    await expect.poll(async () => (await runOf(journey)).attributes).toEqual(expect.arrayContaining(before.attributes));
    expect((await runOf(journey)).status).toBe('RUNNING');
    await keepHistory('booking', CONTINUED, past);

    expect(await journey.reschedule(3)).toMatchObject({ result: 'done' });
    await journey.announced();
    await journey.ageGuestRecords();
    expect(await journey.flow.result()).toBe('completed');
    expect(await mailsTo(journey)).toEqual(['booking_code', 'booking_confirmation', 'booking_rescheduled']);
  });

  it('loses no change that a guest asks for meanwhile', async () => {
    const journey = await book();
    const { runId } = await runOf(journey);
    for (let move = 1; move <= 8; move++) {
      const asked = journey.reschedule(move, move);
      await Promise.all([journey.nudge(), journey.nudge(), journey.nudge()]);
      expect(await asked).toMatchObject({ result: 'done' });
    }
    await journey.announced();
    expect((await runOf(journey)).runId).not.toBe(runId);
    expect(await journey.cancel()).toMatchObject({ result: 'done' });
    expect(await journey.flow.result()).toBe('canceled');
    const moves = Array.from({ length: 8 }, () => 'booking_rescheduled');
    expect(await mailsTo(journey)).toEqual(['booking_code', 'booking_confirmation', ...moves, 'booking_canceled']);
  });
});

describe('a calendar whose history grows long', () => {
  it('goes on in a fresh run that sees a disconnect', async () => {
    const { sql, secrets, client } = stack;
    const connection = await connectAccount(
      { sql, secrets, providers: new Map() },
      { provider: 'google', email: 'long@acme.test', tokens: { accessToken: 'one', refreshToken: 'two' } },
    );
    const workflowId = flowId('calendarSync', connection.id);
    signal(stack, connection.id, 'push');
    const first = await startedFlow(client, workflowId);
    const { runId } = await first.describe();
    const isLater = async (length: number): Promise<boolean> => {
      const now = await first.describe();
      return now.runId !== runId || now.historyLength > length + 1;
    };
    for (let nudges = 0; (await first.describe()).runId === runId; nudges++) {
      if (nudges > LONG_HISTORY) throw new Error('the flow goes on in one run');
      const { historyLength } = await first.describe();
      await first.signal('nudge');
      await expect.poll(() => isLater(historyLength)).toBe(true);
    }
    await keepHistory('calendar-sync', CONTINUED, client.workflow.getHandle(workflowId, runId));
    await disconnect(sql, { connectionId: connection.id, userId: connection.userId });
    signal(stack, connection.id, 'disconnect');
    expect(await client.workflow.getHandle(workflowId).result()).toBe('disconnected');
  });
});
