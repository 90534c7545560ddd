import type { Sql } from 'postgres';
import { activeStatuses, hasEnded } from '../../domain/booking/booking-states.ts';
import { CONCURRENCY } from '../../domain/concurrency.ts';
import type { MadePack } from '../../domain/prep/pack-input.ts';
import { nextStep, type PackProgress, type PrepEnd } from '../../domain/prep/pack-state.ts';
import type { PackState } from '../../schemas/shapes/prep.ts';
import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { inTransaction, json, type Queryable, type Transaction } from '../database.ts';
import { isScheduledIn } from '../live-bookings.ts';
import type { WaitingQuery } from '../waiting-query.ts';
import { retryAt } from './enrichments.ts';
import { lastMovedAt, openMails } from './prep-mails.ts';

/** PostgreSQL announces here that a pack was made, or that its meeting is over. */
export const PREP_CHANNEL = 'prep_packs';

export interface PackRow {
  readonly status: PackState;
  /** null: none was made yet. */
  readonly pack: MadePack | null;
  readonly generatedAt: Date | null;
  /** When the look-up of the company is retried; null: it is not. */
  readonly retryAt: Date | null;
}

/** A pack that is due after a change. */
export interface DuePack {
  readonly workspaceId: string;
  /** It is a first pack, and enough others have not begun: the sweep starts its flow. */
  readonly isPostponed: boolean;
}

/** The pack of a booking; undefined: it has none. */
export async function readPack(sql: Queryable, bookingId: string): Promise<PackRow | undefined> {
  const [row] = await sql<PackRow[]>`
    select status, pack, generated_at as "generatedAt",
      (select ${retryAt(sql)} from enrichments where enrichments.booking_id = prep_packs.booking_id) as "retryAt"
    from prep_packs where booking_id = ${bookingId}`;
  return row;
}

/** Returns whether a booking without a pack, or without an enrichment, may have one soon: a change was not announced yet, or its pack is being made. */
export async function isPackUnderWay(sql: Queryable, bookingId: string): Promise<boolean> {
  const [row] = await sql<{ isIt: boolean }[]>`
    select exists (select 1 from booking_changes where booking_id = ${bookingId} and announced_at is null)
      or exists (select 1 from prep_packs where booking_id = ${bookingId} and made_version < inputs_version and ended_at is null) as "isIt"`;
  return row?.isIt ?? false;
}

/** Milliseconds in which so many postponed packs are a rush of bookings: postponed packs then rest, for `maxRest` at most. */
const RUSH = { packs: 10, withinMs: 15_000, maxRest: '3 minutes' } as const;

/** The sweep's lot of postponed packs. */
export const POSTPONED_LOT = 'prepPackPostponed';

/** Of `prep_packs`: a first pack whose flow has not begun. */
export const isFirstRow = (sql: Queryable) =>
  sql`(queued_at is not null and next_look_at is null and ended_at is null)`;

/** Returns whether so many first packs have not begun, counted by an index. `since`: those queued later alone. */
const areQueued = (sql: Queryable, packs: number, since = sql``) => sql`
  (select count(*) >= ${packs}::int from (select 1 from prep_packs where ${isFirstRow(sql)} ${since} limit ${packs}::int) queued)`;

/** Postponed packs that the sweep may start, as rows of the sweep: bookings have the machine during a rush. */
export const startablePacks = (sql: Queryable) => sql`
  select ${POSTPONED_LOT} as lot, booking_id as id, workspace_id, greatest(inputs_changed_at, queued_at) as since from prep_packs
    where ${isFirstRow(sql)} and made_version < inputs_version and (queued_at < now() - ${RUSH.maxRest}::interval
      or not ${areQueued(sql, RUSH.packs, sql`and queued_at > now() - ${RUSH.withinMs} * interval '1 millisecond'`)})`;

/** Returns whether the flow of a first pack has not begun. */
export async function isPostponed(sql: Queryable, bookingId: string): Promise<boolean> {
  const rows = await sql`select 1 from prep_packs where booking_id = ${bookingId} and ${isFirstRow(sql)}`;
  return rows.length > 0;
}

/**
 * Notes a change of a booking: its pack is due. The first change after which the meeting takes place inserts the row, if its event
 * wants packs. A repeated call notes nothing new. A first pack is postponed while `CONCURRENCY.firstPacks` have not begun.
 * @returns undefined: no pack is due
 */
export async function noteBookingChange(
  sql: Queryable,
  bookingId: string,
  revision: number,
): Promise<DuePack | undefined> {
  const [row] = await sql<DuePack[]>`
    with noted as (
      update prep_packs set revision = ${revision}, status = 'pending', inputs_version = inputs_version + 1,
        inputs_changed_at = clock_timestamp()
      where booking_id = ${bookingId} and revision < ${revision} and ended_at is null returning workspace_id, ${isFirstRow(sql)} as is_first
    ), made as (
      insert into prep_packs (booking_id, workspace_id, revision, queued_at) select b.id, b.workspace_id, ${revision}, clock_timestamp()
      from bookings b join event_types e on e.id = b.event_type_id
      where b.id = ${bookingId} and ${isScheduledIn(sql, 'b')} and b.end_at > clock_timestamp() and e.prep
      on conflict (booking_id) do nothing returning workspace_id
    )
    select workspace_id as "workspaceId", is_first and ${areQueued(sql, CONCURRENCY.firstPacks.total, sql`and booking_id <> ${bookingId}`)} as "isPostponed"
    from (
      select workspace_id, is_first from noted union all
      select workspace_id, true from made union all
      select workspace_id, ${isFirstRow(sql)} from prep_packs
        where booking_id = ${bookingId} and made_version < inputs_version and ended_at is null
      limit 1) due`;
  return row;
}

/** Notes another change of the inputs, such as the host's notes. Without a pack nothing happens. */
export async function noteInputsChange(tx: Transaction, bookingId: string): Promise<void> {
  await tx`
    update prep_packs set status = 'pending', inputs_version = inputs_version + 1, inputs_changed_at = clock_timestamp()
    where booking_id = ${bookingId} and ended_at is null`;
}

interface ProgressRow {
  readonly isDue: boolean;
  /** A host's last mail was about another start, or the host had none. */
  readonly isMailOpen: boolean;
  readonly hasPack: boolean;
  readonly madeStatus: PackState | null;
  readonly status: BookingStatus;
  readonly start: Date;
  readonly end: Date;
  /** Minutes before the start; null: no mail. */
  readonly mailMinutes: number | null;
  readonly movedAt: Date | null;
  readonly retryAt: Date | null;
  readonly now: Date;
}

/** Returns the progress of a pack by the clock and the booking. Ends it with its meeting, and notes the time of its next check. */
export const settlePack = (sql: Sql, bookingId: string): Promise<PackProgress> =>
  inTransaction(sql, async (tx) => {
    const [row] = await tx<ProgressRow[]>`
      select p.made_version < p.inputs_version as "isDue", ${openMails(tx)} as "isMailOpen", p.pack is not null as "hasPack",
        p.pack ->> 'status' as "madeStatus", b.status, b.start_at as start, b.end_at as "end", clock_timestamp() as now,
        case when e.prep then e.prep_mail_minutes end as "mailMinutes", ${lastMovedAt(tx)} as "movedAt",
        (select retry_at from enrichments r where r.booking_id = p.booking_id) as "retryAt"
      from prep_packs p join bookings b on b.id = p.booking_id join event_types e on e.id = b.event_type_id
      where p.booking_id = ${bookingId} for no key update of p`;
    if (!row) return { stage: 'ended', end: 'no such pack' };
    const end = endOf(row);
    if (end !== null) {
      await endPack(tx, bookingId, row);
      return { stage: 'ended', end };
    }
    const next = nextStep({
      ...{ status: row.status, hasPack: row.hasPack, mailMinutes: row.mailMinutes, isMailOpen: row.isMailOpen },
      ...{ movedAtMs: row.movedAt?.getTime() ?? null, retryAtMs: row.retryAt?.getTime() ?? null },
      ...{ startMs: row.start.getTime(), endMs: row.end.getTime(), nowMs: row.now.getTime() },
    });
    await tx`
      update prep_packs set next_look_at = ${new Date(next.atMs)}
      where booking_id = ${bookingId} and next_look_at is distinct from ${new Date(next.atMs)}`;
    const waitMs = Math.max(next.atMs - row.now.getTime(), 0);
    const { isDue } = row;
    const isNow = waitMs === 0 && !isDue;
    const [isMailDue, isRetryDue] = [isNow && next.waitsFor === 'mail', isNow && next.waitsFor === 'retry'];
    return { stage: 'open', isDue, isMailDue, isRetryDue, waitMs: waitMs || untilStart(row), waitsFor: next.waitsFor };
  });

function endOf({ status, end, now }: ProgressRow): PrepEnd | null {
  if (status === 'canceled') return 'canceled';
  return hasEnded({ status, endMs: end.getTime() }, now.getTime()) ? 'meeting over' : null;
}

/** A mail that is due and does not leave: the flow checks again when the meeting begins. */
const untilStart = ({ start, now }: ProgressRow): number => Math.max(start.getTime() - now.getTime(), 1_000);

async function endPack(tx: Transaction, bookingId: string, { end, now, madeStatus }: ProgressRow): Promise<void> {
  const endedAt = new Date(Math.min(end.getTime(), now.getTime()));
  await tx`
    update prep_packs set ended_at = coalesce(ended_at, ${endedAt}), next_look_at = null, made_version = inputs_version,
      status = ${madeStatus ?? 'failed'} where booking_id = ${bookingId}`;
  await wake(tx, bookingId);
}

/** The row's id, nothing else. */
const wake = (tx: Queryable, bookingId: string) => tx`select pg_notify(${PREP_CHANNEL}, ${bookingId})`;

/** The version of the inputs for which a pack is made now. */
export async function readInputsVersion(sql: Queryable, bookingId: string): Promise<number | undefined> {
  const [row] = await sql<{ version: number }[]>`
    select inputs_version as version from prep_packs where booking_id = ${bookingId} and ended_at is null`;
  return row?.version;
}

/**
 * Stores a pack that was made from the inputs of a version. If these have changed, it is shown until the next one is made.
 * @param pack null: it could not be made; the older one stays
 */
export async function writePack(
  tx: Transaction,
  bookingId: string,
  { version, pack }: { readonly version: number; readonly pack: MadePack | null },
): Promise<void> {
  await tx`
    update prep_packs set made_version = greatest(made_version, ${version}),
      status = case when inputs_version = ${version} then ${pack?.status ?? 'failed'} else 'pending' end
      ${pack === null ? tx`` : tx`, pack = ${json(tx, pack)}, generated_at = clock_timestamp()`}
    where booking_id = ${bookingId} and made_version <= ${version} and ended_at is null`;
  await wake(tx, bookingId);
}

/** The reason why a meeting has no pack. */
export type NoPackReason = 'not_confirmed' | 'over' | 'event_type_off' | 'on_its_way' | 'before_packs';

/** Returns why a meeting has no pack, by its state, its event type and its changes. */
export async function readNoPackReason(sql: Queryable, bookingId: string): Promise<NoPackReason> {
  const [row] = await sql<{ reason: NoPackReason }[]>`
    select case
      when exists (select 1 from prep_packs p where p.booking_id = b.id) then 'on_its_way'
      when b.status = 'pending_confirmation' then 'not_confirmed'
      when b.status not in ${sql(activeStatuses)} or b.end_at <= clock_timestamp() then 'over'
      when not e.prep then 'event_type_off'
      when exists (select 1 from booking_changes c where c.booking_id = b.id and c.announced_at is null) then 'on_its_way'
      else 'before_packs' end as reason
    from bookings b join event_types e on e.id = b.event_type_id where b.id = ${bookingId}`;
  return row?.reason ?? 'before_packs';
}

/** For the sweep. */
export const waitingPacks: WaitingQuery = (sql) => sql`
  select 'prepPack' as lot, booking_id as id, workspace_id, inputs_changed_at as since from prep_packs
    where made_version < inputs_version and ended_at is null and not ${isFirstRow(sql)}
  union all ${startablePacks(sql)}
  union all
  select 'prepPack', booking_id, workspace_id, next_look_at from prep_packs where ended_at is null`;
