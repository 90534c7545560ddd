import { clientNetwork } from '../../../domain/client-networks.ts';
import type { checkout } from '../../../schemas/operations/billing/checkout.ts';
import { askToCancel, CHECKOUT_CHANNEL, readIntent } from '../../../store/billing/checkout-intents.ts';
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
  // The wish is stored: the flow ends the page once the provider answers.
  if (status === 'pending') throw paymentsAway();
  return { intentId, status };
};
