import type { EventMember } from '../../domain/bookable/bookable-event.ts';
import type { Refusal } from '../../domain/slots/types.ts';
import { levelOf, type Share, sortByNext, withNewcomers } from '../../domain/teams/round-robin.ts';
import { json, type Queryable, type Transaction } from '../database.ts';

/** One member's position in a choice. `state`: chosen; free, but later in order; or the reason why they could not meet. */
export interface Candidate {
  readonly userId: string;
  readonly weight: number;
  /** assignments so far; `credit` has those credited for the time before they joined */
  readonly assigned: number;
  readonly credit: number;
  /** (assigned + credit) / weight; the lowest is next */
  readonly level: number;
  readonly lastAssignedAt: string | null;
  readonly state: 'chosen' | 'free' | Refusal;
}

/** The reason why a meeting has its host: the members of the round robin, in their order at that moment. */
export interface AssignmentReason {
  readonly candidates: readonly Candidate[];
  /** the number of members that are not listed */
  readonly more: number;
  /** the members who attend every meeting of the team */
  readonly fixed: readonly string[];
}

const MAX_STORED_CANDIDATES = 50;

/** A share, and whether it is stored: new members are inserted with the next assignment. */
export interface RankedShare extends Share {
  readonly isStored: boolean;
}

/** Reads the members of an event's round robin, the next one first. Call it under the lock of the event type. */
export async function readOrder(
  sql: Queryable,
  eventTypeId: string,
  members: readonly EventMember[],
): Promise<RankedShare[]> {
  const rows = await sql<{ userId: string; assigned: number; credit: number; lastAssignedMs: number | null }[]>`
    select user_id as "userId", assigned, credit,
      (extract(epoch from last_assigned_at) * 1000)::float8 as "lastAssignedMs"
    from round_robin_shares where event_type_id = ${eventTypeId}`;
  const known = new Map(rows.map(({ userId, ...stored }) => [userId, stored]));
  const shares = members.map(({ host, weight }) => ({ userId: host.id, weight, stored: known.get(host.id) ?? null }));
  return sortByNext(withNewcomers(shares)).map((share) => ({ ...share, isStored: known.has(share.userId) }));
}

/** Returns the reason of a choice, to be stored. */
export function reasonFor(
  order: readonly Share[],
  stateOf: (share: Share) => Candidate['state'],
  fixed: readonly string[],
): AssignmentReason {
  const candidates = order.map((share): Candidate => {
    const { userId, weight, assigned, credit, lastAssignedMs } = share;
    const lastAssignedAt = lastAssignedMs === null ? null : new Date(lastAssignedMs).toISOString();
    return { userId, weight, assigned, credit, level: levelOf(share), lastAssignedAt, state: stateOf(share) };
  });
  const chosenAt = candidates.findIndex(({ state }) => state === 'chosen');
  const kept = candidates.filter((_, at) => at < MAX_STORED_CANDIDATES || at === chosenAt);
  return { candidates: kept, more: candidates.length - kept.length, fixed };
}

export interface HostAssignment {
  readonly userId: string;
  readonly order: readonly RankedShare[];
  readonly reason: AssignmentReason;
}

/**
 * Stores an assignment, counts it and inserts new members. Call it after the booking's row was sent, under the lock of the event type. A
 * test booking is not counted: only its reason is stored.
 */
export async function recordAssignment(
  tx: Transaction,
  {
    eventTypeId,
    bookingId,
    isTest,
  }: { readonly eventTypeId: string; readonly bookingId: string; readonly isTest: boolean },
  { userId, order, reason }: HostAssignment,
): Promise<void> {
  const assignment = tx`
    insert into booking_assignments (booking_id, event_type_id, user_id, counted, reason)
    values (${bookingId}, ${eventTypeId}, ${userId}, ${!isTest}, ${json(tx, reason)})`;
  if (isTest) {
    await assignment;
    return;
  }
  const newcomers = order
    .filter(({ isStored }) => !isStored)
    .map((share) => ({
      event_type_id: eventTypeId,
      user_id: share.userId,
      assigned: share.assigned,
      credit: share.credit,
    }));
  const entry =
    newcomers.length > 0 && tx`insert into round_robin_shares ${tx(newcomers)} on conflict do nothing`.execute();
  await Promise.all([
    entry,
    tx`
      update round_robin_shares set assigned = assigned + 1, last_assigned_at = clock_timestamp()
      where event_type_id = ${eventTypeId} and user_id = ${userId}`,
    assignment,
  ]);
}

/** Reads the host of a team's meeting and the reason; undefined if the round robin did not assign it. */
export async function readAssignment(
  sql: Queryable,
  bookingId: string,
): Promise<{ readonly userId: string; readonly createdAt: Date; readonly reason: AssignmentReason } | undefined> {
  const [row] = await sql<{ userId: string; createdAt: Date; reason: AssignmentReason }[]>`
    select user_id as "userId", created_at as "createdAt", reason from booking_assignments where booking_id = ${bookingId}`;
  return row;
}
