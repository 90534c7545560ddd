import type { EventMember } from '../../domain/bookable/bookable-event.ts';
import type { Refusal } from '../../domain/slots/types.ts';
import { inTurn, levelOf, type Share, withNewcomers } from '../../domain/teams/round-robin.ts';
import { json, type Queryable, type Transaction } from '../database.ts';

/** One member's place in a choice. `state`: chosen; free, but later in order; or why they could not meet. */
export interface Candidate {
  readonly userId: string;
  readonly weight: number;
  /** turns taken, and turns credited for the time before they joined */
  readonly assigned: number;
  readonly credit: number;
  /** (assigned + credit) / weight; the lowest is next */
  readonly level: number;
  readonly lastAssignedAt: string | null;
  readonly state: 'chosen' | 'free' | Refusal;
}

/** Why a meeting has its host: the members who take turns, in their order at that moment. */
export interface TurnReason {
  readonly candidates: readonly Candidate[];
  /** how many are not listed */
  readonly more: number;
  /** they attend every meeting of the team */
  readonly fixed: readonly string[];
}

const CANDIDATES_KEPT = 50;

/** A share, and whether the ledger has it: new members are entered with the first turn taken. */
export interface Standing extends Share {
  readonly entered: boolean;
}

/** The members who take turns with an event, the next one first. Under the lock of the event type. */
export async function readOrder(
  sql: Queryable,
  eventTypeId: string,
  members: readonly EventMember[],
): Promise<Standing[]> {
  const rows = await sql<{ userId: string; assigned: number; credit: number; lastAssignedMs: number | null }[]>`
    select user_id as "userId", assigned, credit,
      (extract(epoch from last_assigned_at) * 1000)::float8 as "lastAssignedMs"
    from round_robin_shares where event_type_id = ${eventTypeId}`;
  const known = new Map(rows.map(({ userId, ...turns }) => [userId, turns]));
  const shares = members.map(({ host, weight }) => ({ userId: host.id, weight, turns: known.get(host.id) ?? null }));
  return inTurn(withNewcomers(shares)).map((share) => ({ ...share, entered: known.has(share.userId) }));
}

/** Records a choice for later readers. */
export function reasonFor(
  order: readonly Share[],
  stateOf: (share: Share) => Candidate['state'],
  fixed: readonly string[],
): TurnReason {
  const candidates = order.map((share): Candidate => {
    const { userId, weight, assigned, credit, lastAssignedMs } = share;
    const lastAssignedAt = lastAssignedMs === null ? null : new Date(lastAssignedMs).toISOString();
    return { userId, weight, assigned, credit, level: levelOf(share), lastAssignedAt, state: stateOf(share) };
  });
  const chosenAt = candidates.findIndex(({ state }) => state === 'chosen');
  const kept = candidates.filter((_, at) => at < CANDIDATES_KEPT || at === chosenAt);
  return { candidates: kept, more: candidates.length - kept.length, fixed };
}

export interface Turn {
  readonly userId: string;
  readonly order: readonly Standing[];
  readonly reason: TurnReason;
}

/**
 * Counts a turn and enters new members in the ledger. After the booking's row was sent, under the lock of the event type. A test booking
 * takes no turn: only its reason is kept.
 */
export async function takeTurn(
  tx: Transaction,
  {
    eventTypeId,
    bookingId,
    isTest,
  }: { readonly eventTypeId: string; readonly bookingId: string; readonly isTest: boolean },
  { userId, order, reason }: Turn,
): Promise<void> {
  const assignment = tx`
    insert into booking_assignments (booking_id, event_type_id, user_id, counted, reason)
    values (${bookingId}, ${eventTypeId}, ${userId}, ${!isTest}, ${json(tx, reason)})`;
  if (isTest) {
    await assignment;
    return;
  }
  const newcomers = order
    .filter(({ entered }) => !entered)
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

/** The host of a team's meeting and why it is theirs; undefined: not assigned by round robin. */
export async function readTurn(
  sql: Queryable,
  bookingId: string,
): Promise<{ readonly userId: string; readonly createdAt: Date; readonly reason: TurnReason } | undefined> {
  const [row] = await sql<{ userId: string; createdAt: Date; reason: TurnReason }[]>`
    select user_id as "userId", created_at as "createdAt", reason from booking_assignments where booking_id = ${bookingId}`;
  return row;
}
