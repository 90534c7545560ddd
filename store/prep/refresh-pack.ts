import type { Sql } from 'postgres';
import { FAILURE_KEPT_MS } from '../../domain/prep/merge-facts.ts';
import { FACTS_FRESH_MS, FACTS_FRESH_ON_REFRESH_MS } from '../../domain/prep/pack-state.ts';
import { listLots } from '../billing/credits.ts';
import { inTransaction, type Queryable } from '../database.ts';
import { type EnrichmentRow, readEnrichment } from './enrichments.ts';
import { type OffBy, offByOf, planLookUp, readLookUpRules } from './look-up-rules.ts';
import { noteInputsChange } from './prep-packs.ts';

/** As intervals of PostgreSQL. */
const FACTS_FRESH = `${FACTS_FRESH_MS} milliseconds`;
const FACTS_FRESH_ON_REFRESH = `${FACTS_FRESH_ON_REFRESH_MS} milliseconds`;

/** The outcome for the look-up of a refresh. `settled`: the known facts are new enough and stay. */
export type LookUpForecast =
  | 'look up'
  | 'look up for nothing'
  | 'paid for'
  | 'settled'
  | 'no company'
  | 'no credits'
  | { readonly off: OffBy };

/** The facts about a look-up that the store does not have. */
export interface LookUpSetting {
  /** The company of the guest's address; null: it names none. */
  readonly domain: string | null;
  /** This installation looks nobody up. */
  readonly isOffHere: boolean;
}

/** The result of a refresh. */
export interface Refreshed {
  readonly forecast: LookUpForecast;
  /** When a failed look-up is retried; null: it is not. */
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
    ...setting
  }: { readonly bookingId: string; readonly workspaceId: string; readonly revision: number } & LookUpSetting,
): Promise<Refreshed | null> =>
  inTransaction(sql, async (tx) => {
    const [pack] = await tx<{ isOver: boolean; isMade: boolean }[]>`
      insert into prep_packs (booking_id, workspace_id, revision) values (${bookingId}, ${workspaceId}, ${revision})
      on conflict (booking_id) do update set booking_id = excluded.booking_id
      returning ended_at is not null as "isOver", made_version = inputs_version as "isMade"`;
    if (!pack || pack.isOver) return null;
    if (pack.isMade) {
      await noteInputsChange(tx, bookingId);
      await tx`
        update enrichments set status = 'pending', attempt = attempt + 1, retry_at = null, retries = 0, updated_at = clock_timestamp(),
          fresh_for = ${freshForRefresh(tx)}
        where booking_id = ${bookingId} and ${isLookedUpAgain(tx)}`;
    }
    const forecast = await foreseeLookUp(tx, bookingId, setting);
    const after = await readEnrichment(tx, bookingId);
    return { forecast, retryAt: after?.retryAt ?? null };
  });

/** Of `enrichments`: how old facts may be that a refresh uses. */
const freshForRefresh = (sql: Queryable) => sql`
  case when status in ('succeeded', 'degraded') and not is_stale then ${FACTS_FRESH_ON_REFRESH} else ${FACTS_FRESH} end::interval`;

/** Of `enrichments`: a refresh looks it up again. */
const isLookedUpAgain = (sql: Queryable) => sql`
  (status in ('skipped_no_credits', 'skipped_off', 'skipped_personal_email', 'skipped_non_public_domain')
    or (status = 'failed' or is_stale) and coalesce(looked_up_at, updated_at) < clock_timestamp() - ${FAILURE_KEPT_MS} * interval '1 millisecond'
    or status in ('succeeded', 'degraded') and not is_stale
      and looked_up_at < clock_timestamp() - ${FACTS_FRESH_ON_REFRESH_MS} * interval '1 millisecond')`;

/** Returns the outcome for the company of a refresh that would come now, or that was just requested. */
export async function foreseeLookUp(
  sql: Queryable,
  bookingId: string,
  { domain, isOffHere }: LookUpSetting,
): Promise<LookUpForecast> {
  const rules = await readLookUpRules(sql, bookingId);
  if (!rules) return 'settled';
  const offBy = offByOf(rules, isOffHere);
  const row = await readStanding(sql, bookingId);
  if (!row.isDue && !row.isRunning) return 'settled';
  if (offBy) return { off: offBy };
  if (row.isRunning) return 'look up';
  const { workspaceId } = rules;
  const plan = await planLookUp(sql, row, { workspaceId, domain, offBy });
  if (plan.plan === 'look up') {
    if (plan.isFree) return 'look up for nothing';
    return (await listLots(sql, workspaceId)).length > 0 ? 'look up' : 'no credits';
  }
  return plan.plan === 'no company' || plan.plan === 'paid for' ? plan.plan : 'settled';
}

type Standing = Pick<EnrichmentRow, 'freshFor' | 'retries' | 'facts' | 'isStale'> & {
  readonly isDue: boolean;
  readonly isRunning: boolean;
};

/** Of the first look-up of a booking. */
const FIRST: Standing = {
  ...{ freshFor: FACTS_FRESH, retries: 0, facts: null, isStale: false },
  ...{ isDue: true, isRunning: false },
};

/** Returns a look-up as it is after a refresh. */
async function readStanding(sql: Queryable, bookingId: string): Promise<Standing> {
  const [row] = await sql<Standing[]>`
    select facts, is_stale as "isStale", status = 'pending' or ${isLookedUpAgain(sql)} as "isDue", status = 'running' as "isRunning",
      case when status = 'pending' then retries else 0 end as retries,
      (case when status = 'pending' then fresh_for else ${freshForRefresh(sql)} end)::text as "freshFor"
    from enrichments where booking_id = ${bookingId}`;
  return row ?? FIRST;
}
