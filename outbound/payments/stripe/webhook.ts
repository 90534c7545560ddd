import Stripe from 'stripe';
import { isLiveKey, type PaymentsAccount } from '../../../domain/billing/payments-account.ts';
import type { WebhookCheck } from '../../../domain/billing/remote-billing.ts';
import { newsOf } from './news.ts';

/** How old a signature may be, and how far ahead its clock. */
const TOLERANCE_SECONDS = 300;

/**
 * Checks a webhook: signature on the raw body, age, mode and account. Of the body, what is to be looked at leaves this function, and nothing
 * else. Makes no call.
 */
export const webhookCheck =
  ({ secretKey, webhookSecret }: Pick<PaymentsAccount, 'secretKey' | 'webhookSecret'>) =>
  (rawBody: Buffer, signatureHeader: string | undefined, now: number): WebhookCheck => {
    if (!signatureHeader || webhookSecret === null) return { refused: 'no_signature' };
    const event = signed(rawBody, signatureHeader, webhookSecret, now);
    if (typeof event === 'string') return { refused: event };
    const news = newsOf(event);
    if (!news) return { refused: 'bad_body' };
    if (news.livemode !== isLiveKey(secretKey)) return { refused: 'other_mode' };
    // Only events of accounts that are connected to ours name one.
    if ('account' in event) return { refused: 'other_account' };
    return { news };
  };

function signed(
  rawBody: Buffer,
  header: string,
  secret: string,
  now: number,
): object | 'bad_signature' | 'too_old' | 'bad_body' {
  try {
    // The age is checked below: here it would be the same failure as a wrong signature.
    const event: unknown = Stripe.webhooks.constructEvent(rawBody, header, secret, 0, undefined, now);
    const stampMs = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1] ?? 0) * 1_000;
    if (Math.abs(now - stampMs) > TOLERANCE_SECONDS * 1_000) return 'too_old';
    return typeof event === 'object' && event !== null ? event : 'bad_body';
  } catch (error) {
    return error instanceof Stripe.errors.StripeSignatureVerificationError ? 'bad_signature' : 'bad_body';
  }
}
