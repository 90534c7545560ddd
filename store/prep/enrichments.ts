import type { Sql } from 'postgres';
import { lookUpStatus } from '../../domain/prep/look-up-gaps.ts';
import { isWorthAnotherTry } from '../../domain/prep/merge-facts.ts';
import type { EnrichmentParts } from '../../domain/prep/pack-input.ts';
import { FACTS_FRESH_MS, type LookUpStart, type RetryReason, retryInMs } from '../../domain/prep/pack-state.ts';
import type { DomainFacts } from '../../domain/prep/source.ts';
import type { EmailClass, EnrichmentStatus } from '../../schemas/shapes/prep.ts';
import { spendCredit } from '../billing/credits.ts';
import { inTransaction, json, type Queryable, type Transaction } from '../database.ts';
import { isActiveIn } from '../live-bookings.ts';
import { readFreshFacts } from './domain-lookups.ts';
import { type LookUpAim, type OffBy, planLookUp, readLookUpRules } from './look-up-rules.ts';

/** As an interval of PostgreSQL: what was paid for within it is asked for again for nothing. */
const FACTS_FRESH = `${FACTS_FRESH_MS} milliseconds`;

/** Plans the retry of a look-up that found nothing, or not all: before its meeting begins, or not at all. */
export async function planRetry(tx: Transaction, bookingId: string, reason: RetryReason): Promise<void> {
  const [row] = await tx<{ retries: number }[]>`select retries from enrichments where booking_id = ${bookingId}`;
  const inMs = retryInMs(reason, row?.retries ?? 0, Math.random());
  if (inMs === null) return;
  await tx`
    update enrichments e set retry_at = clock_timestamp() + ${inMs}::float8 * interval '1 millisecond' from bookings b
    where e.booking_id = ${bookingId} and b.id = e.booking_id
      and b.start_at > clock_timestamp() + ${inMs}::float8 * interval '1 millisecond'`;
}

/** Plans a retry for what a source failed to answer in passing. The workspace has paid for the rest: the retry costs nothing. */
export async function planMending(tx: Transaction, bookingId: string, facts: DomainFacts): Promise<void> {
  if (isWorthAnotherTry(facts)) await planRetry(tx, bookingId, 'source_failed');
}

/**
 * Begins the retry that is due: the pack is due again, with a look-up before it. A repeated call changes nothing.
 * Only the flow of the pack calls it. Look-ups that are off by now: what was found in part stays as it is.
 * @param isOffHere this installation looks nobody up
 */
export const takeRetry = (sql: Sql, bookingId: string, isOffHere = false): Promise<void> =>
  inTransaction(sql, async (tx) => {
    const open = await tx`
      select 1 from prep_packs where booking_id = ${bookingId} and ended_at is null for no key update`;
    if (open.count === 0) return;
    const rules = await readLookUpRules(tx, bookingId);
    if (isOffHere || rules?.offBy) {
      const kept = await tx`
        update enrichments set retry_at = null where booking_id = ${bookingId} and status = 'degraded' and retry_at <= clock_timestamp()`;
      if (kept.count > 0) return;
    }
    const taken = await tx`
      update enrichments e set status = 'pending', attempt = attempt + 1, retries = retries + 1, retry_at = null,
        fresh_for = case when e.status = 'degraded' and not e.is_stale then ${FACTS_FRESH}::interval else e.fresh_for end, updated_at = clock_timestamp()
      from bookings b where e.booking_id = ${bookingId} and b.id = e.booking_id and e.retry_at <= clock_timestamp()
        and b.start_at > clock_timestamp() and e.status in ('failed', 'degraded')`;
    if (taken.count === 0) return;
    await tx`
      update prep_packs set status = 'pending', inputs_version = inputs_version + 1, inputs_changed_at = clock_timestamp()
      where booking_id = ${bookingId}`;
  });

/** Of `enrichments`: the time of the next retry for callers; null: there is none. */
export const retryAt = (sql: Queryable) => sql`
  (select enrichments.retry_at from bookings b join prep_packs p on p.booking_id = b.id
    where b.id = enrichments.booking_id and enrichments.retry_at < b.start_at and b.start_at > clock_timestamp() and p.ended_at is null
      and ${isActiveIn(sql, 'b')})`;

export interface EnrichmentRow {
  readonly id: string;
  readonly status: EnrichmentStatus;
  readonly emailClass: EmailClass | null;
  readonly domain: string | null;
  /** All that was spent for this booking and not given back. */
  readonly creditsCharged: number;
  readonly attempt: number;
  /** Further tries since somebody last asked for it. */
  readonly retries: number;
  /** How old facts may be that the look-up uses; PostgreSQL's interval. */
  readonly freshFor: string;
  readonly facts: DomainFacts | null;
  readonly isStale: boolean;
  readonly parts: EnrichmentParts | null;
  readonly error: string | null;
  /** The setting that turned the look-up off; null: it is on. */
  readonly offBy: OffBy | null;
  /** When it is tried again by itself; null: it is not. */
  readonly retryAt: Date | null;
  /** A new pack is being made, and the parts with it. */
  readonly isBeingMade: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Of `EnrichmentRow`. */
export const columns = (sql: Queryable) => sql`
  id, status, email_class as "emailClass", domain, credits_charged as "creditsCharged", attempt, retries,
  fresh_for::text as "freshFor", facts, is_stale as "isStale", parts, error, off_by as "offBy", ${retryAt(sql)} as "retryAt",
  exists (select 1 from prep_packs p where p.booking_id = enrichments.booking_id and p.ended_at is null
    and p.made_version < p.inputs_version) as "isBeingMade",
  created_at as "createdAt", updated_at as "updatedAt"`;

/** The look-up of the guest's company; undefined: there was none yet. */
export async function readEnrichment(sql: Queryable, bookingId: string): Promise<EnrichmentRow | undefined> {
  const [row] = await sql<EnrichmentRow[]>`select ${columns(sql)} from enrichments where booking_id = ${bookingId}`;
  return row;
}

/** The rules and the address of a look-up. */
export interface LookUpWish extends LookUpAim {
  /** Of a new row. */
  readonly id: string;
  readonly emailClass: EmailClass;
}

/** The look-up on which a credit is spent. */
export const subjectOf = (bookingId: string, attempt: number): string => `enrichment/${bookingId}/${attempt}`;

/**
 * Begins the making of a pack, and the look-up before it if there shall be one: its credit is spent in the same transaction. A look-up that
 * has ended stays as it is, so a move or other notes cost nothing, and wait for nobody who spends credits. Facts that the workspace has paid
 * for and that are fresh cost nothing.
 */
export const beginPrep = (sql: Sql, bookingId: string, wish: LookUpWish): Promise<LookUpStart> =>
  inTransaction(sql, async (tx) => {
    const [ended] =
      await tx`select 1 from enrichments where booking_id = ${bookingId} and status not in ('pending', 'running')`;
    // In the order of all who spend credits: the workspace first.
    if (!ended) await tx`select 1 from workspaces where id = ${wish.workspaceId} for no key update`;
    const open = await tx`
      update prep_packs set status = 'running' where booking_id = ${bookingId} and ended_at is null and made_version < inputs_version`;
    if (open.count === 0 || ended) return { next: 'make' };
    await tx`
      insert into enrichments (id, booking_id, workspace_id, status) values (${wish.id}, ${bookingId}, ${wish.workspaceId}, 'pending')
      on conflict (booking_id) do nothing`;
    const [row] = await tx<EnrichmentRow[]>`
      select ${columns(tx)} from enrichments where booking_id = ${bookingId} for no key update`;
    if (row?.status === 'running') return { next: 'look up', attempt: row.attempt };
    if (row?.status !== 'pending') return { next: 'make' };
    return begin(tx, bookingId, row, wish);
  });

async function begin(tx: Transaction, bookingId: string, row: EnrichmentRow, wish: LookUpWish): Promise<LookUpStart> {
  const { freshFor, attempt } = row;
  const { workspaceId, domain } = wish;
  const plan = await planLookUp(tx, row, wish);
  if (plan.plan === 'off') return settle(tx, bookingId, wish, 'skipped_off');
  if (plan.plan === 'no company' || domain === null) {
    const isPublic = wish.emailClass !== 'non_public';
    return settle(tx, bookingId, wish, isPublic ? 'skipped_personal_email' : 'skipped_non_public_domain');
  }
  if (plan.plan === 'paid for') return settleFound(tx, bookingId, wish, plan.paid);
  if (plan.plan === 'keep') return settle(tx, bookingId, wish, row.facts ? lookUpStatus(row.facts) : 'failed');
  if (!plan.isFree) {
    if (!(await spendCredit(tx, workspaceId, subjectOf(bookingId, attempt))))
      return settle(tx, bookingId, wish, 'skipped_no_credits');
    await tx`update enrichments set credits_charged = credits_charged + 1 where booking_id = ${bookingId}`;
  }
  // Found for somebody else: no source is asked, so the flow need not wait in the queue of look-ups.
  const fresh = await readFreshFacts(tx, domain, freshFor);
  if (fresh) return settleFound(tx, bookingId, wish, { facts: fresh, lookedUpAt: 'now', isPaidNow: !plan.isFree });
  await settle(tx, bookingId, wish, 'running');
  return { next: 'look up', attempt };
}

async function settle(
  tx: Transaction,
  bookingId: string,
  { emailClass, domain, offBy }: LookUpWish,
  status: EnrichmentStatus,
): Promise<LookUpStart> {
  await tx`
    update enrichments set status = ${status}, email_class = ${emailClass}, domain = ${domain}, updated_at = clock_timestamp(), error = null,
      off_by = ${status === 'skipped_off' ? offBy : null} ${status === 'running' ? tx`` : tx`, parts = null`}
    where booking_id = ${bookingId}`;
  return { next: 'make' };
}

/** @param found isPaidNow: with this look-up; missing: earlier, by this workspace */
async function settleFound(
  tx: Transaction,
  bookingId: string,
  wish: LookUpWish,
  found: {
    readonly facts: DomainFacts;
    readonly lookedUpAt: Date | 'now';
    readonly isPaidNow?: boolean;
  },
): Promise<LookUpStart> {
  const { facts, lookedUpAt, isPaidNow = false } = found;
  await settle(tx, bookingId, wish, lookUpStatus(facts));
  await tx`
    update enrichments set facts = ${json(tx, facts)}, is_stale = false,
      looked_up_at = ${lookedUpAt === 'now' ? tx`clock_timestamp()` : lookedUpAt} ${isPaidNow ? tx`, paid_at = clock_timestamp()` : tx``}
    where booking_id = ${bookingId}`;
  await planMending(tx, bookingId, facts);
  return { next: 'make' };
}

/** The domain that an attempt is to look up, and facts that are still fresh enough for it; undefined: it has ended. */
export async function readLookUp(
  sql: Queryable,
  bookingId: string,
  attempt: number,
): Promise<{ readonly domain: string; readonly fresh: DomainFacts | null } | undefined> {
  const row = await readEnrichment(sql, bookingId);
  if (row?.status !== 'running' || row.attempt !== attempt || row.domain === null) return undefined;
  return { domain: row.domain, fresh: await readFreshFacts(sql, row.domain, row.freshFor) };
}

/** Stores the inner objects of the record: they are published with the status of the look-up. */
export const writeParts = (tx: Transaction, bookingId: string, parts: EnrichmentParts) => tx`
  update enrichments set parts = ${json(tx, parts)}, updated_at = clock_timestamp() where booking_id = ${bookingId}`;
