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
import type { AvailabilitySnapshot, BlockedTime } from '../../../store/bookable/availability-snapshot.ts';
import { refusalIn } from '../../../store/booking/host-selection.ts';
import { blocking } from '../../../store/booking/time-blocks.ts';

const ALTERNATIVES = 3;

/** Returns the first index in a list of this length for which `isPast` holds. It must hold for all later ones, too. */
const firstIndex = (length: number, isPast: (index: number) => boolean): number => {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isPast(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** The latest ends of a list of time blocks, cached as long as the list itself. */
const endsOf = new WeakMap<readonly BlockedTime[], Float64Array>();

/** Returns, for each index, the latest end up to it. Time blocks of a host never overlap, but an event of a calendar may cover several of them. */
function latestEnds(blocked: readonly BlockedTime[]): Float64Array {
  const known = endsOf.get(blocked);
  if (known) return known;
  let latest = Number.NEGATIVE_INFINITY;
  const ends = Float64Array.from(blocked, ({ endMs }) => {
    latest = Math.max(latest, endMs);
    return latest;
  });
  endsOf.set(blocked, ends);
  return ends;
}

/** Returns the time blocks that touch a window, by start, and possibly some that end before it. */
const within = (blocked: readonly BlockedTime[], { startMs, endMs }: Interval): readonly BlockedTime[] => {
  const ends = latestEnds(blocked);
  return blocked.slice(
    firstIndex(blocked.length, (index) => (ends[index] ?? 0) > startMs),
    firstIndex(blocked.length, (index) => (blocked[index]?.startMs ?? 0) >= endMs),
  );
};

/**
 * Returns the host of an event for the evaluator; null without a schedule, with a calendar that cannot be read, or in a workspace that
 * takes no bookings.
 * @param window limits the result to starts inside it, so a full year of bookings costs no more than an empty one
 */
const hostOf = ({ event, blocked }: AvailabilitySnapshot, now: number, window?: Interval): Host | null => {
  if (!event.schedule || event.host.calendar === 'broken' || event.workspace.locked) return null;
  const near = window ? within(blocked, busyWindow(event.rules, event.schedule.timezone, window)) : blocked;
  return { hostId: event.host.id, schedule: event.schedule, busy: blocking(near, now) };
};

type Team = Omit<TeamListQuestion, 'window' | 'limit'>;

/** Returns the hosts of a team for the evaluator; null if a member who must attend cannot be booked at all, or no member can. */
const teamOf = (snapshot: AvailabilitySnapshot, now: number, window?: Interval): Team | null => {
  const { event } = snapshot;
  if (!event.team || event.workspace.locked) return null;
  const asHosts = (members: readonly EventMember[]): Host[] =>
    members.flatMap(
      ({ host, schedule }) =>
        hostOf(
          { ...snapshot, event: { ...event, host, schedule }, blocked: snapshot.memberBlocked.get(host.id) ?? [] },
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

/** Lists at most `limit` open starts of a window, in order. */
export const openStarts = (snapshot: AvailabilitySnapshot, now: number, window: Interval, limit?: number): number[] => {
  const { ownStartMs } = snapshot;
  if (ownStartMs === undefined) return listed(snapshot, now, window, limit);
  const starts = listed(snapshot, now, window, limit && limit + 1);
  return starts.filter((start) => start !== ownStartMs).slice(0, limit);
};

/** Lists at most `limit` open starts of consecutive windows, in order. */
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

/** Returns why a future start is not open, as the reason of a refused booking; null if it is open. */
export function whyNotOpen(snapshot: AvailabilitySnapshot, now: number, startMs: number): RefusalReason | null {
  const window = { startMs, endMs: startMs + 1 };
  const team = teamOf(snapshot, now, window);
  const host = team ? null : hostOf(snapshot, now, window);
  const hosts = team ? [...(team.fixed ?? []), ...team.hosts] : host ? [host] : [];
  if (hosts.length === 0) return 'not_a_slot';
  return refusalIn(hosts.map((one) => evaluate({ host: one, rules: snapshot.event.rules, startMs, now })));
}

/** Returns the first open start at or after an instant, within the booking horizon; null if there is none. */
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

/** Returns the open starts nearest to an instant, by time. */
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

/** Returns starts for the answer, in a zone. */
const renderSlots = (starts: readonly number[], durationMinutes: number, timezone: string): OpenTime[] => {
  const render = slotRenderer(timezone);
  return starts.map((startMs) => {
    const endMs = startMs + durationMinutes * MINUTE_MS;
    return { startUtc: isoInstant(startMs), endUtc: isoInstant(endMs), bookerLocal: render(startMs, endMs) };
  });
};

/** Returns an open time for hosts' tools. The field is `local` there, since the zone need not be a guest's. */
export const forHosts = ({ startUtc, endUtc, bookerLocal }: OpenTime) => ({ startUtc, endUtc, local: bookerLocal });

/** Returns the three open slots nearest to a start that is not available. */
export const alternatives = (
  snapshot: AvailabilitySnapshot,
  aroundMs: number,
  timezone: string,
  now: number,
): OpenTime[] =>
  renderSlots(nearestOpenStarts(snapshot, now, aroundMs, ALTERNATIVES), snapshot.event.rules.durationMinutes, timezone);
