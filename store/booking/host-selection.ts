import {
  attendeesOf,
  type BookableEvent,
  type EventHost,
  type EventMember,
  type EventTeam,
  eventOfMember,
} from '../../domain/bookable/bookable-event.ts';
import type { RefusalReason } from '../../domain/booking/attempt.ts';
import type { LiveCheck } from '../../domain/booking/live-check.ts';
import type { Refusal, Verdict } from '../../domain/slots/types.ts';
import {
  type BlockedTimesByHost,
  readBlockedTimes,
  readBlockedTimesOfHosts,
} from '../bookable/availability-snapshot.ts';
import { readEventById } from '../bookable/bookable-events.ts';
import { readPeople } from '../bookable/team-events.ts';
import type { Transaction } from '../database.ts';
import { clockMs, lockHosts } from '../locks.ts';
import type { Row } from '../rows.ts';
import { readOtherHosts } from './booking-hosts.ts';
import { type HostAssignment, readOrder, reasonFor } from './round-robin-assignments.ts';
import { evaluateStart, type Facts, refusalReason } from './time-blocks.ts';

/** The hosts of a meeting. They are locked, and the evaluator has accepted each of them. */
export interface HostSelection {
  /** the event for its organizing host */
  readonly event: BookableEvent;
  /** the event for each of the other hosts */
  readonly others: readonly BookableEvent[];
  readonly now: number;
  /** true if the request holds time of people who were not chosen, which is deleted once the slot is booked */
  readonly hasUnusedHolds: boolean;
  /** null: no round robin */
  readonly assignment: HostAssignment | null;
}

/** Returns the event for each host. */
export const hostsOf = ({ event, others }: HostSelection): BookableEvent[] => [event, ...others];

export type HostSelectionResult =
  | { readonly found: true; readonly selection: HostSelection }
  | { readonly found: false; readonly reason: RefusalReason };

export interface HostSelectionRequest {
  readonly startMs: number;
  readonly bookingId: string;
  /** Further challenges whose holds this request replaces, in addition to its own. */
  readonly over?: readonly string[];
  /** The result of this attempt's check of the hosts' calendars. */
  readonly check?: LiveCheck;
}

const none = (reason: RefusalReason): Extract<HostSelectionResult, { found: false }> => ({ found: false, reason });

/** Evaluates a request with the facts of `lockAndRead`. For a team it chooses the hosts and locks them. */
export async function selectHosts(
  tx: Transaction,
  facts: Facts,
  request: HostSelectionRequest,
): Promise<HostSelectionResult> {
  const { event, blocked, now } = facts;
  if (event.team) return selectTeamHosts(tx, facts, event.team, request);
  const { startMs, bookingId, check } = request;
  const verdict = evaluateStart(event, blocked, { startMs, now, ownBookingId: bookingId, check });
  if (!verdict.offered) return none(refusalReason(verdict));
  return { found: true, selection: { event, others: [], now, hasUnusedHolds: false, assignment: null } };
}

/**
 * Evaluates all members without locks, then tries the members of the round robin, one at a time, in order. Each try locks that member and
 * all who must attend, by id, and evaluates them again. A failed try releases its locks with its savepoint.
 */
async function selectTeamHosts(
  tx: Transaction,
  { event, now }: Facts,
  team: EventTeam,
  request: HostSelectionRequest,
): Promise<HostSelectionResult> {
  const { all, oneOf } = attendeesOf(team);
  const members = [...all, ...oneOf];
  if (members.length === 0) return none('not_a_slot');
  const [blocked, order, holders] = await Promise.all([
    readBlockedTimesOfHosts(tx, members.map(hostOf), event, windowOf(request)),
    readOrder(tx, event.rules.eventTypeId, oneOf),
    holdersOf(tx, request),
  ]);
  const states = new Map(
    members.map((member) => [idOf(member), evaluateMember(event, member, { blocked, now, request })]),
  );
  const missing = refusalIn(all.map((member) => states.get(idOf(member))));
  if (missing) return none(missing);
  const search: TeamSearch = { event, all, holders, request };
  if (oneOf.length === 0) return lockAll(tx, search);
  for (const { userId } of order.filter((share) => states.get(share.userId)?.offered)) {
    const result = await tryHost(tx, search, userId);
    if (result.found) {
      const stateOf = (share: { userId: string }) => {
        if (share.userId === userId) return 'chosen';
        const state = states.get(share.userId);
        return !state || state.offered ? 'free' : state.reason;
      };
      const assignment: HostAssignment = { userId, order, reason: reasonFor(order, stateOf, all.map(idOf)) };
      return { found: true, selection: { ...result.selection, assignment } };
    }
    if (result.whose !== userId) return result;
    states.set(userId, result.verdict);
  }
  return none(refusalIn(oneOf.map((member) => states.get(idOf(member)))) ?? 'slot_taken');
}

const hostOf = ({ host }: EventMember): EventHost => host;
const idOf = ({ host }: EventMember): string => host.id;

const windowOf = ({ startMs }: Pick<HostSelectionRequest, 'startMs'>) => ({ startMs, endMs: startMs + 1 });

const requestBlocks = ({ bookingId, over = [] }: HostSelectionRequest): string[] => [bookingId, ...over];

/** Reads the hosts whose time the request, or a hold that it replaces, already holds. Call it under the locks of challenges and event. */
async function holdersOf(tx: Transaction, request: HostSelectionRequest): Promise<string[]> {
  const rows = await tx<Row<'claims', 'hostId'>[]>`
    select distinct host_id as "hostId" from claims where booking_id = any(${requestBlocks(request)}::uuid[])`;
  return rows.map(({ hostId }) => hostId);
}

function evaluateMember(
  event: BookableEvent,
  member: EventMember,
  {
    blocked,
    now,
    request,
  }: { readonly blocked: BlockedTimesByHost; readonly now: number; readonly request: HostSelectionRequest },
): Verdict {
  const own = requestBlocks(request);
  const others = (blocked.get(idOf(member)) ?? []).filter(({ bookingId }) => !own.includes(bookingId ?? ''));
  return evaluateStart(eventOfMember(event, member), others, {
    startMs: request.startMs,
    now,
    ownBookingId: request.bookingId,
    check: request.check,
  });
}

/** Refusals, the most useful one first: a taken time may become free; a start that is no slot never does. */
const BY_USEFULNESS: readonly Refusal[] = ['taken', 'limit_reached', 'too_soon', 'too_far', 'time_off', 'not_a_slot'];

/** Returns the reason to refuse a start, from several hosts' verdicts; null if none refuses it. */
export function refusalIn(verdicts: readonly (Verdict | undefined)[]): RefusalReason | null {
  const reasons = new Set(verdicts.flatMap((verdict) => (verdict && !verdict.offered ? [verdict.reason] : [])));
  const reason = BY_USEFULNESS.find((refusal) => reasons.has(refusal));
  return reason ? refusalReason({ offered: false, reason }) : null;
}

interface TeamSearch {
  readonly event: BookableEvent;
  readonly all: readonly EventMember[];
  readonly holders: readonly string[];
  readonly request: HostSelectionRequest;
}

/** Thrown to release the locks of a try. */
class NotFree extends Error {
  readonly userId: string | null;
  readonly verdict: Extract<Verdict, { offered: false }>;

  constructor(userId: string | null, verdict: Extract<Verdict, { offered: false }>) {
    super('a host is not free');
    this.userId = userId;
    this.verdict = verdict;
  }
}

type TryResult =
  | { readonly found: true; readonly selection: HostSelection }
  | (Extract<HostSelectionResult, { found: false }> & {
      readonly whose: string | null;
      readonly verdict: Extract<Verdict, { offered: false }>;
    });

const failed = (error: unknown): Extract<TryResult, { found: false }> => {
  if (!(error instanceof NotFree)) throw error;
  const { userId: whose, verdict } = error;
  return { found: false, reason: refusalReason(verdict), whose, verdict };
};

/** If all members must attend, there is only one try, whose locks may stay until the transaction ends. */
const lockAll = (tx: Transaction, search: TeamSearch): Promise<TryResult> =>
  lockAndEvaluate(tx, search, null).then((selection): TryResult => ({ found: true, selection }), failed);

/** Tries one member. It does not use the driver's savepoint, which costs one more round trip while other guests of the event wait. */
async function tryHost(tx: Transaction, search: TeamSearch, userId: string): Promise<TryResult> {
  const point = tx`savepoint try_host`.execute();
  try {
    const [, selection] = await Promise.all([point, lockAndEvaluate(tx, search, userId)]);
    return { found: true, selection };
  } catch (error) {
    const result = failed(error);
    await Promise.all([tx`rollback to savepoint try_host`, tx`release savepoint try_host`]);
    return result;
  }
}

async function lockAndEvaluate(
  tx: Transaction,
  { event, all, holders, request }: TeamSearch,
  assignedId: string | null,
): Promise<HostSelection> {
  const hostById = new Map(event.team?.members.map(({ host }) => [host.id, host]));
  const ids = [...(assignedId === null ? [] : [assignedId]), ...all.map(idOf)];
  const [, members, blocked, now] = await Promise.all([
    lockHosts(tx, [...new Set([...ids, ...holders])]),
    readPeople(tx, event.workspace.id, ids),
    readBlockedTimesOfHosts(
      tx,
      ids.map((id) => hostById.get(id) ?? { id }),
      event,
      windowOf(request),
    ),
    clockMs(tx),
  ]);
  const events = ids.map((id) => {
    const member = members.find((one) => idOf(one) === id);
    const verdict = member ? evaluateMember(event, member, { blocked, now, request }) : NOT_A_MEMBER;
    if (!member || !verdict.offered) throw new NotFree(id, verdict.offered ? NOT_A_MEMBER : verdict);
    return eventOfMember(event, member);
  });
  const [organizer, ...others] = events;
  if (!organizer) throw new NotFree(null, NOT_A_MEMBER);
  return { event: organizer, others, now, hasUnusedHolds: holders.some((id) => !ids.includes(id)), assignment: null };
}

/** The person has left the workspace. */
const NOT_A_MEMBER = { offered: false, reason: 'not_a_slot' } as const;

/**
 * Checks that all hosts of a meeting are free at another time, its own host first; else returns why not. They stay the hosts
 * if the event's hosts change, and are already locked. Holds of the attempt itself do not count.
 */
export async function selectHostsForMove(
  tx: Transaction,
  booking: { readonly id: string; readonly eventTypeId: string; readonly hostId: string },
  { startMs, attemptId, check }: { readonly startMs: number; readonly attemptId: string; readonly check: LiveCheck },
): Promise<
  | { readonly found: true; readonly now: number; readonly events: readonly [BookableEvent, ...BookableEvent[]] }
  | Extract<HostSelectionResult, { found: false }>
> {
  const [event, others, now] = await Promise.all([
    readEventById(tx, booking.eventTypeId, booking.hostId),
    readOtherHosts(tx, booking.id),
    clockMs(tx),
  ]);
  if (!event) return none('host_left');
  if (event.workspace.locked) return none('workspace_locked');
  const otherIds = others.map(({ userId }) => userId);
  const window = windowOf({ startMs });
  const [blocked, members, blockedOfOthers] = await Promise.all([
    readBlockedTimes(tx, event, window),
    otherIds.length === 0 ? [] : readPeople(tx, event.workspace.id, otherIds),
    otherIds.length === 0
      ? null
      : readBlockedTimesOfHosts(
          tx,
          otherIds.map((id) => ({ id })),
          event,
          window,
        ),
  ]);
  if (members.length < otherIds.length) return none('host_left');
  const events = [event, ...members.map((member) => eventOfMember(event, member))] as const;
  for (const one of events) {
    const theirs = one === event ? blocked : (blockedOfOthers?.get(one.host.id) ?? []);
    const others = theirs.filter(({ bookingId }) => bookingId !== attemptId);
    const verdict = evaluateStart(one, others, { startMs, now, ownBookingId: booking.id, check });
    if (!verdict.offered) return none(refusalReason(verdict));
  }
  return { found: true, events, now };
}

/** Deletes the holds of a request with people who were not chosen. */
export const releaseUnusedHolds = (tx: Transaction, { event, others }: HostSelection, bookingId: string) => tx`
  delete from claims
  where booking_id = ${bookingId} and host_id <> all(${[event, ...others].map(({ host }) => host.id)}::uuid[])`;
