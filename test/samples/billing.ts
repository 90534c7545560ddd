import { v7 as uuidv7 } from 'uuid';
import type { Place, Samples } from './sample.ts';

/** A checkout of the workspace, as a row that is over: no payment provider is asked. */
const checkoutOf = async ({ stack, team: { workspaceId } }: Place) => {
  const id = uuidv7();
  await stack.sql`
    insert into checkout_intents (id, workspace_id, status, kind, plan, billing_interval, quantity, success_url, cancel_url, metadata, expires_at, ended_at)
    values (${id}, ${workspaceId}, 'canceled', 'plan', 'plus', 'monthly', 7, 'http://x.test', 'http://x.test', '{}', now(), now())`;
  return { intentId: id };
};

export const billingSamples: Samples = {
  'billing.getBilling': { good: () => ({}) },
  'billing.startCheckout': {
    good: () => ({ plan: 'growth', quantity: 20 }),
    bad: {
      plan: 'free',
      interval: 'daily',
      quantity: 0,
      customerEmail: 'nobody',
      successUrl: '//evil.test',
      metadata: { a: 1 },
    },
  },
  'billing.getCheckout': {
    good: checkoutOf,
    bad: { intentId: 'mine', waitSeconds: 99 },
    missing: { intentId: uuidv7() },
  },
  'billing.cancelCheckout': { good: checkoutOf, bad: { intentId: 'mine' }, missing: { intentId: uuidv7() } },
  'billing.createPortalSession': { good: () => ({}), bad: { returnUrl: 'javascript:alert(1)' } },
  'billing.listInvoices': { good: () => ({}) },
  'billing.listCredits': { good: () => ({}) },
  'billing.startEnrichmentCheckout': {
    good: () => ({ catalogId: 'enrichment_pack_50' }),
    bad: { catalogId: 'enrichment_pack_51', customerEmail: 'nobody', successUrl: '//evil.test' },
  },
};
