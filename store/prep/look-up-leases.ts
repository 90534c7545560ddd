import type { Sql } from 'postgres';
import { CONCURRENCY } from '../../domain/concurrency.ts';
import { failedSources } from '../../domain/prep/look-up-gaps.ts';
import { FAILURE_KEPT_MS } from '../../domain/prep/merge-facts.ts';
import { MAX_TRY_MS } from '../../domain/prep/pack-state.ts';
import { askedAt, type DomainFacts } from '../../domain/prep/source.ts';
import { inTransaction, json, type Queryable } from '../database.ts';
import { lockName } from '../locks.ts';

/** Longer than Temporal lets an attempt take. */
const LEASE_MS = MAX_TRY_MS + 10_000;

/** A look-up that needs the lease of its domain. */
export interface LookUpPlace {
  readonly bookingId: string;
  readonly workspaceId: string;
  readonly domain: string;
}

export type Lease =
  | { readonly next: 'ask' }
  /** All sources failed within the last hour. */
  | { readonly next: 'nothing'; readonly facts: DomainFacts }
  /** Another look-up of the domain is in progress, or the workspace has as many as it may. */
  | { readonly next: 'wait'; readonly waitMs: number };

interface LeaseRow {
  readonly failedFacts: DomainFacts | null;
  readonly isLeased: boolean;
  readonly ofWorkspace: number;
  readonly isTrial: boolean;
  readonly nowMs: number;
  /** Since the look-up began to wait. */
  readonly waitedMs: number;
}

/** From a second up to half a minute, by the time it has waited: ten thousand waiting look-ups cost little. */
const nextTryInMs = (waitedMs: number): number =>
  Math.min(Math.max(waitedMs / 4, 1_000), 30_000) * (0.75 + Math.random() / 2);

/**
 * Acquires the lease of a domain for a booking, within the limits of its workspace. The booking that already holds it, in a process that
 * died, acquires it again.
 */
export const acquireLease = (sql: Sql, { bookingId, workspaceId, domain }: LookUpPlace): Promise<Lease> =>
  inTransaction(sql, async (tx) => {
    // Leases of a workspace are counted one after the other.
    await lockName(tx, 'lookUpsOfWorkspace', workspaceId);
    const [row] = await tx<LeaseRow[]>`
      select case when l.failed_at > clock_timestamp() - ${FAILURE_KEPT_MS} * interval '1 millisecond' then l.failed_facts end as "failedFacts",
        coalesce(l.leased_until > clock_timestamp() and l.booking_id <> ${bookingId}, false) as "isLeased",
        (select count(*)::int from look_up_leases o where o.workspace_id = ${workspaceId} and o.leased_until > clock_timestamp()
          and o.booking_id <> ${bookingId}) as "ofWorkspace",
        coalesce((select subscription_status = 'trialing' from workspaces where id = ${workspaceId}), true) as "isTrial",
        floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
        coalesce((select extract(epoch from clock_timestamp() - e.updated_at) * 1000 from enrichments e
          where e.booking_id = ${bookingId}), 0)::float8 as "waitedMs"
      from (select 1) one left join look_up_leases l on l.domain = ${domain}`;
    // Another workspace may have asked: its time is not shown.
    if (row?.failedFacts) return { next: 'nothing', facts: askedAt(row.failedFacts, row.nowMs) };
    const wait = { next: 'wait', waitMs: nextTryInMs(row?.waitedMs ?? 0) } as const;
    const { perWorkspace, perTrialWorkspace } = CONCURRENCY.lookUps;
    if (!row || row.isLeased || row.ofWorkspace >= (row.isTrial ? perTrialWorkspace : perWorkspace)) return wait;
    const acquired = await tx`
      insert into look_up_leases as l (domain, workspace_id, booking_id, leased_until)
      values (${domain}, ${workspaceId}, ${bookingId}, clock_timestamp() + ${LEASE_MS} * interval '1 millisecond')
      on conflict (domain) do update set workspace_id = excluded.workspace_id, booking_id = excluded.booking_id,
        leased_until = excluded.leased_until, failed_facts = null, failed_at = null, failures = null
      where l.leased_until <= clock_timestamp() or l.booking_id = excluded.booking_id`;
    return acquired.count > 0 ? { next: 'ask' } : wait;
  });

/**
 * Releases the lease.
 * @param failed the answers if all sources failed: they are kept for an hour
 * @param asked the answers of the sources now, for operators; null: an error in our code ended the look-up
 */
export async function releaseLease(
  sql: Queryable,
  { bookingId, domain }: LookUpPlace,
  { failed, asked }: { readonly failed: DomainFacts | null; readonly asked: DomainFacts | null },
): Promise<void> {
  await sql`
    update look_up_leases set leased_until = clock_timestamp(), failed_facts = ${failed && json(sql, failed)},
      failed_at = ${failed ? sql`clock_timestamp()` : null}, failures = ${asked && json(sql, failedSources(asked))}
    where domain = ${domain} and booking_id = ${bookingId}`;
}

/**
 * Reserves the next time at which any worker may ask a registry's server.
 * @returns milliseconds until then; null: more than `maxWaitMs`, so none was reserved
 */
export async function reserveRequest(
  sql: Queryable,
  server: string,
  { intervalMs, maxWaitMs }: { readonly intervalMs: number; readonly maxWaitMs: number },
): Promise<number | null> {
  const interval = sql`${intervalMs} * interval '1 millisecond'`;
  const [row] = await sql<{ waitMs: number }[]>`
    insert into registry_pace as r (server, next_at) values (${server}, clock_timestamp() + ${interval})
    on conflict (server) do update set next_at = greatest(r.next_at, clock_timestamp()) + ${interval}
      where r.next_at <= clock_timestamp() + ${maxWaitMs} * interval '1 millisecond'
    returning (extract(epoch from next_at - ${interval} - clock_timestamp()) * 1000)::float8 as "waitMs"`;
  return row ? Math.max(row.waitMs, 0) : null;
}
