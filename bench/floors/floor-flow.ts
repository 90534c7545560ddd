import { condition, defineUpdate, proxyLocalActivities, setHandler } from '@temporalio/workflow';
import type { FloorActivities } from './worker.ts';

const { record } = proxyLocalActivities<FloorActivities>({ startToCloseTimeout: '5 seconds' });

/** The minimum of a durable confirmation: one update, one local activity, one transaction. */
export async function floorFlow(): Promise<void> {
  let done = false;
  setHandler(defineUpdate<void, []>('wake'), () => {});
  setHandler(defineUpdate<string, [id: string]>('record'), async (id) => {
    const text = await record(id);
    done = true;
    return text;
  });
  await condition(() => done, '10 minutes');
}
