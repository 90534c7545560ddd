import Stripe from 'stripe';
import { PaymentsAway, PaymentsRefused } from '../payments.ts';

/** Stable words of Stripe and of the network alone: other texts may hold anything. */
const word = (text: unknown): string => (/^[\w.]{1,60}$/.test(String(text)) ? String(text) : 'other');

/** What to do about it, where somebody can do something. */
const WORDS: Readonly<Record<string, string>> = {
  resource_missing: 'Stripe knows no such object',
  idempotency_error: 'the same step was sent with other values',
  authentication: 'Stripe does not accept STRIPE_SECRET_KEY',
  permission: 'STRIPE_SECRET_KEY lacks a permission',
};

/** The failure of a call to Stripe, in our words. Nothing of the request or of the answer's texts is kept. */
export function stripeFailure(error: unknown): PaymentsAway | PaymentsRefused {
  if (error instanceof PaymentsAway || error instanceof PaymentsRefused) return error;
  if (!(error instanceof Stripe.errors.StripeError)) return new PaymentsAway(nameOf(error));
  const { statusCode } = error;
  const code = codeOf(error);
  if (statusCode === undefined) return new PaymentsAway(code);
  // 409: another call with the same key has not ended yet.
  const isLater = statusCode >= 500 || statusCode === 429 || statusCode === 409 || statusCode === 408;
  if (isLater || statusCode < 400)
    return new PaymentsAway(`${statusCode} ${code}`, retryAfterMs(error.headers?.['retry-after']));
  return new PaymentsRefused(code, WORDS[code] ?? `Stripe refused (${statusCode})`);
}

function codeOf(error: Stripe.errors.StripeError): string {
  if (error instanceof Stripe.errors.StripeAuthenticationError) return 'authentication';
  if (error instanceof Stripe.errors.StripePermissionError) return 'permission';
  if (error instanceof Stripe.errors.StripeIdempotencyError) return 'idempotency_error';
  return word(error.code ?? error.rawType ?? error.type);
}

const nameOf = (error: unknown): string => word(error instanceof Error ? error.name : 'unknown');

/** RFC 9110, Retry-After: seconds or a date. */
function retryAfterMs(text: string | undefined, now = Date.now()): number | null {
  if (!text) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
