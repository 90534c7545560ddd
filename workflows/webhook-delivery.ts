import { proxyActivities, upsertSearchAttributes } from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/webhooks/webhook-delivery.ts';
import type {
  DeliveryEnd,
  DeliveryEnded,
  DeliveryStep,
  DeliveryWait,
  Tried,
  WaitsFor,
} from '../domain/webhooks/delivery.ts';
import { flows } from './catalogue.ts';
import { showDetails } from './details.ts';
import { followRow } from './follow-row.ts';
import { searchAttributes } from './search-attributes.ts';

/** A receiver has ten seconds. If the activity itself fails, the sweep starts the flow again. */
const { attemptDelivery } = proxyActivities<WebhookActivities>({
  startToCloseTimeout: '25 seconds',
  scheduleToCloseTimeout: '10 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

const WORDS: Readonly<Record<DeliveryEnd, string>> = {
  delivered: 'Ended: the receiver has taken it.',
  given_up: 'Ended: the receiver did not take it for three days, or it was a ping.',
  waiting: 'Ended for now: it waits as a row.',
  deleted: 'Ended: it was deleted with its webhook or workspace.',
};

const WAITS: Readonly<Record<WaitsFor, string>> = {
  time: 'its next attempt',
  earlier_event: 'an earlier event of the same subject, which is delivered or given up first',
  failing: 'its webhook, which fails and gets one event at a time',
  capacity: 'capacity: too many deliveries of its workspace, or to its host, are in progress',
  permit: 'a permit: other deliveries of its webhook are in progress',
  disabled: 'its webhook, which is disabled',
  workspace: 'its workspace, which is deleted',
};

const waitWords = ({ waitsFor, until }: DeliveryWait): string =>
  `Ended for now: as a row it waits for ${WAITS[waitsFor]}${until === null ? '' : `, until ${until}`}.`;

const triedWords = ({ attempt, status, failure }: Tried): string =>
  `Attempt ${attempt}: ${status === null ? `no answer (${failure})` : `answered ${status}`}.`;

const wordsOf = ({ end, wait, tried }: DeliveryEnded & DeliveryStep): string =>
  [wait ? waitWords(wait) : WORDS[end], ...(tried ? [triedWords(tried)] : [])].join(' ');

/** Sends one delivery if it has a permit, and again after a short wait. Longer waits need no flow: the row waits. */
export async function webhookDelivery({ deliveryId }: { readonly deliveryId: string }): Promise<DeliveryEnd> {
  showDetails('Sending an event to a receiver.');
  const attempt = async () => {
    const step = await attemptDelivery.executeWithOptions({ summary: 'send the event' }, [deliveryId]);
    if ('end' in step) return { end: step };
    if (step.tried) showDetails(`Waiting for the next attempt. ${triedWords(step.tried)}`);
    return { waitMs: step.waitMs, waitsFor: 'the next attempt' };
  };
  const ended = await followRow<DeliveryEnded & DeliveryStep>(flows.webhookDelivery.signals, attempt, {
    isReopened: true,
  });
  showDetails(wordsOf(ended));
  upsertSearchAttributes([
    { key: searchAttributes.flowState, value: ended.end },
    // The sweep starts flows without a booking's id.
    ...(ended.bookingId === undefined ? [] : [{ key: searchAttributes.bookingId, value: ended.bookingId }]),
  ]);
  return ended.end;
}
