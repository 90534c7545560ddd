import type { Sql } from 'postgres';
import { type RetryReason, retryInMs } from '../../domain/prep/retry-times.ts';
import { inTransaction, type Transaction } from '../database.ts';

/** Notes when a look-up that found nothing is tried again: before its meeting begins, or not at all. */
export async function planRetry(tx: Transaction, bookingId: string, reason: RetryReason): Promise<void> {
  const [row] = await tx<{ retries: number }[]>`select retries from enrichments where booking_id = ${bookingId}`;
  const inMs = retryInMs(reason, row?.retries ?? 0, Math.random());
  if (inMs === null) return;
  await tx`
    update enrichments e set retry_at = clock_timestamp() + ${inMs}::float8 * interval '1 millisecond' from bookings b
    where e.booking_id = ${bookingId} and b.id = e.booking_id
      and b.start_at > clock_timestamp() + ${inMs}::float8 * interval '1 millisecond'`;
}

/**
 * Takes the further try that is due: the pack is to be made anew, with a look-up before it. A repeated call takes nothing.
 * Only the flow of the pack calls it.
 */
export const takeRetry = (sql: Sql, bookingId: string): Promise<void> =>
  inTransaction(sql, async (tx) => {
    const open = await tx`
      select 1 from prep_packs where booking_id = ${bookingId} and ended_at is null for no key update`;
    if (open.count === 0) return;
    const taken = await tx`
      update enrichments e set status = 'pending', attempt = attempt + 1, retries = retries + 1, retry_at = null,
        updated_at = clock_timestamp()
      from bookings b where e.booking_id = ${bookingId} and b.id = e.booking_id and e.retry_at <= clock_timestamp()
        and b.start_at > clock_timestamp() and e.status in ('failed', 'degraded')`;
    if (taken.count === 0) return;
    await tx`
      update prep_packs set status = 'pending', inputs_version = inputs_version + 1, inputs_changed_at = clock_timestamp()
      where booking_id = ${bookingId}`;
  });
