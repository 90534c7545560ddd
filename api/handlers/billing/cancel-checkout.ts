import { clientNetwork } from '../../../domain/client-networks.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { checkout } from '../../../schemas/operations/billing/checkout.ts';
import {
  askToCancel,
  CHECKOUT_CHANNEL,
  type CheckoutIntent,
  readIntent,
} from '../../../store/billing/checkout-intents.ts';
import type { Handler } from '../../core/handler.ts';
import { noSuchCheckout, paymentsAway } from './refusals.ts';

/** Its flow ends the page first, which takes a second. */
const WAIT_SECONDS = 2;

export const cancelCheckout: Handler<typeof checkout.cancelCheckout> = async (context, { intentId }) => {
  const { sql, actor, flowClient, waits, caller } = context;
  const { workspaceId } = actor;
  const found = await readIntent(sql, intentId, workspaceId);
  if (!found) throw noSuchCheckout();
  if (await askToCancel(sql, intentId)) flowClient.signal('checkout', { id: intentId, workspaceId }, 'changed');
  const status = await waits.until({
    channel: CHECKOUT_CHANNEL,
    rowId: intentId,
    holder: `checkout ${intentId} ${caller.requestId}`,
    client: clientNetwork(caller.ip),
    seconds: WAIT_SECONDS,
    read: async () => (await readIntent(sql, intentId))?.status ?? 'canceled',
    isSettled: (state) => state !== 'pending',
    gone: caller.gone,
  });
  const intent = await readIntent(sql, intentId);
  // The wish is stored: the flow ends the page once the provider answers.
  if (status === 'pending' && !intent?.isPaying) throw paymentsAway();
  return { intentId, status, message: messageOf(status, intent) };
};

type Answer = Output<typeof checkout.cancelCheckout>;

function messageOf(status: Answer['status'], intent: CheckoutIntent | undefined): string {
  if (status === 'completed') return 'It was paid before: the plan or the credits are there.';
  if (status === 'pending')
    return 'A person has paid by a way that takes days. That can’t be taken back here: it is completed once the money comes, or canceled.';
  if (intent?.subscriptionId)
    return 'Nobody gets this link any more. Who has opened it can confirm the change for up to an hour: then the plan changes all the same, and this checkout is completed.';
  return 'Nothing can be paid at its page any more.';
}
