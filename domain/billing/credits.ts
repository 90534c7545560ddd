import { DAY_MS, dateOf, dayOf } from '../time/civil.ts';
import type { RemotePayment } from './remote-billing.ts';

/** A lot of credits that is to be granted once. */
export interface CreditGrant {
  readonly source: 'trial' | 'plan' | 'pack' | 'pack_subscription';
  /** What it is granted for; granted twice, it is there once. */
  readonly key: string;
  readonly amount: number;
  readonly expiresMs: number;
  /**
   * Of a plan: what its lots that end after this instant hold is taken off. So an upgrade brings the difference, and a period that begins
   * anew, as by a change from months to years, brings nothing twice.
   */
  readonly toppedUpFromMs?: number;
  /** What it was bought with. Absent: it came with a plan or a trial, or nothing was charged. */
  readonly paymentId?: string | null;
}

const YEAR_MONTHS = 12;

/** So many months later, at the same time of day; a day that a month lacks is its last one. Dates are UTC, as Stripe's periods are. */
export function monthsLater(instantMs: number, months: number): number {
  const today = Math.floor(instantMs / DAY_MS);
  const { year, month, day } = dateOf(today);
  const target = year * 12 + (month - 1) + months;
  const [first, next] = [target, target + 1].map((at) => dayOf(Math.floor(at / 12), (at % 12) + 1, 1)) as [
    number,
    number,
  ];
  return (first + Math.min(day, next - first) - 1) * DAY_MS + (instantMs - today * DAY_MS);
}

/** Credits of a pack that is paid once last for a year. */
export const packEndsMs = (paidMs: number): number => monthsLater(paidMs, YEAR_MONTHS);

/** The month of a paid period in which `now` is: a year's plan has its credits month by month. */
export function monthOf(
  { periodStartMs, periodEndMs }: { readonly periodStartMs: number; readonly periodEndMs: number },
  now: number,
): { readonly startMs: number; readonly endMs: number } {
  for (let month = 0; ; month += 1) {
    const [startMs, endMs] = [monthsLater(periodStartMs, month), monthsLater(periodStartMs, month + 1)];
    if (now < endMs || endMs >= periodEndMs) return { startMs, endMs: Math.min(endMs, periodEndMs) };
  }
}

/**
 * Credits of a lot that nobody has paid for in the end: what was refunded or is disputed, in proportion. Rounded up, so that a buyer never
 * keeps more than they paid for.
 * @param lot credits that the payment bought
 */
export function unpaidCredits(
  lot: number,
  { amount, amountRefunded, amountDisputed }: Pick<RemotePayment, 'amount' | 'amountRefunded' | 'amountDisputed'>,
): number {
  const gone = Math.min(amountRefunded + amountDisputed, amount);
  return gone <= 0 ? 0 : Math.ceil((lot * gone) / amount);
}
