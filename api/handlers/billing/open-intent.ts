import { v7 as uuidv7 } from 'uuid';
import { CHECKOUT_LIFETIME_MS, type OpenOutcome } from '../../../domain/billing/checkout.ts';
import type { checkout } from '../../../schemas/operations/billing/checkout.ts';
import {
  type CheckoutIntent,
  type CheckoutWish,
  readIntent,
  storeIntent,
} from '../../../store/billing/checkout-intents.ts';
import type { ActingContext } from '../../core/handler.ts';
import {
  packRuns,
  paymentMissing,
  paymentsAway,
  paymentsMissing,
  paymentsRefuse,
  replacedMeanwhile,
  tooManyPages,
} from './refusals.ts';

/** Stripe opens no page for less than half an hour. */
const SHORTEST_MS = 35 * 60_000;

/** Of the operations that begin a checkout. */
type BuyingContext =
  | ActingContext<typeof checkout.startCheckout>
  | ActingContext<typeof checkout.startEnrichmentCheckout>;

/** @throws AppError service.unavailable, resource.conflict (payment_missing, pack_runs) */
function requireOpened(outcome: OpenOutcome): void {
  if (outcome.result === 'away') throw paymentsAway();
  if (outcome.result === 'barred') throw outcome.why === 'pack_runs' ? packRuns() : paymentMissing();
  if (outcome.result === 'refused') throw paymentsRefuse(outcome.code);
}

/**
 * Stores what somebody wants to buy, and asks its flow for the page.
 * @throws AppError service.unavailable: the same call again finds the same checkout; rate.limited
 */
export async function openIntent(
  { sql, actor, caller, now, flowClient, paymentPages }: BuyingContext,
  wish: CheckoutWish,
): Promise<CheckoutIntent & { readonly url: string }> {
  if (paymentPages === null) throw paymentsMissing();
  const { workspaceId } = actor;
  const request = {
    id: uuidv7(),
    workspaceId,
    expiresMs: now + CHECKOUT_LIFETIME_MS,
    replacesUntilMs: now + SHORTEST_MS,
    wish,
  };
  const stored = await storeIntent(sql, request, { actor, source: caller.source });
  if ('over' in stored) throw tooManyPages(stored.over);
  const { intent, replaced } = stored;
  for (const id of replaced) flowClient.signal('checkout', { id, workspaceId }, 'changed');
  requireOpened(await flowClient.update<OpenOutcome>('checkout', { id: intent.id, workspaceId }, 'open'));
  const opened = await readIntent(sql, intent.id);
  if (opened && opened.status !== 'pending') throw replacedMeanwhile();
  if (!opened?.url) throw paymentsAway();
  return { ...opened, url: opened.url };
}
