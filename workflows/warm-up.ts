import { allHandlersFinished, condition, defineUpdate, proxyLocalActivities, setHandler } from '@temporalio/workflow';
import type { SweepActivities } from '../activities/ops/sweep.ts';

const { touchDatabase } = proxyLocalActivities<SweepActivities>({ startToCloseTimeout: '5 seconds' });

/** One update through a new worker: the first takes 200 ms and more, and no guest should wait for it. */
export async function warmUp(): Promise<void> {
  let warm = false;
  setHandler(defineUpdate<void, []>('warm'), async () => {
    await touchDatabase();
    warm = true;
  });
  await condition(() => warm, '10 seconds');
  await condition(allHandlersFinished);
}
