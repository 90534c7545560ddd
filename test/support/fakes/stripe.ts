import type { PaymentsAccount } from '../../../domain/billing/payments-account.ts';
import { stripePayments } from '../../../outbound/payments/stripe/payments.ts';
import {
  type StripeStandIn,
  type StripeStandInOptions,
  startStripeStandIn,
} from '../../../stand-ins/stripe/stand-in.ts';
import { StripeDescription } from '../asserts/stripe-openapi.ts';
import { startStripeMock, stripeMockHere } from './stripe-mock.ts';

/**
 * Where stripe-mock (API 2026-08-26.dahlia) is older than the SDK (2026-10-28.endive). Each is a text that a problem contains.
 */
const KNOWN_DIFFERENCES = [
  "POST /v1/webhook_endpoints: 400 * object property 'api_version' validation failed: value is not in enumeration",
];

const isKnown = (problem: string): boolean =>
  KNOWN_DIFFERENCES.some((known) => known.split('*').every((part) => problem.includes(part.trim())));

export interface CheckedStripe extends StripeStandIn {
  /** False: neither Go nor a built stripe-mock is here, so `problems` finds nothing. */
  readonly isChecked: boolean;
  /** `METHOD /path` of all requests that were checked. */
  readonly checked: ReadonlySet<string>;
  /** Requests and responses since the last call that do not match Stripe's description. */
  problems(): Promise<string[]>;
}

/** The stand-in of Stripe. Each request that it takes goes to stripe-mock too, and each answer is checked against Stripe's description. */
export async function startCheckedStripe(options: StripeStandInOptions = {}): Promise<CheckedStripe> {
  const here = await stripeMockHere();
  const mock = here && (await startStripeMock(here));
  const description = here && new StripeDescription(here.spec);
  const checks: Promise<string[]>[] = [];
  const checked = new Set<string>();
  // Delayed requests may be answered after the end.
  let isClosed = false;
  const stripe = await startStripeStandIn({
    ...options,
    onExchange: (asked, answer) => {
      if (
        isClosed ||
        !mock ||
        !description ||
        !asked.url.pathname.startsWith('/v1/') ||
        answer.cut ||
        answer.status !== 200
      )
        return;
      checked.add(
        `${asked.method} ${asked.url.pathname.replace(/\/(?:[a-z]+_(?:test_)?[0-9a-f]{24}|[a-z]+_none|holdfast_\w+)\b/, '/{id}')}`,
      );
      checks.push(Promise.resolve(description.problems(asked, answer)), mock.check(asked));
    },
  });
  return {
    ...stripe,
    ...{ isChecked: here !== undefined, checked },
    problems: async () => (await Promise.all(checks.splice(0))).flat().filter((problem) => !isKnown(problem)),
    close: async () => {
      isClosed = true;
      await Promise.all(checks);
      await stripe.close();
      await mock?.close();
    },
  };
}

export const accountOf = ({ url, secretKey, webhookSecret }: StripeStandIn): PaymentsAccount => ({
  ...{ label: 'Stripe (local stand-in)', secretKey, webhookSecret, apiUrl: url },
});

/** The adapter at a stand-in, without tries of its own. */
export const paymentsAt = (stripe: StripeStandIn, retries = 0) =>
  stripePayments(accountOf(stripe), { retries, timeoutMs: 2_000 });

/** Presses a button of a page. @returns where the browser goes then */
export async function press(url: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  await answer.arrayBuffer();
  return answer.headers.get('location') ?? String(answer.status);
}
