import { DAY_MS, dateOf, dayOf } from '../time/civil.ts';
import type { RemotePayment } from './remote-billing.ts';

/** A lot of credits that is to be granted once. */
export interface CreditGrant {
  readonly source: 'trial' | 'plan' | 'pack' | 'pack_subscription';
  /** What it is granted for; granted twice, it is there once. */
  readonly key: string;
  readonly amount: number;
  readonly expiresMs: number;
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

/** A month of credits. */
export interface CreditMonth {
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * The month in which an instant is, counted from the day on which a subscription began. Not from its period: each change between monthly
 * and annual begins a new period, and must not bring new credits.
 */
export function creditMonthOf(beganMs: number, atMs: number): CreditMonth {
  for (let month = 0; ; month += 1) {
    const [startMs, endMs] = [monthsLater(beganMs, month), monthsLater(beganMs, month + 1)];
    if (atMs < endMs) return { startMs, endMs };
  }
}

/** What a plan brings in one month, at most once. */
export interface PlanCredits extends CreditMonth {
  readonly plan: string;
  /** Of a whole month. */
  readonly amount: number;
  readonly atMs: number;
}

/**
 * What a plan still brings in this month. The first plan of a month brings all of its credits; a larger one that follows brings the
 * difference for the rest of the month, rounded up, as its price is charged for the rest alone.
 * @param granted what plans have brought in this month
 */
export function planCreditsDue({ amount, atMs, startMs, endMs }: PlanCredits, granted: number): number {
  if (granted === 0) return amount;
  const rest = Math.min(Math.max((endMs - atMs) / (endMs - startMs), 0), 1);
  return Math.max(Math.ceil((amount - granted) * rest), 0);
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
