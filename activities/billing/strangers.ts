import { validate } from 'uuid';
import { packEndsMs } from '../../domain/billing/credits.ts';
import { PACKS } from '../../domain/billing/packs.ts';
import type { RemoteSale } from '../../domain/billing/remote-billing.ts';
import type { Payments } from '../../outbound/payments/payments.ts';
import { readIntent } from '../../store/billing/checkout-intents.ts';
import { grantCredits } from '../../store/billing/credits.ts';
import { wantLookAt } from '../../store/billing/customers.ts';
import { adoptCustomer, findByCustomer, readToAsk, settleStanding, type ToAsk } from '../../store/billing/strangers.ts';
import { inTransaction } from '../../store/database.ts';
import { followSubscription, type SubscriptionDependencies } from './subscription.ts';

/** `not_ours`: made by something else in this account. The others: made by us, and yet nobody's here: operators must look. */
export type StrangerReason = 'not_ours' | 'no_workspace';

export interface StrangerDependencies extends SubscriptionDependencies {
  readonly onStranger: (customerId: string, reason: StrangerReason) => void;
}

/**
 * Asks the payment provider whose the customers and payment pages are that we do not know, as after a restore: what was bought since the
 * backup is there again, and is granted by the same keys as before, so once. Safe to repeat.
 * @throws PaymentsAway, PaymentsRefused
 */
export async function askAboutStrangers(dependencies: StrangerDependencies): Promise<void> {
  const { sql, payments } = dependencies;
  if (!payments) return;
  const owners = new Map<string, string | null>();
  for (const news of await readToAsk(sql)) {
    const { customerId, eventId } = news;
    if (customerId !== null && !owners.has(customerId))
      owners.set(customerId, await ownerOf({ ...dependencies, payments }, customerId));
    const workspaceId = (customerId !== null && owners.get(customerId)) || null;
    if (workspaceId !== null) await takeIn({ ...dependencies, payments }, workspaceId, news);
    await settleStanding(sql, eventId, workspaceId === null ? 'stranger' : 'known');
  }
}

type Asking = StrangerDependencies & { readonly payments: Payments };

/** The workspace that we gave this customer; else the one that it was made for, if it has none. */
async function ownerOf({ sql, payments, onStranger }: Asking, customerId: string): Promise<string | null> {
  const known = await findByCustomer(sql, customerId);
  if (known !== null) return known;
  const workspaceId = (await payments.readCustomer(customerId))?.workspaceId ?? null;
  if (workspaceId !== null && (await adoptCustomer(sql, workspaceId, customerId))) return workspaceId;
  onStranger(customerId, workspaceId === null ? 'not_ours' : 'no_workspace');
  return null;
}

/** First what was paid once, then the look, which takes back what was refunded. */
async function takeIn(dependencies: Asking, workspaceId: string, news: ToAsk): Promise<void> {
  const { sql, payments } = dependencies;
  // First asked for, then done: if this stops here, the sweep looks.
  await wantLookAt(sql, workspaceId);
  if (news.objectType === 'checkout.session') {
    const sale = await payments.readSale(news.objectId);
    if (sale && sale.customerId === news.customerId) await grantLost(dependencies, workspaceId, { news, sale });
  }
  await followSubscription(dependencies, workspaceId);
}

interface Lost {
  readonly news: ToAsk;
  readonly sale: RemoteSale;
}

/** A pack that was paid once. The customer says whose it is, never the checkout's name alone. */
async function grantLost({ sql }: Asking, workspaceId: string, { news, sale }: Lost): Promise<void> {
  const { intentId, isPaid, items, paymentId } = sale;
  if (!isPaid || intentId === null || !validate(intentId)) return;
  const intent = await readIntent(sql, intentId);
  if (intent && intent.workspaceId !== workspaceId) return;
  const amount = items.reduce(
    (sum, { purchase, quantity }) =>
      purchase?.kind === 'pack' && PACKS[purchase.packId].paid === 'once'
        ? sum + PACKS[purchase.packId].credits * quantity
        : sum,
    0,
  );
  if (amount === 0) return;
  const grant = { source: 'pack', key: `checkout/${intentId}`, amount, paymentId } as const;
  const expiresMs = packEndsMs(news.createdAt.getTime());
  await inTransaction(sql, (tx) => grantCredits(tx, workspaceId, { ...grant, expiresMs }));
}
