import { nearestSlots } from '../../domain/slots/nearest.ts';
import { busyReach } from '../../domain/slots/reach.ts';
import type { Host, Interval } from '../../domain/slots/types.ts';
import { MINUTE_MS } from '../../domain/time/civil.ts';
import { isoInstant, slotRenderer } from '../../domain/time/local.ts';
import type { Slot } from '../../schemas/public-calendar.ts';
import type { ClaimedTime, PageSnapshot } from '../../store/booking-pages.ts';
import { blocking } from '../../store/claims.ts';

const ALTERNATIVES = 3;

/** How many of a sorted list lie before the first that `isPast`. */
const countUntil = (claims: readonly ClaimedTime[], isPast: (claim: ClaimedTime) => boolean): number => {
  let low = 0;
  let high = claims.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const claim = claims[middle];
    if (claim && isPast(claim)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Claims of one host never overlap, so that in order of start they are in order of end, too. */
const within = (claims: readonly ClaimedTime[], { startMs, endMs }: Interval): readonly ClaimedTime[] =>
  claims.slice(
    countUntil(claims, (claim) => claim.endMs > startMs),
    countUntil(claims, (claim) => claim.startMs >= endMs),
  );

/**
 * The host of a page as the evaluator sees them now; null: no schedule, or a workspace that takes no bookings.
 * @param window with it the host is good for starts inside it only, and a year full of bookings costs no more than an empty one.
 */
export const hostOf = ({ page, claims }: PageSnapshot, now: number, window?: Interval): Host | null => {
  if (!page.schedule || page.workspace.locked) return null;
  const near = window ? within(claims, busyReach(page.rules, page.schedule.timezone, window)) : claims;
  return { hostId: page.host.id, schedule: page.schedule, busy: blocking(near, now) };
};

export interface OpenTime extends Pick<Slot, 'startUtc' | 'endUtc'> {
  readonly bookerLocal: Slot['bookerLocal'];
}

/** Starts as callers read them, in a zone. */
const renderSlots = (starts: readonly number[], durationMinutes: number, timezone: string): OpenTime[] => {
  const render = slotRenderer(timezone);
  return starts.map((startMs) => {
    const endMs = startMs + durationMinutes * MINUTE_MS;
    return { startUtc: isoInstant(startMs), endUtc: isoInstant(endMs), bookerLocal: render(startMs, endMs) };
  });
};

/** The three open slots nearest to a start that can't be had. */
export const alternatives = (snapshot: PageSnapshot, aroundMs: number, timezone: string, now: number): OpenTime[] => {
  const host = hostOf(snapshot, now);
  if (!host) return [];
  const { rules } = snapshot.page;
  return renderSlots(
    nearestSlots({ host, rules, aroundMs, count: ALTERNATIVES, now }),
    rules.durationMinutes,
    timezone,
  );
};
