import { proxyActivities } from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/webhooks/webhook-delivery.ts';
import type { DeliveryEnd } from '../domain/webhooks/delivery.ts';
import { flows } from './catalogue.ts';
import { showDetails, showState } from './details.ts';
import { followRow } from './follow-row.ts';

/** A receiver has ten seconds. What fails here is ours: the sweep starts the flow again. */
const { attemptDelivery } = proxyActivities<WebhookActivities>({
  startToCloseTimeout: '25 seconds',
  scheduleToCloseTimeout: '10 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

const WORDS: Readonly<Record<DeliveryEnd, string>> = {
  delivered: 'Over: the receiver has taken it.',
  given_up: 'Over: the receiver did not take it for three days, or it was a ping.',
  waits: 'Over for now: it waits as a row, for its time, its turn or its endpoint.',
  gone: 'Over: it was deleted with its endpoint or workspace.',
};

/** Sends one delivery while it has its turn, and once more after a short wait. Longer waits need no flow: the row waits. */
export async function webhookDelivery({ deliveryId }: { readonly deliveryId: string }): Promise<DeliveryEnd> {
  showDetails('Sending an event to a receiver.');
  const look = async () => {
    const step = await attemptDelivery.executeWithOptions({ summary: 'send the event' }, [deliveryId]);
    return 'end' in step ? step : { ...step, waitsFor: 'the next attempt' };
  };
  const end = await followRow<DeliveryEnd>(flows.webhookDelivery.signals, look, { isReopened: true });
  showState(WORDS, end);
  return end;
}
