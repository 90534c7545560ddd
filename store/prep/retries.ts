import type { Sql } from 'postgres';
import { isWorthAnotherTry } from '../../domain/prep/merge-facts.ts';
import { FACTS_FRESH_MS } from '../../domain/prep/prep-standing.ts';
import { type RetryReason, retryInMs } from '../../domain/prep/retry-times.ts';
import type { DomainFacts } from '../../domain/prep/source.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { isLiveIn } from '../live-bookings.ts';
import { readLookUpRules } from './look-up-rules.ts';

/** As an interval of PostgreSQL: what was paid for within it is asked for again for nothing. */
const FACTS_FRESH = `${FACTS_FRESH_MS} milliseconds`;

/** Notes when a look-up that found nothing, or not all, is tried again: before its meeting begins, or not at all. */
export async function planRetry(tx: Transaction, bookingId: string, reason: RetryReason): Promise<void> {
  const [row] = await tx<{ retries: number }[]>`select retries from enrichments where booking_id = ${bookingId}`;
  const inMs = retryInMs(reason, row?.retries ?? 0, Math.random());
  if (inMs === null) return;
  await tx`
    update enrichments e set retry_at = clock_timestamp() + ${inMs}::float8 * interval '1 millisecond' from bookings b
    where e.booking_id = ${bookingId} and b.id = e.booking_id
      and b.start_at > clock_timestamp() + ${inMs}::float8 * interval '1 millisecond'`;
}

/** Plans a further try for what a source failed to tell in passing. The workspace has paid for the rest: it costs nothing. */
export async function planMending(tx: Transaction, bookingId: string, facts: DomainFacts): Promise<void> {
  if (isWorthAnotherTry(facts)) await planRetry(tx, bookingId, 'part_missing');
}

/**
 * Takes the further try that is due: the pack is to be made anew, with a look-up before it. A repeated call takes nothing.
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

/** Of `enrichments`: when a further try comes, as callers are told; null: none will. */
export const retryAt = (sql: Queryable) => sql`
  (select enrichments.retry_at from bookings b join prep_packs p on p.booking_id = b.id
    where b.id = enrichments.booking_id and enrichments.retry_at < b.start_at and b.start_at > clock_timestamp() and p.ended_at is null
      and ${isLiveIn(sql, 'b')})`;
