import type { Sql } from 'postgres';
import type { BookableEvent } from '../../domain/bookable/bookable-event.ts';
import type { RefusalReason } from '../../domain/booking/attempt.ts';
import { type ByWidth, networksAround } from '../../domain/client-networks.ts';
import { listSlots } from '../../domain/slots/host-slots.ts';
import type { BusyInterval, EventRules } from '../../domain/slots/types.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/time/civil.ts';
import { type BlockedTime, readBlockedTimes } from '../bookable/availability-snapshot.ts';
import { inTransaction, type Transaction } from '../database.ts';
import { lockEventAndHost, lockHosts } from '../locks.ts';
import type { Refuse } from '../refusal.ts';
import type { Row } from '../rows.ts';
import type { CodeRequest } from './challenges.ts';
import { type Challenge, lockChallenge } from './challenges.ts';
import { type HostSelection, releaseUnusedHolds, selectHosts } from './host-selection.ts';
import {
  blockForHold,
  blocking,
  evaluateStart,
  isOverlap,
  lockAndRead,
  readUnderLock,
  refusalReason,
  releaseTimeBlocks,
} from './time-blocks.ts';

/** The time for which a requested code holds its slot. */
export const HOLD_FIRM_MS = 3 * MINUTE_MS;
const HOLDS_PER_INBOX = 3;
const HOLDS_PER_CLIENT_AND_HOST: ByWidth = { narrow: 3, wide: 4, widest: 6 };
const SHARE_OF_A_DAY = 0.2;
/** One hold of a host's day may take this long, even if that is more than the share. */
const FIRST_HOLD_MS = 2 * HOUR_MS;
/** Open time is counted in steps of this length. */
const STEP_MINUTES = 15;
/** A hold is made in the transaction of its code's issue. */
const CLOCK_SLACK_MS = 2_000;

/** A held slot, or the reason why it is not held. */
export type Hold =
  | { readonly held: true; readonly firmUntilMs: number }
  | { readonly held: false; readonly reason: 'too_many_holds' | 'hold_over' };

/** The start can't be held or booked. */
export interface SlotRefusal {
  readonly refused: 'slot_refused';
  readonly reason: RefusalReason;
  /** The challenge whose hold the database refused although the evaluator allowed it: report it as a bug (`isOverlap`). */
  readonly overlapOf?: string;
}

type RefuseSlot = Refuse<SlotRefusal>;

/** A request that names a start. */
type HoldRequest = CodeRequest & { readonly startMs: number };

/**
 * Holds a slot for a challenge: firm for three minutes, deleted with the code. One per guest and event; over a cap the
 * slot is not held, but the code is still sent. For a team, it holds the time of the next one and of all who must attend.
 */
export async function holdSlot(
  tx: Transaction,
  request: HoldRequest,
  challenge: Challenge,
  refuse: RefuseSlot,
): Promise<Hold> {
  const { startMs } = request;
  const select = request.event.team ? selectTeamForHold : selectHostForHold;
  const { selection, kept } = await select(tx, request, challenge, refuse);
  const { event, others, now } = selection;
  // Another client that asks for the same guest, maybe a stranger, neither moves nor ends the hold.
  const firm = challenge.clientNetwork === request.clientNetwork ? undefined : await firmHold(tx, challenge.id);
  if (firm && firm.startMs !== startMs) return { held: false, reason: 'too_many_holds' };
  if (firm) return { held: true, firmUntilMs: firm.firmUntilMs };
  // A repeated request renews nothing. Only another code, which is counted, or another slot makes a new hold.
  if (kept && kept - HOLD_FIRM_MS >= challenge.issuedMs - CLOCK_SLACK_MS) return existingHold(kept, now);
  const hosts = [event, ...others];
  if (await isOverCap(tx, { hosts, now }, request, { challengeId: challenge.id, startMs })) {
    await releaseTimeBlocks(tx, challenge.id);
    return { held: false, reason: 'too_many_holds' };
  }
  const firmUntilMs = Math.min(now + HOLD_FIRM_MS, challenge.expiresMs);
  const endMs = startMs + event.rules.durationMinutes * MINUTE_MS;
  try {
    await Promise.all([
      ...(selection.hasUnusedHolds ? [releaseUnusedHolds(tx, selection, challenge.id)] : []),
      ...hosts.map((host) => blockForHold(tx, host, { bookingId: challenge.id, startMs, endMs, firmUntilMs })),
      tx`update challenges set start_at = ${new Date(startMs)} where id = ${challenge.id}`,
    ]);
  } catch (error) {
    if (!isOverlap(error)) throw error;
    refuse({ refused: 'slot_refused', reason: 'slot_taken', overlapOf: challenge.id });
  }
  return { held: true, firmUntilMs };
}

interface HoldPlace {
  readonly selection: HostSelection;
  /** The instant until which the challenge's own hold of this start is or was firm. */
  readonly kept: number | null | undefined;
}

async function selectHostForHold(
  tx: Transaction,
  request: HoldRequest,
  challenge: Challenge,
  refuse: RefuseSlot,
): Promise<HoldPlace> {
  const { startMs } = request;
  await lockEventAndHost(tx, request.event.rules.eventTypeId, request.event.host.id);
  await releaseOtherHolds(tx, request, challenge.id);
  const { event, blocked, now } = await readUnderLock(tx, request.event, startMs);
  const verdict = evaluateStart(event, blocked, { startMs, now, ownBookingId: challenge.id });
  if (!verdict.offered) return refuse({ refused: 'slot_refused', reason: refusalReason(verdict) });
  const kept = blocked.find((block) => block.bookingId === challenge.id && block.startMs === startMs)?.firmUntilMs;
  return { selection: { event, others: [], now, hasUnusedHolds: false, assignment: null }, kept };
}

async function selectTeamForHold(
  tx: Transaction,
  request: HoldRequest,
  challenge: Challenge,
  refuse: RefuseSlot,
): Promise<HoldPlace> {
  const { startMs } = request;
  const [facts, over, own] = await Promise.all([
    lockAndRead(tx, request.eventTypeId, startMs, true),
    readOtherHolds(tx, request, challenge.id),
    ownHold(tx, challenge.id),
  ]);
  // These are the event's current settings, not those of when the caller began to wait.
  if (facts.event.workspace.locked) refuse({ refused: 'slot_refused', reason: 'workspace_locked' });
  if (facts.event.eventType.archived) refuse({ refused: 'slot_refused', reason: 'event_archived' });
  const result = await selectHosts(tx, facts, { bookingId: challenge.id, startMs, over });
  if (!result.found) return refuse({ refused: 'slot_refused', reason: result.reason });
  // The hosts of these holds are locked with the selection.
  if (over.length > 0) await tx`delete from claims where kind = 'hold' and booking_id = any(${over}::uuid[])`;
  return { selection: result.selection, kept: own?.startMs === startMs ? own.firmUntilMs : null };
}

/** A challenge's hold, firm or not. */
async function ownHold(tx: Transaction, challengeId: string) {
  const [row] = await tx<{ start: number; firm: number }[]>`
    select (extract(epoch from lower(period)) * 1000)::float8 as start, (extract(epoch from firm_until) * 1000)::float8 as firm
    from claims where booking_id = ${challengeId} and kind = 'hold' limit 1`;
  return row && { startMs: row.start, firmUntilMs: row.firm };
}

/** A challenge's hold, if it is firm. */
async function firmHold(tx: Transaction, challengeId: string) {
  const [row] = await tx<{ start: number; firm: number }[]>`
    select (extract(epoch from lower(period)) * 1000)::float8 as start, (extract(epoch from firm_until) * 1000)::float8 as firm
    from claims where booking_id = ${challengeId} and kind = 'hold' and firm_until > clock_timestamp()`;
  return row && { startMs: row.start, firmUntilMs: row.firm };
}

const existingHold = (firmUntilMs: number, now: number): Hold =>
  firmUntilMs > now ? { held: true, firmUntilMs } : { held: false, reason: 'hold_over' };

/** One hold per guest and event: the guest's own inbox replaces an agent's hold, never the other way round. */
const releaseOtherHolds = (
  tx: Transaction,
  { eventTypeId, guestEmail, receivingEmail }: CodeRequest,
  challengeId: string,
) => tx`
  delete from claims using challenges c
  where claims.kind = 'hold' and claims.event_type_id = ${eventTypeId} and claims.booking_id = c.id
    and c.guest_email = ${guestEmail} and c.id <> ${challengeId} and ${receivingEmail}::citext = ${guestEmail}::citext`;

/** Reads the same holds, while their hosts are not locked yet. */
async function readOtherHolds(
  tx: Transaction,
  { eventTypeId, guestEmail, receivingEmail }: CodeRequest,
  challengeId: string,
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select distinct c.id from claims join challenges c on c.id = claims.booking_id
    where claims.kind = 'hold' and claims.event_type_id = ${eventTypeId} and c.guest_email = ${guestEmail}
      and c.id <> ${challengeId} and ${receivingEmail}::citext = ${guestEmail}::citext`;
  return rows.map(({ id }) => id);
}

/** Returns whether one more hold is too many for its guest, its inbox, or any of its hosts. */
async function isOverCap(
  tx: Transaction,
  { hosts, now }: { readonly hosts: readonly BookableEvent[]; readonly now: number },
  { eventTypeId, guestEmail, receivingEmail, clientNetwork }: CodeRequest,
  hold: { readonly challengeId: string; readonly startMs: number },
): Promise<boolean> {
  const { challengeId } = hold;
  const hostIds = hosts.map(({ host }) => host.id);
  const counted = tx<{ guest: number; inbox: number; clients: Record<string, string[]> }[]>`
    select
      (select count(*) from challenges c join claims on claims.booking_id = c.id
        where c.event_type_id = ${eventTypeId} and c.guest_email = ${guestEmail} and c.status = 'open'
          and c.id <> ${challengeId} and claims.kind = 'hold' and claims.firm_until > clock_timestamp())::int as guest,
      (select count(*) from challenges c join claims on claims.booking_id = c.id
        where c.receiving_email = ${receivingEmail} and c.status = 'open' and c.id <> ${challengeId}
          and claims.kind = 'hold' and claims.firm_until > clock_timestamp())::int as inbox,
      (select coalesce(jsonb_object_agg(of_host.host_id, of_host.networks), '{}') from (
        select claims.host_id, jsonb_agg(c.client_network) as networks from claims join challenges c on c.id = claims.booking_id
        where claims.host_id = any(${hostIds}::uuid[]) and claims.kind = 'hold' and claims.firm_until > clock_timestamp()
          and c.id <> ${challengeId}
        group by claims.host_id) of_host) as clients`;
  const days = hosts.map((event) => readBlockedTimes(tx, event, dayAround(hold.startMs)));
  const [[held], ...blocked] = await Promise.all([counted, ...days]);
  if (!held || held.guest > 0 || held.inbox >= HOLDS_PER_INBOX) return true;
  if (Object.values(held.clients).some((clients) => holdsEnough(clients, clientNetwork))) return true;
  return hosts.some((event, nth) => overDailyShare(event, now, blocked[nth] ?? [], hold));
}

/** Returns whether the client, or a network around it, already has all its holds of a host. */
const holdsEnough = (clients: readonly string[], network: string): boolean =>
  networksAround(network).some(({ name, width }) => {
    const within = clients.filter((client) => networksAround(client).some((around) => around.name === name));
    return within.length >= HOLDS_PER_CLIENT_AND_HOST[width];
  });

const dayAround = (startMs: number) => ({ startMs: startMs - DAY_MS / 2, endMs: startMs + DAY_MS / 2 });

/**
 * All holds together may take a fifth of the starts of this event, and of the time, that a host can still offer around that day. The
 * first one may take two hours at least: a long one must not empty a day.
 */
function overDailyShare(
  event: BookableEvent,
  now: number,
  blocked: readonly BlockedTime[],
  { challengeId, startMs }: { readonly challengeId: string; readonly startMs: number },
): boolean {
  const { schedule, rules } = event;
  if (!schedule) return true;
  const day = dayAround(startMs);
  // More than that day is read, for rules that need it. A hold of the day before does not count for this one.
  const others = blocking(blocked, now, challengeId).filter(
    ({ firmUntilMs, ...block }) => firmUntilMs === null || (block.startMs < day.endMs && block.endMs > day.startMs),
  );
  const bookings = others.filter(({ firmUntilMs }) => firmUntilMs === null);
  const extra = {
    startMs,
    endMs: startMs + rules.durationMinutes * MINUTE_MS,
    beforeMs: rules.bufferBeforeMinutes * MINUTE_MS,
    afterMs: rules.bufferAfterMinutes * MINUTE_MS,
    eventTypeId: rules.eventTypeId,
  };
  const isFirst = bookings.length === others.length;
  if (isFirst && extra.endMs - extra.startMs + extra.beforeMs + extra.afterMs <= FIRST_HOLD_MS) return false;
  const startsOf = (counted: EventRules, busy: readonly BusyInterval[]): number =>
    listSlots({ host: { hostId: event.host.id, schedule, busy }, rules: counted, window: day, now }).starts.length;
  const takesTooMuch = (counted: EventRules): boolean => {
    const open = startsOf(counted, bookings);
    return open - startsOf(counted, [...others, extra]) > open * SHARE_OF_A_DAY;
  };
  return takesTooMuch(timeOf(rules)) || (!isFirst && takesTooMuch(rules));
}

/** Returns the rules of a short event without limits. Its starts measure open time, whatever the duration of the real event. */
const timeOf = (rules: EventRules): EventRules => ({
  ...rules,
  durationMinutes: STEP_MINUTES,
  slotIntervalMinutes: STEP_MINUTES,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  limits: { perDay: null, perWeek: null, perMonth: null },
});

/** Ends a challenge whose inbox the mail provider refuses, and its hold. */
export const refuseInbox = (sql: Sql, challengeId: string) =>
  inTransaction(sql, async (tx) => {
    const challenge = await lockChallenge(tx, challengeId);
    if (challenge?.status !== 'open') return;
    await tx`update challenges set status = 'undeliverable' where id = ${challengeId}`;
    await releaseHold(tx, challengeId);
  });

/** Deletes a challenge's hold, if any. Under the challenge's lock. */
export async function releaseHold(tx: Transaction, challengeId: string): Promise<void> {
  const blocked = await tx<Row<'claims', 'eventTypeId' | 'hostId'>[]>`
    select event_type_id as "eventTypeId", host_id as "hostId" from claims where booking_id = ${challengeId} and kind = 'hold'`;
  const [block] = blocked;
  if (!block) return;
  await Promise.all([
    tx`select 1 from event_types where id = ${block.eventTypeId} for no key update`,
    lockHosts(
      tx,
      blocked.map(({ hostId }) => hostId),
    ),
  ]);
  await tx`delete from claims where booking_id = ${challengeId} and kind = 'hold'`;
}
