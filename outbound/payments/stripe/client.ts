import Stripe from 'stripe';
import type { PaymentsAccount } from '../../../domain/billing/payments-account.ts';
import { PaymentsAway, PaymentsRefused } from '../payments.ts';
import { stripeFailure } from './failures.ts';

/** The version whose objects `facts.ts` reads. It changes together with the SDK. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

export interface StripeLimits {
  readonly timeoutMs?: number;
  /** By the SDK itself, with the same idempotency key; the flow tries again later anyway. */
  readonly retries?: number;
}

/** Stripe's own client, for an account or its stand-in. Makes no call. */
export function stripeClient(
  { secretKey, apiUrl }: Pick<PaymentsAccount, 'secretKey' | 'apiUrl'>,
  { timeoutMs = 10_000, retries = 1 }: StripeLimits = {},
): Stripe {
  const { hostname, port, protocol } = new URL(apiUrl);
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    host: hostname,
    ...(port ? { port } : {}),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    // It would send the times of earlier calls along.
    telemetry: false,
  });
}

/** A call for one object. The SDK resolves on an error without the word `error`, such as a proxy's 404: so its id is checked. */
export async function one<T extends { readonly id: string; readonly object: string }>(
  object: T['object'],
  call: () => Promise<T>,
): Promise<T> {
  const answer = await translated(call);
  if (typeof answer?.id !== 'string' || answer.object !== object) throw new PaymentsAway(`no_${word(object)}`);
  return answer;
}

/** null: it is not there. */
export async function oneOrNull<T extends { readonly id: string; readonly object: string }>(
  object: T['object'],
  call: () => Promise<T>,
): Promise<T | null> {
  try {
    return await one(object, call);
  } catch (error) {
    if (error instanceof PaymentsRefused && error.code === 'resource_missing') return null;
    throw error;
  }
}

const LARGEST_PAGE = 100;

interface Page<T> {
  readonly object: string;
  readonly data: readonly T[];
  readonly has_more: boolean;
}

/** All pages of a list, checked as `one` is. @param most at most so many */
export async function all<T extends { readonly id: string }>(
  page: (range: { limit: number; starting_after?: string }) => Promise<Page<T>>,
  most = 10_000,
): Promise<T[]> {
  const found: T[] = [];
  for (;;) {
    const last = found.at(-1);
    const range = { limit: Math.min(LARGEST_PAGE, most - found.length), ...(last && { starting_after: last.id }) };
    const answer = await translated(() => page(range));
    if (answer?.object !== 'list' || !Array.isArray(answer.data)) throw new PaymentsAway('no_list');
    found.push(...answer.data);
    if (!answer.has_more || answer.data.length === 0 || found.length >= most) return found;
  }
}

async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw stripeFailure(error);
  }
}

const word = (object: string): string => object.replaceAll('.', '_');
