import type { Sql } from 'postgres';
import { isOver } from '../../domain/booking/booking-states.ts';
import type { MadePack } from '../../domain/prep/pack-input.ts';
import { nextLook, type PrepEnd, type PrepStanding } from '../../domain/prep/prep-standing.ts';
import type { PackState } from '../../schemas/shapes/prep.ts';
import type { BookingStatus } from '../../schemas/shapes/public-calendar.ts';
import { inTransaction, json, type Queryable, type Transaction } from '../database.ts';
import { isStandingIn } from '../live-bookings.ts';
import type { WaitingQuery } from '../waiting-query.ts';
import { lastMovedAt, openMails } from './prep-mails.ts';
import { isPutOffRow, restedPacks } from './put-off-packs.ts';
import { retryAt } from './retries.ts';

/** PostgreSQL announces here that a pack was made, or that its meeting is over. */
export const PREP_CHANNEL = 'prep_packs';

export interface PackRow {
  readonly status: PackState;
  /** null: none was made yet. */
  readonly pack: MadePack | null;
  readonly generatedAt: Date | null;
  /** When the look-up of the company is tried again by itself; null: it is not. */
  readonly retryAt: Date | null;
}

/** What a change leaves to the flow of a pack. */
export interface PackWork {
  readonly workspaceId: string;
  /** Its flow has not begun: it may be put off. */
  readonly isFirst: boolean;
}

/** The pack of a booking; undefined: it has none. */
export async function readPack(sql: Queryable, bookingId: string): Promise<PackRow | undefined> {
  const [row] = await sql<PackRow[]>`
    select status, pack, generated_at as "generatedAt",
      (select ${retryAt(sql)} from enrichments where enrichments.booking_id = prep_packs.booking_id) as "retryAt"
    from prep_packs where booking_id = ${bookingId}`;
  return row;
}

/** Whether a booking without a pack, or without an enrichment, may have one soon: a change of it was not announced yet, or its pack is being made. */
export async function isPackUnderWay(sql: Queryable, bookingId: string): Promise<boolean> {
  const [row] = await sql<{ isIt: boolean }[]>`
    select exists (select 1 from booking_changes where booking_id = ${bookingId} and announced_at is null)
      or exists (select 1 from prep_packs where booking_id = ${bookingId} and made_version < inputs_version and ended_at is null) as "isIt"`;
  return row?.isIt ?? false;
}

/**
 * Notes a change of a booking: its pack is made anew. The first change after which the meeting takes place makes the row, if its event
 * wants packs. A repeated call notes nothing new.
 * @returns what the flow has to do; undefined: nothing
 */
export async function noteBookingChange(
  sql: Queryable,
  bookingId: string,
  revision: number,
): Promise<PackWork | undefined> {
  const [row] = await sql<PackWork[]>`
    with noted as (
      update prep_packs set revision = ${revision}, status = 'pending', inputs_version = inputs_version + 1,
        inputs_changed_at = clock_timestamp()
      where booking_id = ${bookingId} and revision < ${revision} and ended_at is null returning workspace_id, ${isPutOffRow(sql)} as is_first
    ), made as (
      insert into prep_packs (booking_id, workspace_id, revision, starts_at) select b.id, b.workspace_id, ${revision}, clock_timestamp()
      from bookings b join event_types e on e.id = b.event_type_id
      where b.id = ${bookingId} and ${isStandingIn(sql, 'b')} and b.end_at > clock_timestamp() and e.prep
      on conflict (booking_id) do nothing returning workspace_id
    )
    select workspace_id as "workspaceId", is_first as "isFirst" from noted union all
    select workspace_id, true from made union all
    select workspace_id, ${isPutOffRow(sql)} from prep_packs
      where booking_id = ${bookingId} and made_version < inputs_version and ended_at is null
    limit 1`;
  return row;
}

/** Notes that something else changed which the pack is made from, such as the host's notes. No pack: nothing happens. */
export async function noteInputsChange(tx: Transaction, bookingId: string): Promise<void> {
  await tx`
    update prep_packs set status = 'pending', inputs_version = inputs_version + 1, inputs_changed_at = clock_timestamp()
    where booking_id = ${bookingId} and ended_at is null`;
}

interface StandingRow {
  readonly isDue: boolean;
  /** The last mail of a host told of another start, or they had none. */
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

/** Where a pack stands by the clock and the booking. Ends it with its meeting, and notes when it is looked at next. */
export const settlePrepStanding = (sql: Sql, bookingId: string): Promise<PrepStanding> =>
  inTransaction(sql, async (tx) => {
    const [row] = await tx<StandingRow[]>`
      select p.made_version < p.inputs_version as "isDue", ${openMails(tx)} as "isMailOpen", p.pack is not null as "hasPack",
        p.pack ->> 'status' as "madeStatus", b.status, b.start_at as start, b.end_at as "end", clock_timestamp() as now,
        case when e.prep then e.prep_mail_minutes end as "mailMinutes", ${lastMovedAt(tx)} as "movedAt",
        (select retry_at from enrichments r where r.booking_id = p.booking_id) as "retryAt"
      from prep_packs p join bookings b on b.id = p.booking_id join event_types e on e.id = b.event_type_id
      where p.booking_id = ${bookingId} for no key update of p`;
    if (!row) return { stage: 'over', end: 'no such pack' };
    const end = endOf(row);
    if (end !== null) {
      await endPack(tx, bookingId, row);
      return { stage: 'over', end };
    }
    const next = nextLook({
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
    return { stage: 'open', isDue, isMailDue, isRetryDue, waitMs: waitMs || restOf(row), waitsFor: next.waitsFor };
  });

function endOf({ status, end, now }: StandingRow): PrepEnd | null {
  if (status === 'canceled') return 'canceled';
  return isOver({ status, endMs: end.getTime() }, now.getTime()) ? 'meeting over' : null;
}

/** A mail that is due and does not leave: the flow looks again when the meeting begins. */
const restOf = ({ start, now }: StandingRow): number => Math.max(start.getTime() - now.getTime(), 1_000);

async function endPack(tx: Transaction, bookingId: string, { end, now, madeStatus }: StandingRow): Promise<void> {
  const endedAt = new Date(Math.min(end.getTime(), now.getTime()));
  await tx`
    update prep_packs set ended_at = coalesce(ended_at, ${endedAt}), next_look_at = null, made_version = inputs_version,
      status = ${madeStatus ?? 'failed'} where booking_id = ${bookingId}`;
  await wake(tx, bookingId);
}

/** The row's id, nothing else. */
const wake = (tx: Queryable, bookingId: string) => tx`select pg_notify(${PREP_CHANNEL}, ${bookingId})`;

/** Which of the changes a pack is now made for. */
export async function readInputsVersion(sql: Queryable, bookingId: string): Promise<number | undefined> {
  const [row] = await sql<{ version: number }[]>`
    select inputs_version as version from prep_packs where booking_id = ${bookingId} and ended_at is null`;
  return row?.version;
}

/**
 * Stores a pack that was made from the inputs of a version. If they have changed since, it is shown until the next one is made.
 * @param pack null: it could not be made; the one before stays
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

/** For the sweep. */
export const waitingPacks: WaitingQuery = (sql) => sql`
  select 'prepPack' as lot, booking_id as id, workspace_id, inputs_changed_at as since from prep_packs
    where made_version < inputs_version and ended_at is null and not ${isPutOffRow(sql)}
  union all ${restedPacks(sql)}
  union all
  select 'prepPack', booking_id, workspace_id, next_look_at from prep_packs where ended_at is null`;
