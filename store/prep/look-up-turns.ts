import type { Sql } from 'postgres';
import { failedSources } from '../../domain/prep/look-up-gaps.ts';
import { FAILURE_KEPT_MS } from '../../domain/prep/merge-facts.ts';
import { LONGEST_TRY_MS } from '../../domain/prep/prep-standing.ts';
import { askedAt, type DomainFacts } from '../../domain/prep/source.ts';
import { inTransaction, json, type Queryable } from '../database.ts';
import { lockName } from '../locks.ts';

/** Look-ups of one workspace at once, in all workers: domains that hang, chosen by its guests, leave room for others. */
export const MOST_AT_ONCE = 8;
/** Of one on trial: anybody can have many of them. */
export const MOST_ON_TRIAL = 2;
/** Longer than Temporal lets a try take. */
const TURN_MS = LONGEST_TRY_MS + 10_000;

export type Turn =
  | { readonly next: 'ask' }
  /** Nobody told anything within the last hour. */
  | { readonly next: 'nothing'; readonly facts: DomainFacts }
  /** Another look-up of the domain is under way, or the workspace has enough of them. */
  | { readonly next: 'wait'; readonly waitMs: number };

interface Standing {
  readonly failedFacts: DomainFacts | null;
  readonly isTaken: boolean;
  readonly atOnce: number;
  readonly isTrial: boolean;
  readonly nowMs: number;
  /** Since the look-up began to wait. */
  readonly waitedMs: number;
}

/** From a second up to half a minute, the longer it waits: ten thousand that wait cost little. */
const restOf = (waitedMs: number): number =>
  Math.min(Math.max(waitedMs / 4, 1_000), 30_000) * (0.75 + Math.random() / 2);

/** Takes the turn of a domain for a booking. The booking that has it already, in a process that died, may go on. */
export const takeTurn = (
  sql: Sql,
  {
    bookingId,
    workspaceId,
    domain,
  }: { readonly bookingId: string; readonly workspaceId: string; readonly domain: string },
): Promise<Turn> =>
  inTransaction(sql, async (tx) => {
    // Those of a workspace are counted one after the other.
    await lockName(tx, 'lookUpsOfWorkspace', workspaceId);
    const [standing] = await tx<Standing[]>`
      select case when t.failed_at > clock_timestamp() - ${FAILURE_KEPT_MS} * interval '1 millisecond' then t.failed_facts end as "failedFacts",
        coalesce(t.at_work_until > clock_timestamp() and t.booking_id <> ${bookingId}, false) as "isTaken",
        (select count(*)::int from look_up_turns o where o.workspace_id = ${workspaceId} and o.at_work_until > clock_timestamp()
          and o.booking_id <> ${bookingId}) as "atOnce",
        coalesce((select subscription_status = 'trialing' from workspaces where id = ${workspaceId}), true) as "isTrial",
        floor(extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs",
        coalesce((select extract(epoch from clock_timestamp() - e.updated_at) * 1000 from enrichments e
          where e.booking_id = ${bookingId}), 0)::float8 as "waitedMs"
      from (select 1) one left join look_up_turns t on t.domain = ${domain}`;
    // Who failed an hour ago may be another workspace: nobody learns when it asked.
    if (standing?.failedFacts) return { next: 'nothing', facts: askedAt(standing.failedFacts, standing.nowMs) };
    const wait = { next: 'wait', waitMs: restOf(standing?.waitedMs ?? 0) } as const;
    const most = standing?.isTrial ? MOST_ON_TRIAL : MOST_AT_ONCE;
    if (!standing || standing.isTaken || standing.atOnce >= most) return wait;
    const taken = await tx`
      insert into look_up_turns as t (domain, workspace_id, booking_id, at_work_until)
      values (${domain}, ${workspaceId}, ${bookingId}, clock_timestamp() + ${TURN_MS} * interval '1 millisecond')
      on conflict (domain) do update set workspace_id = excluded.workspace_id, booking_id = excluded.booking_id,
        at_work_until = excluded.at_work_until, failed_facts = null, failed_at = null, failures = null
      where t.at_work_until <= clock_timestamp() or t.booking_id = excluded.booking_id`;
    return taken.count > 0 ? { next: 'ask' } : wait;
  });

/**
 * Gives the turn back.
 * @param failed the answers, if no source told anything: they are kept for an hour
 * @param asked what the sources answered now, for operators; null: our own code broke
 */
export async function endTurn(
  sql: Queryable,
  {
    bookingId,
    domain,
    failed,
    asked,
  }: {
    readonly bookingId: string;
    readonly domain: string;
    readonly failed: DomainFacts | null;
    readonly asked: DomainFacts | null;
  },
): Promise<void> {
  await sql`
    update look_up_turns set at_work_until = clock_timestamp(), failed_facts = ${failed && json(sql, failed)},
      failed_at = ${failed ? sql`clock_timestamp()` : null}, failures = ${asked && json(sql, failedSources(asked))}
    where domain = ${domain} and booking_id = ${bookingId}`;
}
