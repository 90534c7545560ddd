import { patched, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { SweepActivities } from '../activities/ops/sweep.ts';
import { paymentsQueue } from './catalogue.ts';

const { nudgeWaiting } = proxyActivities<SweepActivities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '15 seconds',
  retry: { maximumAttempts: 2 },
});

const { deleteOutdated, mailFloods } = proxyActivities<SweepActivities>({
  startToCloseTimeout: '58 seconds',
  retry: { maximumAttempts: 2 },
});

/** It reads slices, and goes on where it stopped. One that hangs holds up no later sweep for longer than this. */
const asking = () =>
  proxyActivities<SweepActivities>({
    taskQueue: paymentsQueue(workflowInfo().taskQueue),
    startToCloseTimeout: '58 seconds',
    scheduleToCloseTimeout: '2 minutes',
    retry: { maximumAttempts: 2 },
  });

/**
 * Four times a minute: nudges or starts the flow of every row that has waited for one, deletes rows that no rule reads any more, and mails
 * hosts whose caps are reached; every five minutes it asks the payment provider for what webhooks may have lost. Each part goes on while another takes long or fails.
 */
export async function sweep(): Promise<{ nudged: number }> {
  // A sweep that began before this patch mails nobody; the next one does.
  const mailsFloods = patched('mail-floods');
  const asksForNews = patched('payment-news');
  const [nudging, ...others] = await Promise.allSettled([
    nudgeWaiting(),
    deleteOutdated(),
    ...(mailsFloods ? [mailFloods()] : []),
    ...(asksForNews ? [asking().askForPaymentNews()] : []),
  ]);
  if (nudging.status === 'rejected') throw nudging.reason;
  for (const other of others) if (other.status === 'rejected') throw other.reason;
  return { nudged: nudging.value };
}
