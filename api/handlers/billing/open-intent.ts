import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { CHECKOUT_LIFETIME_MS, type OpenOutcome } from '../../../domain/billing/checkout.ts';
import type { checkout } from '../../../schemas/operations/billing/checkout.ts';
import {
  type CheckoutIntent,
  type CheckoutWish,
  readIntent,
  storeIntent,
} from '../../../store/billing/checkout-intents.ts';
import { readReceiptsTo } from '../../../store/billing/receipts.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { ActingContext } from '../../core/handler.ts';
import { UpdateLate } from '../../flows/flow-client.ts';
import {
  packRuns,
  paidAlready,
  paidMeanwhile,
  paymentMissing,
  paymentsAway,
  paymentsMissing,
  paymentsRefuse,
  paymentUnderWay,
  replacedMeanwhile,
  restoreFirst,
  specialPlan,
  tooManyPages,
} from './refusals.ts';

/** Stripe opens no page for less than half an hour. */
const SHORTEST_MS = 35 * 60_000;

/** Of the operations that begin a checkout. */
type BuyingContext =
  | ActingContext<typeof checkout.startCheckout>
  | ActingContext<typeof checkout.startEnrichmentCheckout>;

const BARRED = {
  ...{ pack_runs: packRuns, payment_missing: paymentMissing, special_plan: specialPlan, paid_already: paidAlready },
  payment_under_way: paymentUnderWay,
} as const;

interface Told {
  readonly log: Logger;
  readonly workflowId: string;
}

/** @throws AppError service.unavailable, resource.conflict (payment_missing, pack_runs, special_plan, paid_already, payment_under_way) */
function requireOpened(outcome: OpenOutcome, { log, workflowId }: Told): void {
  if (outcome.result === 'away') throw paymentsAway();
  if (outcome.result === 'barred') throw BARRED[outcome.why]();
  if (outcome.result === 'refused') {
    log.warn({ code: outcome.code, workflowId }, 'the payment provider refused to open a page');
    throw paymentsRefuse(outcome.code);
  }
}

/** The flow asks the payment provider alone. */
function awayIfLate(error: unknown): never {
  throw error instanceof UpdateLate ? paymentsAway() : error;
}

interface Opened extends CheckoutIntent {
  readonly url: string;
  /** null: chosen at the payment provider. */
  readonly receiptsTo: string | null;
}

/**
 * Stores what somebody wants to buy, and asks its flow for the page. If the page of the same wish is over at the provider, there is a new one.
 * @throws AppError service.unavailable: the same call again finds the same checkout; rate.limited; resource.conflict
 */
export async function openIntent(context: BuyingContext, wish: CheckoutWish): Promise<Opened> {
  const first = await openOnce(context, wish);
  const { status, isPaying, url, workspaceId, ...intent } =
    first.status === 'expired' ? await openOnce(context, wish) : first;
  if (status === 'completed') throw paidMeanwhile();
  if (status !== 'pending') throw replacedMeanwhile();
  if (isPaying) throw paymentUnderWay();
  if (url === null) throw paymentsAway();
  const receiptsTo = (await readReceiptsTo(context.sql, workspaceId))?.email ?? null;
  return { ...intent, status, isPaying, url, workspaceId, receiptsTo };
}

async function openOnce(
  { sql, actor, caller, now, flowClient, paymentPages, nameFlow, log }: BuyingContext,
  wish: CheckoutWish,
): Promise<CheckoutIntent> {
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
  if ('deleted' in stored) throw restoreFirst();
  if ('over' in stored) throw tooManyPages(stored.over);
  const { intent, replaced } = stored;
  nameFlow(flowId('checkout', intent.id));
  for (const id of replaced) flowClient.signal('checkout', { id, workspaceId }, 'changed');
  const outcome = await flowClient
    .update<OpenOutcome>('checkout', { id: intent.id, workspaceId }, 'open')
    .catch(awayIfLate);
  requireOpened(outcome, { log, workflowId: flowId('checkout', intent.id) });
  const opened = await readIntent(sql, intent.id);
  if (!opened) throw paymentsAway();
  return opened;
}
