import type { Sql } from 'postgres';
import { type ErasureStep, MOST_DELAY_DAYS } from '../../domain/workspaces/erasure.ts';
import { lockBooking, readBooking } from '../booking/bookings.ts';
import { endWithoutMeeting } from '../booking/change-booking.ts';
import { eventTables, hasWork } from '../calendars/events.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { isActiveIn } from '../live-bookings.ts';
import { lockEventAndHosts } from '../locks.ts';
import type { WaitingQuery } from '../waiting-query.ts';
import { noteOwnerMails } from './delete-workspace.ts';
import { batchOf, deletionOf, ERASED } from './erased-tables.ts';

/** Meetings that one step cancels, each in a transaction of its own. */
const CANCELED_AT_ONCE = 50;

/** A step that deletes rows ends after this time: workers that stop wait for it. */
const STEP_MS = 3_000;

/** What is waited for is looked at after as long as it has been waited for, within these. */
const LOOK_MS = { least: 1_000, most: 60_000 } as const;

interface Standing {
  readonly waitMs: number;
  readonly isErasing: boolean;
  readonly isPaid: boolean;
  /** How long it has gone on. */
  readonly forMs: number;
  /** Mails, calendars and meetings have had their time. */
  readonly isOverdue: boolean;
}

/**
 * Takes the erasure of a workspace one step further. Each step is made of short transactions and sees what earlier ones did: safe to repeat,
 * and to stop at any point.
 */
export async function advanceErasure(sql: Sql, workspaceId: string): Promise<ErasureStep> {
  const step = await doStep(sql, workspaceId);
  // The sweep wakes the flow if its next step is late.
  if (step.stage === 'settling') await putOffErasure(sql, workspaceId, step.waitMs);
  else if (NEXT_AT_ONCE.has(step.stage)) await putOffErasure(sql, workspaceId, 0);
  return step;
}

const NEXT_AT_ONCE: ReadonlySet<ErasureStep['stage']> = new Set(['canceling', 'paying', 'erasing']);

/** Its next step is due in so many milliseconds. */
export const putOffErasure = (sql: Sql, workspaceId: string, byMs: number) => sql`
  update workspaces set erasure_due_at = clock_timestamp() + ${byMs} * interval '1 millisecond'
  where id = ${workspaceId} and erasing_at is not null`;

async function doStep(sql: Sql, workspaceId: string): Promise<ErasureStep> {
  const standing = await begin(sql, workspaceId);
  if (standing === undefined) return { stage: 'erased' };
  if (standing === 'in_use') return { stage: 'restored' };
  if (!standing.isErasing) return { stage: 'waiting', waitMs: standing.waitMs };
  const canceled = await cancelSome(sql, workspaceId);
  if (canceled.length > 0) return { stage: 'canceling', canceled };
  if (!standing.isOverdue && (await isUnsettled(sql, workspaceId)))
    return { stage: 'settling', waitMs: Math.min(Math.max(standing.forMs, LOOK_MS.least), LOOK_MS.most) };
  // After the payment pages: what was paid on the last one ends as well. Nothing is erased before: the customer's id would be lost.
  if (!standing.isPaid) return { stage: 'paying' };
  if (!(await deleteSome(sql, workspaceId))) return { stage: 'erasing' };
  await deleteLast(sql, workspaceId);
  return { stage: 'erased' };
}

/** Nothing is paid for it any more. */
export const markChargesEnded = (sql: Sql, workspaceId: string) => sql`
  update workspaces set charges_ended_at = coalesce(charges_ended_at, clock_timestamp())
  where id = ${workspaceId} and erasing_at is not null`;

/** undefined: the workspace is gone. isOverdue: its charges should have ended days ago, and operators must look */
export async function readChargesToEnd(
  sql: Sql,
  workspaceId: string,
): Promise<{ readonly customerId: string | null; readonly isOverdue: boolean } | undefined> {
  const [row] = await sql<{ customerId: string | null; isOverdue: boolean }[]>`
    select c.customer_id as "customerId", ${isOverdue(sql)} as "isOverdue"
    from workspaces w left join billing_customers c on c.workspace_id = w.id where w.id = ${workspaceId}`;
  return row;
}

const isOverdue = (sql: Queryable) =>
  sql`coalesce(erasing_at < clock_timestamp() - ${MOST_DELAY_DAYS} * interval '1 day', false)`;

/** From its day on nothing brings it back, and nobody can pay for it. undefined: it is gone. */
const begin = (sql: Sql, workspaceId: string): Promise<Standing | 'in_use' | undefined> =>
  inTransaction(sql, async (tx) => {
    const [found] = await tx<{ eraseAt: Date | null; isBegun: boolean; isDue: boolean }[]>`
      select erase_at as "eraseAt", erasing_at is not null as "isBegun", coalesce(erase_at <= clock_timestamp(), false) as "isDue"
      from workspaces where id = ${workspaceId} for no key update`;
    if (!found) return undefined;
    if (!found.eraseAt) return 'in_use';
    if (found.isDue && !found.isBegun) await close(tx, workspaceId);
    const [standing] = await tx<Standing[]>`
      select ceil(extract(epoch from erase_at - clock_timestamp()) * 1000)::float8 as "waitMs", erasing_at is not null as "isErasing",
        charges_ended_at is not null as "isPaid",
        coalesce(extract(epoch from clock_timestamp() - erasing_at) * 1000, 0)::float8 as "forMs",
        ${isOverdue(tx)} as "isOverdue"
      from workspaces where id = ${workspaceId}`;
    return standing;
  });

async function close(tx: Transaction, workspaceId: string): Promise<void> {
  await tx`update workspaces set erasing_at = clock_timestamp() where id = ${workspaceId}`;
  await tx`
    update checkout_intents set cancel_asked_at = clock_timestamp()
    where workspace_id = ${workspaceId} and status = 'pending' and cancel_asked_at is null`;
}

/** Cancels meetings to come, the next ones first. Nobody adds one: the workspace is locked. @returns those that it canceled */
async function cancelSome(sql: Sql, workspaceId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select b.id from bookings b where b.workspace_id = ${workspaceId} and b.start_at > clock_timestamp() and ${isActiveIn(sql, 'b')}
    order by b.start_at, b.id limit ${CANCELED_AT_ONCE}`;
  for (const { id } of rows) await inTransaction(sql, (tx) => cancel(tx, id));
  return rows.map(({ id }) => id);
}

/** Locks in the order of locks.ts. One that ended or began meanwhile stays as it is. */
async function cancel(tx: Transaction, bookingId: string): Promise<void> {
  const known = await readBooking(tx, bookingId);
  if (!known) return;
  await lockEventAndHosts(tx, known);
  const booking = await lockBooking(tx, bookingId);
  const [live] = await tx`
    select from bookings b where b.id = ${bookingId} and b.start_at > clock_timestamp() and ${isActiveIn(tx, 'b')}`;
  if (booking && live)
    await endWithoutMeeting(tx, booking, { kind: 'canceled', actor: 'host', reason: null, source: 'system' });
}

/** Meetings that run, mails and calendar events that are to be written, and payment pages that somebody could still pay. */
async function isUnsettled(sql: Sql, workspaceId: string): Promise<boolean> {
  const [row] = await sql<{ isUnsettled: boolean }[]>`
    select exists (select from bookings b where b.workspace_id = ${workspaceId} and b.start_at > now() - interval '2 days' and ${isActiveIn(sql, 'b')})
      or exists (select from booking_changes c join bookings b on b.id = c.booking_id
        where c.announced_at is null and b.workspace_id = ${workspaceId})
      or exists (select from ${eventTables(sql)} where ${hasWork(sql)} and b.workspace_id = ${workspaceId})
      or exists (select from checkout_intents where workspace_id = ${workspaceId}
        and (status = 'pending' or (url is not null and page_ended_at is null))) as "isUnsettled"`;
  return row?.isUnsettled ?? false;
}

/** Table by table, one small batch a statement. @returns whether none is left */
async function deleteSome(sql: Sql, workspaceId: string): Promise<boolean> {
  const until = performance.now() + STEP_MS;
  for (const erased of ERASED) {
    for (;;) {
      const { count } = await sql.unsafe(deletionOf(erased), [workspaceId], { prepare: true });
      if (count < batchOf(erased)) break;
      if (performance.now() > until) return false;
    }
  }
  return true;
}

/** The workspace itself, with what came up meanwhile. Its slugs are kept as hashes, and its owners get the last mail. */
const deleteLast = (sql: Sql, workspaceId: string): Promise<void> =>
  inTransaction(sql, async (tx) => {
    await tx`select 1 from workspaces where id = ${workspaceId} for update`;
    await noteOwnerMails(tx, workspaceId, 'workspace_erased');
    await tx`
      insert into retired_slugs (slug_hash) select sha256(convert_to(slug, 'UTF8')) from workspace_slugs where workspace_id = ${workspaceId}
      on conflict do nothing`;
    await tx`delete from workspaces where id = ${workspaceId}`;
  });

/** For the sweep. */
export const waitingErasures: WaitingQuery = (sql) => sql`
  select 'workspaceErasure' as lot, id, id as workspace_id, coalesce(erasure_due_at, erase_at) as since from workspaces where erase_at is not null`;
