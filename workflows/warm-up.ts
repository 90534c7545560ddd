import { allHandlersFinished, condition, defineUpdate, proxyLocalActivities, setHandler } from '@temporalio/workflow';
import type { SweepActivities } from '../activities/ops/sweep.ts';

const { touchDatabase } = proxyLocalActivities<SweepActivities>({ startToCloseTimeout: '5 seconds' });

/** Runs the path of a booking once before the first guest does: the first update after a start takes 200 ms and more. */
export async function warmUp(): Promise<void> {
  let warm = false;
  setHandler(defineUpdate<void, []>('warm'), async () => {
    await touchDatabase();
    warm = true;
  });
  await condition(() => warm, '10 seconds');
  await condition(allHandlersFinished);
}
