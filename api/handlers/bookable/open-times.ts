import { attendeesOf, type EventMember } from '../../../domain/bookable/bookable-event.ts';
import type { RefusalReason } from '../../../domain/booking/attempt.ts';
import { evaluate, listSlots, nearestSlots, nextSlot } from '../../../domain/slots/host-slots.ts';
import { busyWindow } from '../../../domain/slots/rules.ts';
import {
  listTeamSlots,
  nearestTeamSlots,
  nextTeamSlot,
  type TeamListQuestion,
} from '../../../domain/slots/team-slots.ts';
import type { Host, Interval } from '../../../domain/slots/types.ts';
import { MINUTE_MS } from '../../../domain/time/civil.ts';
import { isoInstant, slotRenderer } from '../../../domain/time/local.ts';
import type { Slot } from '../../../schemas/shapes/public-calendar.ts';
import type { AvailabilitySnapshot, ClaimedTime } from '../../../store/bookable/availability-snapshot.ts';
import { blocking } from '../../../store/booking/claims.ts';
import { refusalIn } from '../../../store/booking/host-selection.ts';

const ALTERNATIVES = 3;

/** The first place in a list of this length that `isPast`; all later ones are, too. */
const firstPlace = (length: number, isPast: (place: number) => boolean): number => {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isPast(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Kept with a list of claims as long as the list itself. */
const endsOf = new WeakMap<readonly ClaimedTime[], Float64Array>();

/** For each place, the latest end up to it. Claims of a host never overlap, but an event of a calendar may cover several of them. */
function latestEnds(claims: readonly ClaimedTime[]): Float64Array {
  const known = endsOf.get(claims);
  if (known) return known;
  let latest = Number.NEGATIVE_INFINITY;
  const ends = Float64Array.from(claims, ({ endMs }) => {
    latest = Math.max(latest, endMs);
    return latest;
  });
  endsOf.set(claims, ends);
  return ends;
}

/** The claims that touch a window, by start; also some that end before it. */
const within = (claims: readonly ClaimedTime[], { startMs, endMs }: Interval): readonly ClaimedTime[] => {
  const ends = latestEnds(claims);
  return claims.slice(
    firstPlace(claims.length, (place) => (ends[place] ?? 0) > startMs),
    firstPlace(claims.length, (place) => (claims[place]?.startMs ?? 0) >= endMs),
  );
};

/**
 * The host of an event for the evaluator; null: no schedule, a calendar that cannot be read, or a workspace that takes no bookings.
 * @param window limits the result to starts inside it, so a full year of bookings costs no more than an empty one
 */
const hostOf = ({ event, claims }: AvailabilitySnapshot, now: number, window?: Interval): Host | null => {
  if (!event.schedule || event.host.calendar === 'broken' || event.workspace.locked) return null;
  const near = window ? within(claims, busyWindow(event.rules, event.schedule.timezone, window)) : claims;
  return { hostId: event.host.id, schedule: event.schedule, busy: blocking(near, now) };
};

type Team = Omit<TeamListQuestion, 'window' | 'limit'>;

/** The same for a team; null: a member who must attend cannot be booked at all, or no member can. */
const teamOf = (snapshot: AvailabilitySnapshot, now: number, window?: Interval): Team | null => {
  const { event } = snapshot;
  if (!event.team || event.workspace.locked) return null;
  const asHosts = (members: readonly EventMember[]): Host[] =>
    members.flatMap(
      ({ host, schedule }) =>
        hostOf(
          { ...snapshot, event: { ...event, host, schedule }, claims: snapshot.memberClaims.get(host.id) ?? [] },
          now,
          window,
        ) ?? [],
    );
  const { all, oneOf } = attendeesOf(event.team);
  const [fixed, hosts] = [asHosts(all), asHosts(oneOf)];
  if (fixed.length < all.length || hosts.length < Math.min(oneOf.length, 1)) return null;
  if (oneOf.length > 0) return { hosts, fixed, assignment: 'any', rules: event.rules, now };
  return fixed.length === 0 ? null : { hosts: fixed, assignment: 'all', rules: event.rules, now };
};

/** The open starts of a window, in order, at most `limit`. */
export const openStarts = (snapshot: AvailabilitySnapshot, now: number, window: Interval, limit?: number): number[] => {
  const { ownStartMs } = snapshot;
  if (ownStartMs === undefined) return listed(snapshot, now, window, limit);
  const starts = listed(snapshot, now, window, limit && limit + 1);
  return starts.filter((start) => start !== ownStartMs).slice(0, limit);
};

/** The same for windows that follow each other. */
export function openStartsIn(
  snapshot: AvailabilitySnapshot,
  now: number,
  windows: readonly Interval[],
  limit = Number.POSITIVE_INFINITY,
): number[] {
  const starts: number[] = [];
  for (const window of windows) {
    if (starts.length >= limit) break;
    starts.push(
      ...openStarts(snapshot, now, window, limit === Number.POSITIVE_INFINITY ? undefined : limit - starts.length),
    );
  }
  return starts;
}

function listed(snapshot: AvailabilitySnapshot, now: number, window: Interval, limit: number | undefined): number[] {
  const team = teamOf(snapshot, now, window);
  if (team) return listTeamSlots({ ...team, window, limit }).starts;
  const host = hostOf(snapshot, now, window);
  return host ? listSlots({ host, rules: snapshot.event.rules, window, limit, now }).starts : [];
}

/** Why a future start is not open, as the reason of a refused booking; null: it is open. */
export function whyNotOpen(snapshot: AvailabilitySnapshot, now: number, startMs: number): RefusalReason | null {
  const window = { startMs, endMs: startMs + 1 };
  const team = teamOf(snapshot, now, window);
  const host = team ? null : hostOf(snapshot, now, window);
  const hosts = team ? [...(team.fixed ?? []), ...team.hosts] : host ? [host] : [];
  if (hosts.length === 0) return 'not_a_slot';
  return refusalIn(hosts.map((one) => evaluate({ host: one, rules: snapshot.event.rules, startMs, now })));
}

/** The first open start at or after an instant, within the booking horizon; null: none. */
export const nextOpenStart = (snapshot: AvailabilitySnapshot, now: number, fromMs: number): number | null => {
  const start = next(snapshot, now, fromMs);
  return start !== null && start === snapshot.ownStartMs ? next(snapshot, now, start + 1) : start;
};

function next(snapshot: AvailabilitySnapshot, now: number, fromMs: number): number | null {
  const team = teamOf(snapshot, now);
  if (team) return nextTeamSlot({ ...team, fromMs });
  const host = hostOf(snapshot, now);
  return host && nextSlot({ host, rules: snapshot.event.rules, fromMs, now });
}

/** The open starts nearest to an instant, by time. */
export const nearestOpenStarts = (
  snapshot: AvailabilitySnapshot,
  now: number,
  aroundMs: number,
  count: number,
): number[] => {
  const team = teamOf(snapshot, now);
  if (team) return nearestTeamSlots({ ...team, aroundMs, count });
  const host = hostOf(snapshot, now);
  return host ? nearestSlots({ host, rules: snapshot.event.rules, aroundMs, count, now }) : [];
};

export interface OpenTime extends Pick<Slot, 'startUtc' | 'endUtc'> {
  readonly bookerLocal: Slot['bookerLocal'];
}

/** Starts for the answer, in a zone. */
const renderSlots = (starts: readonly number[], durationMinutes: number, timezone: string): OpenTime[] => {
  const render = slotRenderer(timezone);
  return starts.map((startMs) => {
    const endMs = startMs + durationMinutes * MINUTE_MS;
    return { startUtc: isoInstant(startMs), endUtc: isoInstant(endMs), bookerLocal: render(startMs, endMs) };
  });
};

/** As hosts' tools say it: `local`, since the clock need not be a guest's. */
export const forHosts = ({ startUtc, endUtc, bookerLocal }: OpenTime) => ({ startUtc, endUtc, local: bookerLocal });

/** The three open slots nearest to a start that is not available. */
export const alternatives = (
  snapshot: AvailabilitySnapshot,
  aroundMs: number,
  timezone: string,
  now: number,
): OpenTime[] =>
  renderSlots(nearestOpenStarts(snapshot, now, aroundMs, ALTERNATIVES), snapshot.event.rules.durationMinutes, timezone);
