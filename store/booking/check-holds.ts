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
import { claimHold } from './claims.ts';
import type { IdempotencyClaim } from './idempotency.ts';

/** The transaction wrote nothing but holds: these hosts' calendars come first. Then the attempt begins again. */
export interface CheckFirst {
  readonly check: Looked;
  /** null: nothing was written, the guest's own hold is enough. */
  readonly hold: CheckHold | null;
}

/** Whose calendars are looked at, and when. */
export interface Looked {
  readonly hostIds: readonly string[];
  /** Of the meeting. */
  readonly period: Interval;
  /** Where their calendars must have no event: the meeting and its buffers. */
  readonly guarded: Interval;
  /** All that block these hosts' time. */
  readonly calendars: readonly CalendarToCheck[];
}

/** What is held during a check, and what the same challenge held before. */
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

export const isCheckFirst = (result: object): result is CheckFirst => 'check' in result;

/** Hosts with calendars that this attempt has not seen to be free. */
const unchecked = (hosts: readonly BookableEvent[], period: Interval, check: LiveCheck): string[] => {
  const { free } = checkOf(check, period);
  return hosts.flatMap(({ host }) => (host.calendar === 'working' && !free.has(host.id) ? [host.id] : []));
};

/** The guest holds the slot: nothing is judged or written before the look. */
export function checkHeld(startMs: number, { endMs, beforeMs, afterMs, calendars }: HeldSlot): CheckFirst {
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
  /** The meeting that moves claims this already. Default: nothing moves. */
  readonly own?: Interval;
  /** A guest's hold is given back if nothing is booked. */
  readonly keepsFormer: boolean;
  /** The idempotency key is free meanwhile: the rows decide. null: none. */
  readonly record: IdempotencyClaim | null;
}

/**
 * Holds the time of all hosts of a meeting for ten seconds, if calendars of theirs come first; null: they do not. Under their locks,
 * after the evaluator agreed.
 */
export async function checkFirst(
  tx: Transaction,
  hosts: readonly BookableEvent[],
  { record, ...asked }: HoldForCheck,
): Promise<CheckFirst | null> {
  if (unchecked(hosts, asked.period, asked.check).length === 0) return null;
  await record?.withdraw();
  return holdForCheck(tx, hosts, asked);
}

async function holdForCheck(
  tx: Transaction,
  hosts: readonly BookableEvent[],
  asked: Omit<HoldForCheck, 'record'>,
): Promise<CheckFirst> {
  const { id, period, now, own, check } = asked;
  const ids = hosts.map(({ host }) => host.id);
  const hostIds = unchecked(hosts, period, check);
  const free = own ? besides(period, own) : period;
  const hold = { bookingId: id, firmUntilMs: now + CHECK_FIRM_MS, keepsLonger: true };
  // Sent in this order, in one flight. The commit need not wait for the disk: holds that a crash of the database loses are made again.
  const [before, , , , calendars, held] = await Promise.all([
    readHolds(tx, id).execute(),
    tx`set local synchronous_commit to off`.execute(),
    tx`delete from claims where booking_id = ${id} and kind = 'hold' and host_id <> all(${ids}::uuid[])`.execute(),
    Promise.all(free ? hosts.map((host) => claimHold(tx, host, { ...hold, ...free })) : []),
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

/** The part of a new time that the old one does not cover: claims of one host must not overlap. null: it covers all. */
function besides(period: Interval, own: Interval): Interval | null {
  if (own.endMs <= period.startMs || own.startMs >= period.endMs) return period;
  if (own.startMs > period.startMs) return { startMs: period.startMs, endMs: own.startMs };
  return own.endMs < period.endMs ? { startMs: own.endMs, endMs: period.endMs } : null;
}

const isSame = (some: readonly HeldRow[], others: readonly HeldRow[]): boolean =>
  JSON.stringify([...some]) === JSON.stringify([...others]);

/** Nothing was booked: holds are again what they were before the check, unless they were changed meanwhile. */
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
