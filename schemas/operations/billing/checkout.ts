import { z } from 'zod';
import { intentErrors, keyedReadErrors, keyedWriteErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { BILLING, type IntentAuth } from '../../shapes/access.ts';
import { BillingInterval, CatalogId, CheckoutStatus, CreditEntry, CreditLot, Invoice } from '../../shapes/billing.ts';
import { Email } from '../../shapes/fields.ts';

const forReading = {
  surface: 'host',
  method: 'GET',
  effect: 'read',
  rateClass: 'keyed',
  errors: keyedReadErrors,
  auth: { scope: 'any', roles: BILLING },
} as const;
/** Paying is what mends a locked workspace. */
const forPaying = {
  surface: 'host',
  method: 'POST',
  effect: 'write',
  rateClass: 'keyed',
  errors: keyedWriteErrors,
  auth: { scope: 'billing.manage', roles: BILLING },
  worksWhileLocked: true,
} as const;
/** Links to pages of the payment provider: whoever has one can use it until it expires. */
const forPages = { ...forPaying, auth: { ...forPaying.auth, byApp: 'named' } } as const;

/** Also for an agent that acts for a person. */
const intent = {
  ...{ scope: 'agent.billing.checkout', required: false, as: 'member' },
  onStop: 'ends',
} as const satisfies IntentAuth;
const forBuying = {
  ...forPages,
  auth: { ...forPages.auth, intent },
  errors: [...keyedWriteErrors, ...intentErrors],
} as const;

const intentId = z.uuid().describe('Of start_checkout.');

/** A checkout answers the words of the spec for plans. */
const CheckoutPlan = z.enum(['solo', 'plus', 'pro']).describe('solo is Starter, pro is Growth.');

/** Its length first: the parser of addresses takes seconds for 100 kB. */
const returnUrl = z
  .string()
  .max(2_048, { abort: true })
  .check(z.url({ protocol: /^https?$/ }))
  .optional();

/** The price of a checkout, and what comes next. */
const listed = {
  currency: z.literal('usd'),
  total: z.int().describe('Listed price in cents, before tax: each month or year, or once.'),
  message: z.string().describe('What to do next.'),
};

const receiptsTo = z.string().nullable().describe('Where receipts go. null: it was chosen at the payment provider.');

/** Within Stripe's limits, less what we add. */
const Metadata = z
  .record(
    z
      .string()
      .min(1)
      .max(40)
      .regex(/^[^[\]]*$/, 'has no square brackets'),
    z.string().max(500),
  )
  .refine((all) => Object.keys(all).length <= 40, 'has at most 40 keys')
  .optional()
  .describe('Your own words, kept with the payment.');

/** What a person pays, and an agent prepares. */
export const checkout = defineArea({
  startCheckout: {
    title: 'Start a checkout',
    summary:
      'Makes a link to a payment page for a plan; show url to a person, who pays there, or confirms the change of a subscription. Then get_checkout with waitSeconds tells when it is paid. get_billing has plans and prices. Example: {"plan": "plus"}.',
    ...forBuying,
    path: '/billing/checkout-intents',
    flow: true,
    tool: 'start_checkout',
    input: z.object({
      plan: z
        .enum(['starter', 'plus', 'growth', 'solo', 'pro'])
        .describe('solo is another word for starter, pro for growth.'),
      interval: BillingInterval.default('monthly').describe('annual: a year at the price of ten months.'),
      quantity: z.int().min(1).max(20).default(1).describe('Members to pay for, 1 to 20. Too few: 409 with `needed`.'),
      customerEmail: Email.optional().describe(
        'For receipts, if nothing was bought before. Default: the first owner’s.',
      ),
      successUrl: returnUrl.describe('Where the browser goes after paying or changing. Default: the home page.'),
      cancelUrl: returnUrl.describe('Where it goes without paying. Default: the home page.'),
      metadata: Metadata,
    }),
    output: z.object({
      intentId,
      status: z.literal('pending'),
      url: z.url().describe('The payment page, for a person.'),
      expiresAt: z.iso.datetime().describe('Expiry (UTC).'),
      plan: CheckoutPlan,
      interval: BillingInterval.describe('How often it is paid.'),
      quantity: z.int().min(1),
      ...listed,
      receiptsTo,
    }),
  },
  startEnrichmentCheckout: {
    title: 'Buy enrichment credits',
    summary:
      'Makes a link to a payment page for credits that look up guests before a meeting; show url to a person. Then get_checkout. Packs last 12 months; the others bring credits each month. Example: {"catalogId": "enrichment_pack_50"}.',
    ...forBuying,
    path: '/billing/enrichment/checkout-intents',
    flow: true,
    tool: 'start_enrichment_checkout',
    input: z.object({
      catalogId: CatalogId.describe('Packs of 50, 200 or 500 credits; or 100, 300 or 1,000 a month.'),
      customerEmail: Email.optional().describe('As in start_checkout.'),
      successUrl: returnUrl.describe('As in start_checkout.'),
      cancelUrl: returnUrl.describe('As in start_checkout.'),
      metadata: Metadata,
    }),
    output: z.object({
      intentId,
      status: z.literal('pending'),
      url: z.url().describe('The payment page, for a person.'),
      expiresAt: z.iso.datetime().describe('Expiry (UTC).'),
      catalogId: CatalogId.describe('The id of the item to buy.'),
      ...listed,
      receiptsTo,
    }),
  },
  listCredits: {
    title: 'List credits',
    summary: 'Credits that are left, in the order in which they are spent, and the latest 100 entries of the ledger.',
    ...forReading,
    path: '/billing/credits',
    input: z.object({}),
    output: z.object({
      left: z.int().min(0),
      lots: z.array(CreditLot).describe('The credits by origin.'),
      entries: z.array(CreditEntry).describe('The newest first.'),
    }),
  },
  getCheckout: {
    title: 'Get a checkout',
    summary:
      'What a checkout buys, and how it stands: pending, completed (paid), expired (not paid in time, or the payment failed) or canceled. waitSeconds waits until it is no longer pending.',
    ...forReading,
    auth: { ...forReading.auth, intent: { ...intent, onStop: 'nothing_made' } },
    errors: [...keyedReadErrors, ...intentErrors],
    path: '/billing/checkout-intents/{intentId}',
    tool: 'get_checkout',
    input: z.object({
      intentId,
      waitSeconds: z.int().min(0).max(25).default(0).describe('Most seconds to wait, 0 to 25. Default 0.'),
    }),
    output: z.object({
      intentId,
      status: CheckoutStatus,
      requestedPriceId: z.string().describe('The payment provider’s id of what is bought.'),
      completedAt: z.iso.datetime().nullable().describe('When it was paid (UTC); null: not yet.'),
      expiresAt: z.iso.datetime().describe('Expiry (UTC).'),
      sessionId: z.string().describe('Of the payment page; empty for a change of a subscription.'),
      url: z.url().nullable().describe('The payment page; null: see message.'),
      plan: CheckoutPlan.nullable(),
      interval: BillingInterval.nullable().describe('The billing interval; null: not a plan.'),
      catalogId: CatalogId.nullable().describe('The id of the item to buy.'),
      quantity: z.int().min(1),
      ...listed,
    }),
  },
  cancelCheckout: {
    title: 'Cancel a checkout',
    summary:
      'Cancels a checkout: nobody can pay at its page any more. The link of a change of a subscription can’t be ended so soon: see message. One that was paid meanwhile stays completed: see status.',
    ...forPaying,
    path: '/billing/checkout-intents/{intentId}/cancel',
    effect: 'destroy',
    flow: true,
    tool: 'cancel_checkout',
    input: z.object({ intentId }),
    output: z.object({
      intentId,
      status: CheckoutStatus.describe('pending: a payment that takes days is on its way.'),
      message: z.string().describe('What may still happen, in words.'),
    }),
  },
  createPortalSession: {
    title: 'Open the billing portal',
    summary:
      'Makes a link to the payment provider’s page for a person: card, invoices, VAT number, address, and the end of the subscription.',
    ...forPages,
    path: '/billing/portal-sessions',
    makesAnother: true,
    tool: 'create_portal_session',
    input: z.object({ returnUrl: returnUrl.describe('Where the page leads back to. Default: the home page.') }),
    output: z.object({ url: z.url() }),
  },
  listInvoices: {
    title: 'List invoices',
    summary: 'The latest 24 invoices, the newest first, with their pages.',
    ...forReading,
    path: '/billing/invoices',
    input: z.object({}),
    output: z.object({ invoices: z.array(Invoice) }),
  },
});
