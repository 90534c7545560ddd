import type { Actor } from '../../../domain/access/actor.ts';
import { priceOf } from '../../../domain/billing/prices.ts';
import { clientNetwork } from '../../../domain/client-networks.ts';
import type { Output } from '../../../schemas/operation.ts';
import type { checkout } from '../../../schemas/operations/billing/checkout.ts';
import { grants } from '../../../schemas/shapes/access.ts';
import { CHECKOUT_CHANNEL, type CheckoutIntent, readIntent } from '../../../store/billing/checkout-intents.ts';
import { isTestKey } from '../../auth/test-keys.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { boughtBy, standingOf } from './checkout-words.ts';
import { noSuchCheckout } from './refusals.ts';

type GetCheckout = typeof checkout.getCheckout;

/** Whoever has the page of a change can charge the stored card: only who may buy gets it. */
const mayPay = (actor: Actor): boolean =>
  actor.kind === 'session' || (!isTestKey(actor) && grants(actor.scopes, 'billing.manage'));

function toAnswer(intent: CheckoutIntent, actor: Actor): Output<GetCheckout> {
  const url = intent.status === 'pending' && !intent.isPaying && mayPay(actor) ? intent.url : null;
  return {
    intentId: intent.id,
    status: intent.status,
    requestedPriceId: intent.priceId ?? priceOf(intent.purchase).key,
    completedAt: intent.completedAt?.toISOString() ?? null,
    expiresAt: intent.expiresAt.toISOString(),
    sessionId: intent.sessionId ?? '',
    url,
    ...boughtBy(intent),
    message: standingOf(intent, url),
  };
}

const find = async ({ sql }: Pick<ActingContext<GetCheckout>, 'sql'>, { workspaceId }: Actor, intentId: string) => {
  const intent = await readIntent(sql, intentId, workspaceId);
  if (!intent) throw noSuchCheckout();
  return intent;
};

/** With `waitSeconds` it waits until the checkout is no longer pending, or the time is over. */
export const getCheckout: Handler<GetCheckout> = async (context, { intentId, waitSeconds }) => {
  const { sql, waits, caller, actor } = context;
  const found = await find(context, actor, intentId);
  if (found.status !== 'pending' || waitSeconds === 0) return toAnswer(found, actor);
  await waits.until({
    channel: CHECKOUT_CHANNEL,
    rowId: intentId,
    holder: `checkout ${intentId} ${caller.requestId}`,
    client: clientNetwork(caller.ip),
    seconds: waitSeconds,
    read: async () => (await readIntent(sql, intentId))?.status,
    isSettled: (status) => status !== 'pending',
    gone: caller.gone,
  });
  // The caller may have lost the key or the role while waiting: check again.
  const asking = (await context.reauthenticate()) as Actor;
  return toAnswer(await find(context, asking, intentId), asking);
};
