import { proxyActivities, upsertSearchAttributes } from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/webhooks/webhook-delivery.ts';
import type {
  DeliveryEnd,
  DeliveryOver,
  DeliveryStep,
  DeliveryWait,
  Tried,
  WaitsFor,
} from '../domain/webhooks/delivery.ts';
import { flows } from './catalogue.ts';
import { showDetails } from './details.ts';
import { followRow } from './follow-row.ts';
import { searchAttributes } from './search-attributes.ts';

/** A receiver has ten seconds. What fails here is ours: the sweep starts the flow again. */
const { attemptDelivery } = proxyActivities<WebhookActivities>({
  startToCloseTimeout: '25 seconds',
  scheduleToCloseTimeout: '10 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

const WORDS: Readonly<Record<DeliveryEnd, string>> = {
  delivered: 'Over: the receiver has taken it.',
  given_up: 'Over: the receiver did not take it for three days, or it was a ping.',
  waits: 'Over for now: it waits as a row.',
  gone: 'Over: it was deleted with its endpoint or workspace.',
};

const WAITS: Readonly<Record<WaitsFor, string>> = {
  time: 'its next try',
  earlier_event: 'an earlier event of the same subject, which is delivered or given up first',
  failing: 'its webhook, which fails and is tried with one event at a time',
  place: 'a place: too many deliveries of its workspace, or to its host, are on their way',
  turn: 'its turn: others of its webhook are on their way',
  disabled: 'its webhook, which is disabled',
  workspace: 'its workspace, which is deleted',
};

const waitWords = ({ waitsFor, until }: DeliveryWait): string =>
  `Over for now: as a row it waits for ${WAITS[waitsFor]}${until === null ? '' : `, until ${until}`}.`;

const triedWords = ({ attempt, status, failure }: Tried): string =>
  `Try ${attempt}: ${status === null ? `no answer (${failure})` : `answered ${status}`}.`;

const wordsOf = ({ end, wait, tried }: DeliveryOver & DeliveryStep): string =>
  [wait ? waitWords(wait) : WORDS[end], ...(tried ? [triedWords(tried)] : [])].join(' ');

/** Sends one delivery while it has its turn, and once more after a short wait. Longer waits need no flow: the row waits. */
export async function webhookDelivery({ deliveryId }: { readonly deliveryId: string }): Promise<DeliveryEnd> {
  showDetails('Sending an event to a receiver.');
  const look = async () => {
    const step = await attemptDelivery.executeWithOptions({ summary: 'send the event' }, [deliveryId]);
    if ('end' in step) return { end: step };
    if (step.tried) showDetails(`Waiting for the next try. ${triedWords(step.tried)}`);
    return { waitMs: step.waitMs, waitsFor: 'the next attempt' };
  };
  const over = await followRow<DeliveryOver & DeliveryStep>(flows.webhookDelivery.signals, look, { isReopened: true });
  showDetails(wordsOf(over));
  upsertSearchAttributes([
    { key: searchAttributes.flowState, value: over.end },
    // The sweep starts flows without it.
    ...(over.bookingId === undefined ? [] : [{ key: searchAttributes.bookingId, value: over.bookingId }]),
  ]);
  return over.end;
}
