import { randomBytes } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BookingFlowState } from '../../domain/booking/attempt.ts';
import type { RemindersReport } from '../../domain/booking/reminder-outcomes.ts';
import { packsQueue } from '../../workflows/catalogue.ts';
import { bundlePath, temporalAddress } from '../support/stack/database.ts';
import { quietRuntime } from '../support/stack/quiet-runtime.ts';

const taskQueue = `reminders-${randomBytes(6).toString('hex')}`;
const bookingId = '01900000-0000-7000-8000-000000000001';

/** Something that an activity waits for. */
function gate<Value>() {
  let open: (value: Value) => void = () => {};
  const opened = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

const meeting = {
  ...({ stage: 'meeting', status: 'confirmed', hostId: bookingId, startMs: Date.now() + 86_400_000 } as const),
  ...{ dueRevisions: [], waitMs: 86_400_000 },
};
let standing: BookingFlowState = { ...meeting, reminders: { waitMs: 0 } };
const firstReport = gate<RemindersReport>();
const mailed = gate<void>();
const begun: string[] = [];

/** The order in which reports and reads come is the test's: with real rows it is a matter of milliseconds. */
const activities = {
  readStanding: async () => standing,
  announce: () => {
    begun.push('mails');
    return mailed.opened;
  },
  remind: (): Promise<RemindersReport> => {
    begun.push('reminders');
    const isFirst = begun.filter((name) => name === 'reminders').length === 1;
    return isFirst ? firstReport.opened : Promise.resolve({ outcomes: { left: 1 }, waitMs: null });
  },
};

let client: Client;
let close: () => Promise<unknown>;
beforeAll(async () => {
  quietRuntime();
  const [connection, native] = await Promise.all([
    Connection.connect({ address: temporalAddress() }),
    NativeConnection.connect({ address: temporalAddress() }),
  ]);
  client = new Client({ connection });
  const options = { connection: native, namespace: 'default', activities };
  const workflowBundle = { codePath: bundlePath() };
  const workers = [
    await Worker.create({ ...options, taskQueue, workflowBundle, debugMode: true }),
    await Worker.create({ ...options, taskQueue: packsQueue(taskQueue) }),
  ];
  const running = Promise.all(workers.map((worker) => worker.run()));
  close = async () => {
    for (const worker of workers) worker.shutdown();
    await running;
    await Promise.all([native.close(), connection.close()]);
  };
});
afterAll(() => {
  // A test that failed leaves them closed, and a worker waits for its activities.
  firstReport.open({ outcomes: {}, waitMs: null });
  mailed.open();
  return close();
});

it('what the last reminders say of the next one counts no more once newer rows were read, while mails of a change hang', async () => {
  const flow = await client.workflow.start('booking', {
    ...{ taskQueue, workflowId: `booking-${taskQueue}`, args: [{ bookingId, codeLifetimeMs: 0 }] },
  });
  await expect.poll(() => begun).toEqual(['reminders']);
  // Meanwhile the meeting is moved: it has a plan anew, and mails that hang.
  standing = { ...meeting, dueRevisions: [2], reminders: { waitMs: 500 } };
  await flow.signal('nudge');
  await expect.poll(() => begun).toEqual(['reminders', 'mails']);
  // The last of the old plan have left, so none was to come.
  firstReport.open({ outcomes: { left: 1 }, waitMs: null });
  await expect.poll(() => begun, { timeout: 5_000 }).toEqual(['reminders', 'mails', 'reminders']);
  standing = { stage: 'over', end: 'canceled', dueRevisions: [] };
  mailed.open();
  expect(await flow.result()).toBe('canceled');
});
