import type { PaymentsAccount } from '../domain/billing/payments-account.ts';

interface StripeVariables {
  readonly STRIPE_SECRET_KEY?: string | undefined;
  readonly STRIPE_WEBHOOK_SECRET?: string | undefined;
  readonly STRIPE_STAND_IN_URL?: string | undefined;
}

/** Local mode may do without the secret of webhooks: then events are read from Stripe's list. */
export const halfOfStripe = (given: NodeJS.ProcessEnv): string[] => {
  const [key, secret] = [given.STRIPE_SECRET_KEY, given.STRIPE_WEBHOOK_SECRET];
  if (key === undefined && secret !== undefined) return ['STRIPE_SECRET_KEY is missing beside STRIPE_WEBHOOK_SECRET'];
  const isNeeded = key !== undefined && secret === undefined && given.HOLDFAST_MODE !== 'local';
  return isNeeded
    ? ['STRIPE_WEBHOOK_SECRET is missing beside STRIPE_SECRET_KEY (npm run billing-setup makes the webhook)']
    : [];
};

/** The secrets of the stand-in are no secrets: it is on this machine alone. */
export function paymentsOf(values: StripeVariables): PaymentsAccount | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_STAND_IN_URL: url } = values;
  if (secretKey) return { ...STRIPE, secretKey, webhookSecret: webhookSecret ?? null };
  return url === undefined ? undefined : { ...STRIPE_STAND_IN, apiUrl: url };
}

const STRIPE = { label: 'Stripe', apiUrl: 'https://api.stripe.com' } as const;
const STRIPE_STAND_IN = {
  label: 'Stripe (local stand-in)',
  ...{ secretKey: 'sk_test_holdfast_local', webhookSecret: 'whsec_holdfast_local' },
} as const;
