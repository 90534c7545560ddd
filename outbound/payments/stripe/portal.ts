import type Stripe from 'stripe';
import { PaymentsRefused, type PlanChange } from '../payments.ts';
import { all, one } from './client.ts';
import type { PriceBook } from './price-book.ts';

/** Our two configurations of the portal, by their metadata. Only the page that confirms a change may change a plan: we check it first. */
export type PortalUse = 'account' | 'plan_change';
export const PORTAL_META = 'holdfastPortal';

/** Finds our configurations of the portal and keeps their ids. */
export class Portal {
  readonly #stripe: Stripe;
  readonly #prices: PriceBook;
  #ids = new Map<string, string>();

  constructor(stripe: Stripe, prices: PriceBook) {
    this.#stripe = stripe;
    this.#prices = prices;
  }

  async open({ customerId, returnUrl }: { readonly customerId: string; readonly returnUrl: string }) {
    const configuration = await this.#configuration('account');
    return this.#session({ customer: customerId, return_url: returnUrl, configuration });
  }

  async openPlanChange(change: PlanChange) {
    const configuration = await this.#configuration('plan_change');
    const { plan, interval, quantity } = change;
    const priceId = await this.#prices.idOf({ kind: 'plan', plan, interval });
    const { url } = await this.#session({
      customer: change.customerId,
      return_url: change.backUrl,
      configuration,
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: {
          subscription: change.subscriptionId,
          items: [{ id: change.itemId, price: priceId, quantity }],
        },
        after_completion: { type: 'redirect', redirect: { return_url: change.doneUrl } },
      },
    });
    return { url, priceId };
  }

  async #session(params: Stripe.BillingPortal.SessionCreateParams): Promise<{ readonly url: string }> {
    const { url } = await one('billing_portal.session', () => this.#stripe.billingPortal.sessions.create(params));
    return { url };
  }

  async #configuration(use: PortalUse): Promise<string> {
    const known = this.#ids.get(use);
    if (known !== undefined) return known;
    for (const { id, metadata } of await portalConfigurations(this.#stripe))
      this.#ids.set(metadata?.[PORTAL_META] ?? '', id);
    const found = this.#ids.get(use);
    if (found === undefined)
      throw new PaymentsRefused('portal_missing', 'Stripe has no portal of ours: run npm run billing-setup');
    return found;
  }
}

export const portalConfigurations = (stripe: Stripe) =>
  all((range) => stripe.billingPortal.configurations.list({ ...range, active: true }));
