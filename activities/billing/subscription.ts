import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import type { Sql } from 'postgres';
import { hasLivePacks, livePlans, mainPlan, specialPrices } from '../../domain/billing/checkout.ts';
import { hasBegun } from '../../domain/billing/first-payment.ts';
import { providerClock } from '../../domain/billing/provider-clock.ts';
import type { RemoteSubscription } from '../../domain/billing/remote-billing.ts';
import { isMissing, type Payments, PaymentsRefused } from '../../outbound/payments/payments.ts';
import { beginLook, noteTrouble, readBuyer } from '../../store/billing/customers.ts';
import { adoptCustomer } from '../../store/billing/strangers.ts';
import {
  applySubscription,
  type Kept,
  readSubscriptionId,
  type SubscriptionStanding,
} from '../../store/billing/subscriptions.ts';
import { isTrialReplaced } from '../../store/billing/trials.ts';
import { flowId, flowStart, flows } from '../../workflows/catalogue.ts';
import { endChargedBack, hidesDispute, underDispute } from './disputes.ts';
import { endNeverPaid } from './first-payments.ts';
import { whyKept } from './kept-plans.ts';
import { packCredits, planCredits } from './paid-credits.ts';
import { giveBackTwice, isRefundAllowed } from './paid-twice.ts';
import { mailPayers, type PayerMailDependencies } from './payer-mails.ts';
import { followReceipts } from './receipts.ts';

export interface SubscriptionDependencies {
  readonly sql: Sql;
  readonly client: Client;
  readonly taskQueue: string;
  /** null: nothing can be bought here. */
  readonly payments: Payments | null;
  readonly now: () => number;
  /** Called when the payment provider refuses what is never refused: operators must look. */
  readonly onPaymentRefused: (workspaceId: string, code: string) => void;
  /** Called when a plan stays although the provider lists no subscription to one: operators must look. */
  readonly onPlanKept: (workspaceId: string, why: Kept, priceIds: readonly string[]) => void;
  /** Called once for each dispute of a plan's payment: operators answer it at the provider. */
  readonly onDispute: (workspaceId: string) => void;
}

/** The activities of the subscription flow. Safe to repeat. */
export interface SubscriptionActivities {
  /** Asks the payment provider what a workspace has, and makes that its plan. */
  lookAtSubscription(workspaceId: string): Promise<SubscriptionStanding>;
  /**
   * Mails those who pay what they should know by now: what changed, that a payment is missing, or that nobody can book because of it.
   * @throws MailUnavailable the mail provider is away
   */
  mailSubscription(workspaceId: string): Promise<void>;
}

export const createSubscriptionActivities = (
  dependencies: SubscriptionDependencies & PayerMailDependencies,
): SubscriptionActivities => ({
  lookAtSubscription: (workspaceId) =>
    lookAtSubscription(dependencies, workspaceId).catch(async (error: unknown) => {
      if (!(error instanceof PaymentsRefused)) throw error;
      dependencies.onPaymentRefused(workspaceId, error.code);
      await noteTrouble(dependencies.sql, workspaceId, 'refused', REFUSED_MS);
      return { stage: 'refused', waitMs: REFUSED_MS };
    }),
  mailSubscription: (workspaceId) => mailPayers(dependencies, workspaceId),
});

/** What is refused now may work after operators have looked. */
export const REFUSED_MS = 60 * 60_000;

/** A purchase is told of for so long: money may take weeks. An older one was lost here, as after a restore. */
const NEW_MS = 30 * 24 * 60 * 60_000;

/** Invoices that are kept of each look: two years of monthly ones. */
const INVOICES = 24;

/**
 * What the provider says now decides; no webhook's content does. So webhooks may come late, twice, in any order or never.
 * @throws PaymentsAway, PaymentsRefused
 */
export async function lookAtSubscription(
  dependencies: SubscriptionDependencies,
  workspaceId: string,
): Promise<SubscriptionStanding> {
  const { sql, payments, now } = dependencies;
  const customerId = await customerFor({ sql, payments }, workspaceId);
  if (customerId === null) return { stage: 'none', waitMs: 0 };
  const began = await beginLook(sql, workspaceId);
  if (began === null) return { stage: 'none', waitMs: 0 };
  if (!payments) return notConfigured(sql, workspaceId);
  const seen = await readAll(dependencies, payments, { workspaceId, customerId });
  const { subscriptions, invoices } = seen;
  const known = await readSubscriptionId(sql, workspaceId);
  const live = livePlans(subscriptions);
  const proof = { invoices, known };
  const main = mainPlan(
    live.filter(({ subscription }) => hasBegun(subscription, proof)),
    known,
  );
  const kept = main ? null : await whyKept(payments, { known, subscriptions });
  const mainId = main?.subscription.subscriptionId;
  const disputed = underDispute(seen);
  const grants = packCredits({ subscriptions, invoices, disputed });
  const { standing, isOvertaken, isNewlyDisputed } = await applySubscription(sql, {
    ...{ workspaceId, main, kept, hasPacks: hasLivePacks(subscriptions), invoices, grants, began },
    allowance: planCredits(main, { invoices, disputed }, now()),
    clock: providerClock(mainId ?? '', seen),
    isNew: main !== null && now() - main.subscription.createdMs < NEW_MS,
    ...{ payments: seen.payments, isDisputed: mainId !== undefined && disputed.has(mainId) },
  });
  if (main) await tellTrial(dependencies, workspaceId);
  // The look that overtook this one saw more: money moves by its view alone.
  if (isOvertaken) return standing;
  if (kept) dependencies.onPlanKept(workspaceId, kept, specialPrices(subscriptions));
  if (isNewlyDisputed) dependencies.onDispute(workspaceId);
  // Afterwards: a refund that fails holds no plan back.
  // Without one that counts, each may still be paid: none is one too many.
  const extras = main ? live.map(({ subscription }) => subscription.subscriptionId).filter((id) => id !== mainId) : [];
  const onRefused = (code: string) => dependencies.onPaymentRefused(workspaceId, code);
  const isAllowed = (id: string) => isRefundAllowed(sql, workspaceId, id, onRefused);
  await endNeverPaid(payments, { ...proof, subscriptions }, onRefused);
  await giveBackTwice(payments, { ...seen, customerId }, extras, { onRefused, isAllowed });
  await followReceipts(dependencies, payments, workspaceId);
  return standing;
}

/** The flow of a trial that is paid for now ends. Each look until the trial's last day tells it, so a lost signal is mended. */
async function tellTrial({ sql, client }: SubscriptionDependencies, workspaceId: string): Promise<void> {
  if (!(await isTrialReplaced(sql, workspaceId))) return;
  await client.workflow
    .getHandle(flowId('trial', workspaceId))
    .signal(flows.trial.signals.subscribed)
    .catch((error: unknown) => {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
}

/** null: it has none. One that we have lost, as after a restore, is there again: its flow may be the last that knows of it. */
async function customerFor(
  { sql, payments }: Pick<SubscriptionDependencies, 'sql' | 'payments'>,
  workspaceId: string,
): Promise<string | null> {
  const buyer = await readBuyer(sql, workspaceId);
  if (!buyer || buyer.customerId !== null || !payments) return buyer?.customerId ?? null;
  const found = await payments.findCustomer(workspaceId);
  if (!found) return null;
  return (await adoptCustomer(sql, workspaceId, found.customerId)) ? found.customerId : null;
}

/** A worker without the key of the provider, beside an API that has it: nothing is known, so nothing ends. */
async function notConfigured(sql: Sql, workspaceId: string): Promise<SubscriptionStanding> {
  await noteTrouble(sql, workspaceId, null, REFUSED_MS);
  return { stage: 'not_configured', waitMs: REFUSED_MS };
}

/** Of a customer whom the provider does not know any more. */
const NOTHING = { subscriptions: [], invoices: [], payments: [] } as const;

/** All that a customer has. What was paid for a subscription and lost in a dispute ends it first. */
async function readAll(
  { onPaymentRefused }: SubscriptionDependencies,
  payments: Payments,
  { workspaceId, customerId }: { readonly workspaceId: string; readonly customerId: string },
) {
  // Invoices last of the two: one of a period that is paid is there by then.
  const subscriptions = await listed(payments, customerId);
  if (subscriptions === null) return NOTHING;
  const invoices = await payments.listInvoices(customerId, INVOICES);
  const paid = await payments.listPayments(customerId);
  const isHidden = hidesDispute({ invoices, payments: paid });
  const all = isHidden ? await payments.listInvoices(customerId) : invoices;
  const seen = { subscriptions, invoices: all, payments: paid };
  const hasEnded = await endChargedBack(payments, seen, (code) => onPaymentRefused(workspaceId, code));
  return hasEnded ? { ...seen, subscriptions: await payments.listSubscriptions(customerId) } : seen;
}

/** null: the provider knows no such customer: it was deleted, or the key is of another mode or account. */
const listed = (payments: Payments, customerId: string): Promise<RemoteSubscription[] | null> =>
  payments.listSubscriptions(customerId).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

/** Its flow looks after what was bought from now on. The sweep starts the flow if this stops before. */
export const followSubscription = (
  { client, taskQueue }: Pick<SubscriptionDependencies, 'client' | 'taskQueue'>,
  workspaceId: string,
): Promise<unknown> =>
  client.workflow.signalWithStart('subscription', {
    ...flowStart('subscription', { id: workspaceId, workspaceId }, taskQueue),
    signal: flows.subscription.signals.nudge,
  });
