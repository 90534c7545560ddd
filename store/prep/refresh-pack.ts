import type { Sql } from 'postgres';
import { FAILURE_KEPT_MS } from '../../domain/prep/merge-facts.ts';
import { FACTS_FRESH_MS, FACTS_FRESH_ON_REFRESH_MS } from '../../domain/prep/prep-standing.ts';
import { inTransaction, type Queryable } from '../database.ts';
import { readEnrichment } from './enrichments.ts';
import { readLookUpRules } from './look-up-rules.ts';
import { noteInputsChange } from './prep-packs.ts';

/** As intervals of PostgreSQL. */
const FACTS_FRESH = `${FACTS_FRESH_MS} milliseconds`;
const FACTS_FRESH_ON_REFRESH = `${FACTS_FRESH_ON_REFRESH_MS} milliseconds`;

/** What a refresh does. */
export interface Refreshed {
  /** As far as credits are left and the address names a company. */
  readonly looksUpAgain: boolean;
  /** When a look-up that failed is tried again by itself; null: it is not. */
  readonly retryAt: Date | null;
}

/**
 * Asks for a new pack of a meeting. One that is being made is not asked for again. Facts are asked for again if they are older than a day,
 * or if there are none, for a credit.
 * @returns null: the meeting is over or canceled
 */
export const refreshPack = (
  sql: Sql,
  {
    bookingId,
    workspaceId,
    revision,
  }: { readonly bookingId: string; readonly workspaceId: string; readonly revision: number },
): Promise<Refreshed | null> =>
  inTransaction(sql, async (tx) => {
    const [pack] = await tx<{ isOver: boolean; isMade: boolean }[]>`
      insert into prep_packs (booking_id, workspace_id, revision) values (${bookingId}, ${workspaceId}, ${revision})
      on conflict (booking_id) do update set booking_id = excluded.booking_id
      returning ended_at is not null as "isOver", made_version = inputs_version as "isMade"`;
    if (!pack || pack.isOver) return null;
    const before = await readEnrichment(tx, bookingId);
    if (pack.isMade) {
      await noteInputsChange(tx, bookingId);
      await tx`
        update enrichments set status = 'pending', attempt = attempt + 1, retry_at = null, retries = 0, updated_at = clock_timestamp(),
          fresh_for = case when status in ('succeeded', 'degraded') and not is_stale then ${FACTS_FRESH_ON_REFRESH} else ${FACTS_FRESH} end::interval
        where booking_id = ${bookingId} and ${isAskedAnew(tx)}`;
    }
    const [rules, after] = await Promise.all([readLookUpRules(tx, bookingId), readEnrichment(tx, bookingId)]);
    const isAsked = !after || after.status === 'pending' || after.status === 'running';
    const looksUpAgain = isAsked && rules?.offBy === null && before?.status !== 'skipped_personal_email';
    return { looksUpAgain, retryAt: after?.retryAt ?? null };
  });

/** What a refresh asks for again. */
const isAskedAnew = (sql: Queryable) => sql`
  (status in ('skipped_no_credits', 'skipped_off', 'skipped_personal_email')
    or (status = 'failed' or is_stale) and coalesce(looked_up_at, updated_at) < clock_timestamp() - ${FAILURE_KEPT_MS} * interval '1 millisecond'
    or status in ('succeeded', 'degraded') and not is_stale
      and looked_up_at < clock_timestamp() - ${FACTS_FRESH_ON_REFRESH_MS} * interval '1 millisecond')`;

/** Whether a refresh now would look up again, as far as settings and credits allow: who presses the button is told before. */
export async function wouldLookUpAgain(sql: Queryable, bookingId: string): Promise<boolean> {
  const rows = await sql`select 1 from enrichments where booking_id = ${bookingId} and not ${isAskedAnew(sql)}`;
  return rows.length === 0;
}
