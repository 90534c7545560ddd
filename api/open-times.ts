import { nearestSlots } from '../domain/slots/nearest.ts';
import type { Host } from '../domain/slots/types.ts';
import { isoInstant, slotRenderer } from '../domain/time/local.ts';
import type { Slot } from '../schemas/public-calendar.ts';
import type { PageSnapshot } from '../store/booking-pages.ts';
import { blocking } from '../store/claims.ts';

const MINUTE_MS = 60_000;
const ALTERNATIVES = 3;

/** The host of a page as the evaluator sees them now; null: no schedule, or a workspace that takes no bookings. */
export const hostOf = ({ page, claims }: PageSnapshot, now: number, ownBookingId?: string): Host | null =>
  page.schedule && !page.workspace.locked
    ? { hostId: page.host.id, schedule: page.schedule, busy: blocking(claims, now, ownBookingId) }
    : null;

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
