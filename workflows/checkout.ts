import {
  condition,
  continueAsNew,
  defineUpdate,
  isCancellation,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { CheckoutActivities } from '../activities/billing/checkout.ts';
import type { OpenOutcome } from '../domain/billing/checkout.ts';
import { flows, paymentsQueue } from './catalogue.ts';
import { showDetails, showState } from './details.ts';
import { followRow } from './follow-row.ts';

/** A person, or an agent for them, waits for the page: two quick tries. */
const opening = () =>
  proxyActivities<CheckoutActivities>({
    taskQueue: paymentsQueue(workflowInfo().taskQueue),
    // Before the looks that wait on this queue.
    priority: { priorityKey: 1 },
    startToCloseTimeout: '20 seconds',
    retry: { initialInterval: '500 milliseconds', maximumAttempts: 2 },
  });

/** A payment provider that is away is asked until it answers. A worker that dies holds the plan of somebody who paid back for this long. */
const settling = () =>
  proxyActivities<CheckoutActivities>({
    taskQueue: paymentsQueue(workflowInfo().taskQueue),
    startToCloseTimeout: '30 seconds',
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
  });

/**
 * A checkout, until it is paid, expired or canceled. The row says what is wanted; the payment provider says whether it is paid. No
 * address, no card and no link enters this flow.
 */
export async function checkout({ intentId }: { readonly intentId: string }): Promise<string> {
  let atWork = 0;
  setHandler(defineUpdate<OpenOutcome>(flows.checkout.updates.open), async (): Promise<OpenOutcome> => {
    atWork += 1;
    try {
      return await opening().openCheckout.executeWithOptions({ summary: 'open the page to pay' }, [intentId]);
    } catch (error) {
      if (isCancellation(error)) throw error;
      return { result: 'away' };
    } finally {
      atWork -= 1;
    }
  });
  showDetails(WORDS.pending);
  return followRow(flows.checkout.signals, async () => {
    await condition(() => atWork === 0);
    // A slow way to pay is followed for weeks.
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof checkout>({ intentId });
    const standing = await settling().settleCheckout.executeWithOptions({ summary: 'is it paid?' }, [intentId]);
    showState(WORDS, standing.stage === 'pending' ? 'pending' : standing.end);
    if (standing.stage === 'pending') return { waitMs: standing.waitMs, waitsFor: 'waiting for the payment' };
    await condition(() => atWork === 0);
    return { end: standing.end };
  });
}

const WORDS = {
  pending: 'Waiting for a person to pay.',
  completed: 'Over: it is paid.',
  expired: 'Over: nobody paid in time, or the payment failed.',
  canceled: 'Over: canceled, or replaced by another checkout.',
  'unknown checkout': 'Over: there is no such checkout.',
} as const;
