import { rm } from 'node:fs/promises';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LocalTemporal } from '../../infra/local/temporal-server.ts';
import { scheduleSweep } from '../../workers/worker.ts';
import { startOwnTemporal } from '../support/stack/own-temporal.ts';
import { makeRunFolder } from '../support/stack/run-folder.ts';

// A Temporal has one schedule of the sweep. In that of the whole run, other files start real workers, which schedule it on their queues.
let folder: string;
let temporal: LocalTemporal;
let client: Client;
beforeAll(async () => {
  folder = await makeRunFolder();
  temporal = await startOwnTemporal(folder);
  client = new Client({ connection: await Connection.connect({ address: temporal.address }) });
});
afterAll(async () => {
  await client.connection.close();
  await temporal.stop();
  await rm(folder, { recursive: true, force: true });
});

const sweeps = async (): Promise<string[]> =>
  (await client.schedule.getHandle('sweep').describe()).info.recentActions.map(
    ({ action }) => action.workflow.workflowId,
  );

const statusOf = async (id: string): Promise<string> => (await client.workflow.getHandle(id).describe()).status.name;

it('a sweep on a queue without a worker ends by itself, and at once when a worker starts on another queue', async () => {
  // The second turn is a schedule that is there already, with a sweep that waits for a worker which stopped.
  const ids: string[] = [];
  for (const queue of ['nobody', 'nobody-either']) {
    await scheduleSweep(client, queue);
    for (const id of ids) await expect.poll(() => statusOf(id)).toBe('TERMINATED');
    // Its interval may come first: then this one is skipped.
    await client.schedule.getHandle('sweep').trigger();
    await expect.poll(sweeps).toHaveLength(ids.length + 1);
    const id = (await sweeps()).at(-1) ?? '';
    ids.push(id);
    const { raw, taskQueue } = await client.workflow.getHandle(id).describe();
    expect([taskQueue, Number(raw.executionConfig?.workflowRunTimeout?.seconds)]).toEqual([queue, 600]);
    expect(await statusOf(id)).toBe('RUNNING');
  }
  await scheduleSweep(client, 'somebody');
  await expect.poll(() => Promise.all(ids.map(statusOf))).toEqual(['TERMINATED', 'TERMINATED']);
});
