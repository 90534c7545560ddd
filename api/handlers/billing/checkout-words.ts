import { CHECKOUT_WORDS } from '../../../domain/billing/checkout.ts';
import { inWords, listedPrice } from '../../../domain/billing/listed-price.ts';
import type { CheckoutIntent } from '../../../store/billing/checkout-intents.ts';

/** What a checkout buys, and its listed price. */
export const boughtBy = ({ purchase, quantity }: Pick<CheckoutIntent, 'purchase' | 'quantity'>) => ({
  plan: purchase.kind === 'plan' ? CHECKOUT_WORDS[purchase.plan] : null,
  interval: purchase.kind === 'plan' ? purchase.interval : null,
  catalogId: purchase.kind === 'pack' ? purchase.packId : null,
  quantity,
  ...listedPrice(purchase, quantity),
});

type Opened = Pick<CheckoutIntent, 'purchase' | 'quantity' | 'subscriptionId'>;

/** What start_checkout says next. */
export function nextAfterStart({ purchase, quantity, subscriptionId }: Opened): string {
  const change = subscriptionId === null ? '' : ' The page shows what is charged now for the change.';
  return `${inWords(purchase, quantity)}.${change} Show url to a person, who pays there; then call get_checkout with waitSeconds.`;
}

/** How a checkout stands, and what to do next. @param url what this caller gets of its page */
export function standingOf(intent: CheckoutIntent, url: string | null): string {
  const what = inWords(intent.purchase, intent.quantity);
  const again = intent.purchase.kind === 'plan' ? 'start_checkout' : 'start_enrichment_checkout';
  if (intent.status === 'completed') return `Paid: ${what}. get_billing shows it.`;
  if (intent.status === 'pending' && intent.isPaying)
    return `${what}: a person has paid, and the money is on its way at the bank, which can take days. Wait and ask again; do not start another checkout.`;
  if (intent.status === 'pending') return pendingOf(what, again, { url, isOpened: intent.url !== null });
  if (intent.status === 'expired')
    return `Not bought: ${what}. Nobody paid in time, or the payment failed. ${again} makes another page.`;
  return `Canceled, or replaced by another checkout: ${what}. ${again} makes another page.`;
}

function pendingOf(
  what: string,
  again: string,
  { url, isOpened }: { readonly url: string | null; readonly isOpened: boolean },
): string {
  if (url !== null) return `Not paid yet: ${what}. Show url to a person; ask again with waitSeconds.`;
  if (isOpened)
    return `Not paid yet: ${what}. This key may not buy, so it gets no link; ${again} with another key has it.`;
  return `Not paid yet: ${what}. Its page could not be opened: call ${again} again.`;
}
