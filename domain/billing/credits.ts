/** A lot of credits that is to be granted once. */
export interface CreditGrant {
  readonly source: 'trial' | 'plan' | 'pack' | 'pack_subscription';
  /** What it is granted for; granted twice, it is there once. */
  readonly key: string;
  readonly amount: number;
  readonly expiresMs: number;
}

const YEAR_MONTHS = 12;

/** So many months later, at the same time of day; a day that a month lacks is its last one. Dates are UTC, as Stripe's periods are. */
export function monthsLater(instantMs: number, months: number): number {
  const at = new Date(instantMs);
  const day = at.getUTCDate();
  const first = new Date(instantMs);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, days));
  return first.getTime();
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
