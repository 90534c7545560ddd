import { proxyActivities } from '@temporalio/workflow';
import type { SweepActivities } from '../activities/ops/sweep.ts';

const { nudgeWaiting } = proxyActivities<SweepActivities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '15 seconds',
  retry: { maximumAttempts: 2 },
});

const { deleteOutdated } = proxyActivities<SweepActivities>({
  startToCloseTimeout: '58 seconds',
  retry: { maximumAttempts: 2 },
});

/** Four times a minute: nudges or starts the flow of every row that has waited for one, and deletes rows that no rule reads any more. */
export async function sweep(): Promise<{ nudged: number }> {
  const [nudging, deleting] = await Promise.allSettled([nudgeWaiting(), deleteOutdated()]);
  if (nudging.status === 'rejected') throw nudging.reason;
  if (deleting.status === 'rejected') throw deleting.reason;
  return { nudged: nudging.value };
}
