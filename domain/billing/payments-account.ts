/** Our account at the payment provider: the real one, or that of a stand-in on this machine. */
export interface PaymentsAccount {
  /** As people read it: "Stripe", "Stripe (local stand-in)". */
  readonly label: string;
  readonly secretKey: string;
  /** null (local mode only): webhooks are refused, and the list of events is read instead. */
  readonly webhookSecret: string | null;
  /** An origin, without a slash at its end. */
  readonly apiUrl: string;
}

/** What is paid with: real money, none (a key for tests, or the stand-in), or nothing can be bought. */
export type PaymentsMode = 'live' | 'test' | 'off';

/** Stripe's keys name their mode: `sk_live_…`, `rk_test_…`. */
export const isLiveKey = (secretKey: string): boolean => /^\w+_live_/.test(secretKey);

export const modeOf = (account: Pick<PaymentsAccount, 'secretKey'> | null | undefined): PaymentsMode => {
  if (!account) return 'off';
  return isLiveKey(account.secretKey) ? 'live' : 'test';
};

/** Said at the start of a process in production, and by readiness. */
export const TEST_KEY_WORDS =
  'STRIPE_SECRET_KEY is a key for tests: plans are given for money that nobody pays. Set the live key and its STRIPE_WEBHOOK_SECRET';
