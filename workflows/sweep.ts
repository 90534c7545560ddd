import { proxyActivities } from '@temporalio/workflow';
import type { SweepActivities } from '../activities/sweep.ts';

const { nudgeWaiting, deleteOutdated } = proxyActivities<SweepActivities>({
  startToCloseTimeout: '30 seconds',
  retry: { maximumAttempts: 2 },
});

/** Once a minute: nudges the flow of every row that has waited for one, or starts it, and forgets what no rule reads any more. */
export async function sweep(): Promise<{ nudged: number }> {
  const nudged = await nudgeWaiting();
  await deleteOutdated();
  return { nudged };
}
