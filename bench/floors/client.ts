/** The client of the booking floor: sends updates to the bare flow, one at a time or many at once. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection, WithStartWorkflowOperation } from '@temporalio/client';
import { ratePerSecond, timeMs } from '../measure.ts';
import { serveFloor } from './floor-process.ts';
import { FLOOR_QUEUE, type Servers } from './servers-of.ts';

export type ClientAsk =
  | ({ readonly kind: 'connect' } & Servers)
  /** Updates of running flows, one after the other. @returns the milliseconds of each */
  | { readonly kind: 'updates'; readonly count: number }
  /** Updates with start, one after the other. @returns the milliseconds of each */
  | { readonly kind: 'starts'; readonly count: number }
  /** Updates with start. @returns updates per second */
  | { readonly kind: 'rate'; readonly count: number; readonly atOnce: number };

/** Waits until everything started has finished, as on the product's side. */
const SILENCE_MS = 200;

let client: Client | undefined;

const connected = (): Client => {
  if (!client) throw new Error('Not connected');
  return client;
};

const newFlow = (workflowId: string) =>
  new WithStartWorkflowOperation('floorFlow', { workflowId, taskQueue: FLOOR_QUEUE, workflowIdConflictPolicy: 'FAIL' });

/** Times only the update. The flow has started and waits, like the product's flow while the guest reads the code. */
async function oneUpdate(): Promise<number> {
  const { workflow } = connected();
  const workflowId = `bench/${randomUUID()}`;
  await workflow.executeUpdateWithStart('wake', { startWorkflowOperation: newFlow(workflowId) });
  const handle = workflow.getHandle(workflowId);
  await delay(SILENCE_MS);
  return timeMs(() => handle.executeUpdate('record', { args: [randomUUID()] }));
}

const updateWithStart = (): Promise<unknown> =>
  connected().workflow.executeUpdateWithStart('record', {
    args: [randomUUID()],
    startWorkflowOperation: newFlow(`bench/${randomUUID()}`),
  });

serveFloor<ClientAsk, number[]>(
  async (ask) => {
    switch (ask.kind) {
      case 'connect':
        client = new Client({ connection: await Connection.connect({ address: ask.temporalAddress }) });
        return [];
      case 'updates': {
        const times: number[] = [];
        for (let nth = 0; nth < ask.count; nth++) times.push(await oneUpdate());
        return times;
      }
      case 'starts': {
        const times: number[] = [];
        for (let nth = 0; nth < ask.count; nth++) {
          await delay(SILENCE_MS);
          times.push(await timeMs(updateWithStart));
        }
        return times;
      }
      case 'rate':
        return [await ratePerSecond(ask.count, ask.atOnce, updateWithStart)];
    }
  },
  async () => client?.connection.close(),
);
