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
import { type ClaimsByHost, readClaimsFor, readClaimsOf } from '../bookable/availability-snapshot.ts';
import { readEventById } from '../bookable/bookable-events.ts';
import { readPeople } from '../bookable/team-events.ts';
import type { Transaction } from '../database.ts';
import { clockMs, lockHosts } from '../locks.ts';
import type { Row } from '../rows.ts';
import { readOtherHosts } from './booking-hosts.ts';
import { type Facts, judge, refusalReason } from './claims.ts';
import { readOrder, reasonFor, type Turn } from './turns.ts';

/** The hosts of a meeting: they are locked, and the evaluator agreed to each. */
export interface HostSelection {
  /** as its organizing host has it */
  readonly event: BookableEvent;
  /** as the other hosts have it */
  readonly others: readonly BookableEvent[];
  readonly now: number;
  /** The request holds time of people who were not chosen: delete it once the slot is taken. */
  readonly leavesHolds: boolean;
  /** null: no round robin */
  readonly turn: Turn | null;
}

/** All who meet the guest, each with the event as they have it. */
export const hostsOf = ({ event, others }: HostSelection): BookableEvent[] => [event, ...others];

export type HostSelectionResult =
  | { readonly found: true; readonly selection: HostSelection }
  | { readonly found: false; readonly reason: RefusalReason };

export interface HostSelectionRequest {
  readonly startMs: number;
  readonly bookingId: string;
  /** Challenges whose holds yield to this request, besides its own. */
  readonly over?: readonly string[];
  /** What this attempt has seen in the hosts' calendars. */
  readonly check?: LiveCheck;
}

const none = (reason: RefusalReason): Extract<HostSelectionResult, { found: false }> => ({ found: false, reason });

/** Judges a request on facts of `lockAndRead`. For a team, chooses the hosts and locks them. */
export async function selectHosts(
  tx: Transaction,
  facts: Facts,
  request: HostSelectionRequest,
): Promise<HostSelectionResult> {
  const { event, claims, now } = facts;
  if (event.team) return selectTeamHosts(tx, facts, event.team, request);
  const { startMs, bookingId, check } = request;
  const verdict = judge(event, claims, { startMs, now, ownBookingId: bookingId, check });
  if (!verdict.offered) return none(refusalReason(verdict));
  return { found: true, selection: { event, others: [], now, leavesHolds: false, turn: null } };
}

/**
 * Judges all members without locks, then tries those who take turns, one at a time, in order. Each try locks that member and
 * all who must attend, by id, and judges again. A failed try gives its locks back with its savepoint.
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
  const [claims, order, holders] = await Promise.all([
    readClaimsOf(tx, members.map(hostOf), event, windowOf(request)),
    readOrder(tx, event.rules.eventTypeId, oneOf),
    holdersOf(tx, request),
  ]);
  const states = new Map(members.map((member) => [idOf(member), judgeMember(event, member, { claims, now, request })]));
  const missing = refusalIn(all.map((member) => states.get(idOf(member))));
  if (missing) return none(missing);
  const search: TeamSearch = { event, all, holders, request };
  if (oneOf.length === 0) return lockAll(tx, search);
  for (const { userId } of order.filter((share) => states.get(share.userId)?.offered)) {
    const result = await tryTurn(tx, search, userId);
    if (result.found) {
      const stateOf = (share: { userId: string }) => {
        if (share.userId === userId) return 'chosen';
        const state = states.get(share.userId);
        return !state || state.offered ? 'free' : state.reason;
      };
      const turn: Turn = { userId, order, reason: reasonFor(order, stateOf, all.map(idOf)) };
      return { found: true, selection: { ...result.selection, turn } };
    }
    if (result.whose !== userId) return result;
    states.set(userId, result.verdict);
  }
  return none(refusalIn(oneOf.map((member) => states.get(idOf(member)))) ?? 'slot_taken');
}

const hostOf = ({ host }: EventMember): EventHost => host;
const idOf = ({ host }: EventMember): string => host.id;

const windowOf = ({ startMs }: Pick<HostSelectionRequest, 'startMs'>) => ({ startMs, endMs: startMs + 1 });

const ownClaims = ({ bookingId, over = [] }: HostSelectionRequest): string[] => [bookingId, ...over];

/** Whose time the request, or a hold that yields to it, already holds. Under the locks of challenges and event. */
async function holdersOf(tx: Transaction, request: HostSelectionRequest): Promise<string[]> {
  const rows = await tx<Row<'claims', 'hostId'>[]>`
    select distinct host_id as "hostId" from claims where booking_id = any(${ownClaims(request)}::uuid[])`;
  return rows.map(({ hostId }) => hostId);
}

function judgeMember(
  event: BookableEvent,
  member: EventMember,
  {
    claims,
    now,
    request,
  }: { readonly claims: ClaimsByHost; readonly now: number; readonly request: HostSelectionRequest },
): Verdict {
  const own = ownClaims(request);
  const others = (claims.get(idOf(member)) ?? []).filter(({ bookingId }) => !own.includes(bookingId ?? ''));
  return judge(eventOfMember(event, member), others, {
    startMs: request.startMs,
    now,
    ownBookingId: request.bookingId,
    check: request.check,
  });
}

/** Of several refusals, the most useful one: a taken time may come free; a start that is no slot never does. */
const MOST_USEFUL_FIRST: readonly Refusal[] = [
  'taken',
  'limit_reached',
  'too_soon',
  'too_far',
  'time_off',
  'not_a_slot',
];

/** The reason against a start, of several hosts' verdicts; null: none refuses it. */
export function refusalIn(verdicts: readonly (Verdict | undefined)[]): RefusalReason | null {
  const reasons = new Set(verdicts.flatMap((verdict) => (verdict && !verdict.offered ? [verdict.reason] : [])));
  const reason = MOST_USEFUL_FIRST.find((refusal) => reasons.has(refusal));
  return reason ? refusalReason({ offered: false, reason }) : null;
}

interface TeamSearch {
  readonly event: BookableEvent;
  readonly all: readonly EventMember[];
  readonly holders: readonly string[];
  readonly request: HostSelectionRequest;
}

/** Thrown to give back the locks of a try. */
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

/** If everybody must attend there is one try: its locks may stay until the transaction ends. */
const lockAll = (tx: Transaction, search: TeamSearch): Promise<TryResult> =>
  lockAndJudge(tx, search, null).then((selection): TryResult => ({ found: true, selection }), failed);

/** Not the driver's own savepoint: it costs one more round trip while other guests of the event wait. */
async function tryTurn(tx: Transaction, search: TeamSearch, userId: string): Promise<TryResult> {
  const point = tx`savepoint try_turn`.execute();
  try {
    const [, selection] = await Promise.all([point, lockAndJudge(tx, search, userId)]);
    return { found: true, selection };
  } catch (error) {
    const result = failed(error);
    await Promise.all([tx`rollback to savepoint try_turn`, tx`release savepoint try_turn`]);
    return result;
  }
}

async function lockAndJudge(
  tx: Transaction,
  { event, all, holders, request }: TeamSearch,
  turnOf: string | null,
): Promise<HostSelection> {
  const hostById = new Map(event.team?.members.map(({ host }) => [host.id, host]));
  const ids = [...(turnOf === null ? [] : [turnOf]), ...all.map(idOf)];
  const [, members, claims, now] = await Promise.all([
    lockHosts(tx, [...new Set([...ids, ...holders])]),
    readPeople(tx, event.workspace.id, ids),
    readClaimsOf(
      tx,
      ids.map((id) => hostById.get(id) ?? { id }),
      event,
      windowOf(request),
    ),
    clockMs(tx),
  ]);
  const events = ids.map((id) => {
    const member = members.find((one) => idOf(one) === id);
    const verdict = member ? judgeMember(event, member, { claims, now, request }) : NOBODY;
    if (!member || !verdict.offered) throw new NotFree(id, verdict.offered ? NOBODY : verdict);
    return eventOfMember(event, member);
  });
  const [organizer, ...others] = events;
  if (!organizer) throw new NotFree(null, NOBODY);
  return { event: organizer, others, now, leavesHolds: holders.some((id) => !ids.includes(id)), turn: null };
}

/** The person has left the workspace. */
const NOBODY = { offered: false, reason: 'not_a_slot' } as const;

/**
 * Checks that all hosts of a meeting are free at another time, its own host first; else returns why not. They stay the hosts
 * if the event's hosts change, and are locked already. What the attempt holds itself does not count.
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
  const [claims, members, claimsOfOthers] = await Promise.all([
    readClaimsFor(tx, event, window),
    otherIds.length === 0 ? [] : readPeople(tx, event.workspace.id, otherIds),
    otherIds.length === 0
      ? null
      : readClaimsOf(
          tx,
          otherIds.map((id) => ({ id })),
          event,
          window,
        ),
  ]);
  if (members.length < otherIds.length) return none('host_left');
  const events = [event, ...members.map((member) => eventOfMember(event, member))] as const;
  for (const one of events) {
    const theirs = one === event ? claims : (claimsOfOthers?.get(one.host.id) ?? []);
    const others = theirs.filter(({ bookingId }) => bookingId !== attemptId);
    const verdict = judge(one, others, { startMs, now, ownBookingId: booking.id, check });
    if (!verdict.offered) return none(refusalReason(verdict));
  }
  return { found: true, events, now };
}

/** Frees what a request held with people who were not chosen. */
export const leaveHolds = (tx: Transaction, { event, others }: HostSelection, bookingId: string) => tx`
  delete from claims
  where booking_id = ${bookingId} and host_id <> all(${[event, ...others].map(({ host }) => host.id)}::uuid[])`;
