import type { Sql } from 'postgres';
import type { BookableEvent } from '../../domain/bookable/bookable-event.ts';
import { checkOf, type LiveCheck } from '../../domain/booking/live-check.ts';
import { guardedTime } from '../../domain/slots/rules.ts';
import type { Interval } from '../../domain/slots/types.ts';
import { type CalendarToCheck, type HeldSlot, readCalendarsToCheck } from '../calendars/live-check.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { lockHosts } from '../locks.ts';
import { CHECK_FIRM_MS } from './attempts.ts';
import { lockChallenge } from './challenges.ts';
import type { IdempotencyRecord } from './idempotency.ts';
import { blockForHold } from './time-blocks.ts';

/** The result of a transaction that wrote only holds: the calendars of these hosts are checked first. Then the attempt begins again. */
export interface CalendarCheckNeeded {
  readonly check: CalendarCheck;
  /** null: nothing was written, since the guest's own hold is enough */
  readonly hold: CheckHold | null;
}

/** The calendars to check, and the checked time. */
export interface CalendarCheck {
  readonly hostIds: readonly string[];
  /** The time of the meeting. */
  readonly period: Interval;
  /** The time in which their calendars must have no event: the meeting and its buffers. */
  readonly guarded: Interval;
  /** All calendars that block these hosts' time. */
  readonly calendars: readonly CalendarToCheck[];
}

/** The holds during a check, and those of the same challenge before it. */
export interface CheckHold {
  /** Of the challenge, or of the attempt of a host or a move. */
  readonly id: string;
  readonly eventTypeId: string;
  readonly held: readonly HeldRow[];
  readonly former: readonly HeldRow[];
}

/** A hold as text: compared and written again to the microsecond. */
interface HeldRow {
  readonly hostId: string;
  readonly workspaceId: string;
  readonly from: string;
  readonly to: string;
  readonly firmUntil: string;
  readonly beforeMs: number;
  readonly afterMs: number;
}

export const needsCalendarCheck = (result: object): result is CalendarCheckNeeded => 'check' in result;

/** Returns the hosts with calendars that this attempt has not checked, or that are busy. */
const unchecked = (hosts: readonly BookableEvent[], period: Interval, check: LiveCheck): string[] => {
  const { free } = checkOf(check, period);
  return hosts.flatMap(({ host }) => (host.calendar === 'working' && !free.has(host.id) ? [host.id] : []));
};

/** Returns the check for a slot that the guest holds: nothing is evaluated or written before it. */
export function checkForHeldSlot(
  startMs: number,
  { endMs, beforeMs, afterMs, calendars }: HeldSlot,
): CalendarCheckNeeded {
  const hostIds = [...new Set(calendars.map(({ userId }) => userId))];
  const guarded = { startMs: startMs - beforeMs, endMs: endMs + afterMs };
  return { check: { hostIds, period: { startMs, endMs }, guarded, calendars }, hold: null };
}

const readHolds = (sql: Queryable, id: string) => sql<HeldRow[]>`
  select host_id as "hostId", workspace_id as "workspaceId", lower(period)::text as from, upper(period)::text as to,
    firm_until::text as "firmUntil", before_ms as "beforeMs", after_ms as "afterMs"
  from claims where booking_id = ${id} and kind = 'hold' order by host_id`;

export interface HoldForCheck {
  /** Of the challenge, or of the attempt. */
  readonly id: string;
  readonly period: Interval;
  readonly now: number;
  readonly check: LiveCheck;
  /** The time that the moving meeting already blocks. Default: nothing moves. */
  readonly own?: Interval;
  /** A guest's hold is given back if nothing is booked. */
  readonly keepsFormer: boolean;
  /** The idempotency key is free during the check, since the rows decide. null: no key. */
  readonly record: IdempotencyRecord | null;
}

/**
 * Holds the time of all hosts of a meeting for ten seconds, if calendars of theirs come first; null: they do not. Under their locks,
 * after the evaluator agreed.
 */
export async function requireCalendarCheck(
  tx: Transaction,
  hosts: readonly BookableEvent[],
  { record, ...asked }: HoldForCheck,
): Promise<CalendarCheckNeeded | null> {
  if (unchecked(hosts, asked.period, asked.check).length === 0) return null;
  await record?.withdraw();
  return holdForCheck(tx, hosts, asked);
}

async function holdForCheck(
  tx: Transaction,
  hosts: readonly BookableEvent[],
  asked: Omit<HoldForCheck, 'record'>,
): Promise<CalendarCheckNeeded> {
  const { id, period, now, own, check } = asked;
  const ids = hosts.map(({ host }) => host.id);
  const hostIds = unchecked(hosts, period, check);
  const free = own ? uncoveredPart(period, own) : period;
  const hold = { bookingId: id, firmUntilMs: now + CHECK_FIRM_MS, keepsLonger: true };
  // Sent in this order, in one flight. The commit need not wait for the disk: holds that a crash of the database loses are made again.
  const [before, , , , calendars, held] = await Promise.all([
    readHolds(tx, id).execute(),
    tx`set local synchronous_commit to off`.execute(),
    tx`delete from claims where booking_id = ${id} and kind = 'hold' and host_id <> all(${ids}::uuid[])`.execute(),
    Promise.all(free ? hosts.map((host) => blockForHold(tx, host, { ...hold, ...free })) : []),
    readCalendarsToCheck(tx, hostIds),
    readHolds(tx, id),
  ]);
  const rules = hosts[0]?.rules;
  const eventTypeId = rules?.eventTypeId ?? '';
  return {
    check: { hostIds, period, guarded: rules ? guardedTime(rules, period) : period, calendars },
    hold: { id, eventTypeId, held, former: asked.keepsFormer ? before : [] },
  };
}

/** Returns the part of a new time that the old one does not cover, since time blocks of one host must not overlap; null if it covers all. */
function uncoveredPart(period: Interval, own: Interval): Interval | null {
  if (own.endMs <= period.startMs || own.startMs >= period.endMs) return period;
  if (own.startMs > period.startMs) return { startMs: period.startMs, endMs: own.startMs };
  return own.endMs < period.endMs ? { startMs: own.endMs, endMs: period.endMs } : null;
}

const isSame = (some: readonly HeldRow[], others: readonly HeldRow[]): boolean =>
  JSON.stringify([...some]) === JSON.stringify([...others]);

/** Restores the holds of before the check if nothing was booked, unless another transaction has changed them. */
export async function endCheck(sql: Sql, hold: CheckHold | null): Promise<void> {
  if (!hold) return;
  const { id, eventTypeId, held, former } = hold;
  if (isSame(held, former)) return;
  await inTransaction(sql, async (tx) => {
    await lockChallenge(tx, id);
    await Promise.all([
      tx`select 1 from event_types where id = ${eventTypeId} for no key update`,
      lockHosts(tx, [...new Set([...held, ...former].map(({ hostId }) => hostId))]),
    ]);
    if (!isSame(await readHolds(tx, id), held)) return;
    await tx`delete from claims where booking_id = ${id} and kind = 'hold'`;
    for (const row of former)
      await tx`
        insert into claims (host_id, booking_id, kind, period, before_ms, after_ms, workspace_id, event_type_id, firm_until)
        values (${row.hostId}, ${id}, 'hold', tstzrange(${row.from}::text::timestamptz, ${row.to}::text::timestamptz), ${row.beforeMs}, ${row.afterMs},
          ${row.workspaceId}, ${eventTypeId}, ${row.firmUntil}::text::timestamptz)
        on conflict do nothing`;
  });
}
