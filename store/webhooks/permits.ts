import type { Sql } from 'postgres';
import { CONCURRENCY, type DeliveriesInProgress, deliveryRoom } from '../../domain/concurrency.ts';
import { FAILING_AFTER, SLOW_MS } from '../../domain/webhooks/schedule.ts';
import type { DeliveryState } from '../../schemas/shapes/webhook-events.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { isFirstPing } from './pings.ts';

/** A delivery in the state `sending`: its flow may send it. The fields are those with which the catalogue starts the flow. */
export interface Permit {
  readonly id: string;
  readonly workspaceId: string;
  /** null: its event is not of a booking. */
  readonly bookingId: string | null;
}

/**
 * Grants permits to what is due at a webhook, then to a webhook that waits for capacity. Each step that makes a delivery due, or ends one, calls
 * this afterwards (activities/webhooks/dispatch.ts).
 * @returns the deliveries whose flows the caller starts
 */
export async function grantPermits(sql: Sql, endpointId: string): Promise<Permit[]> {
  const own = await inTransaction(sql, async (tx) => {
    const endpoint = await lockEndpoint(tx, endpointId);
    return endpoint ? grantTo(tx, endpoint, 'new') : [];
  });
  return [...own, ...(await grantToWaiting(sql))];
}

/** Takes a permit back that must not be used: the delivery waits in its order. */
export const returnPermit = (sql: Queryable, deliveryId: string) => sql`
  update webhook_deliveries set state = 'pending', sending_since = null where id = ${deliveryId} and state = 'sending'`;

/** undefined: the delivery was deleted with its webhook or workspace. */
export async function readState(
  sql: Queryable,
  deliveryId: string,
): Promise<{ readonly state: DeliveryState; readonly endpointId: string } | undefined> {
  const [row] = await sql<{ state: DeliveryState; endpointId: string }[]>`
    select state, endpoint_id as "endpointId" from webhook_deliveries where id = ${deliveryId}`;
  return row;
}

interface LockedEndpoint {
  readonly id: string;
  readonly workspaceId: string;
  readonly host: string;
  /** It waits for capacity. */
  readonly isWaiting: boolean;
  readonly failures: number;
  readonly mayProbe: boolean;
  readonly lastMs: number | null;
  /** null: a key opened its secret at the last attempt. */
  readonly maySign: boolean | null;
}

/**
 * Permits of one webhook are granted in one transaction at a time. undefined: it is disabled, deleted, or locked and to be skipped.
 * @param skipLocked a locked webhook is skipped: another transaction grants its permits now
 */
async function lockEndpoint(
  tx: Transaction,
  endpointId: string,
  skipLocked = false,
): Promise<LockedEndpoint | undefined> {
  const [endpoint] = await tx<LockedEndpoint[]>`
    select e.id, e.workspace_id as "workspaceId", e.host, e.waiting_since is not null as "isWaiting", e.failures,
      e.probe_at <= now() as "mayProbe", e.last_ms as "lastMs", e.secret_retry_at <= now() as "maySign"
    from webhook_endpoints e join workspaces w on w.id = e.workspace_id
    where e.id = ${endpointId} and e.disabled_at is null and w.erase_at is null
    for no key update of e ${skipLocked ? tx`skip locked` : tx``}`;
  return endpoint;
}

/** Deliveries of a webhook looked at for one grant. */
const MAX_READ = 200;

/**
 * Events of one subject keep their order: the next one gets a permit once the one before was delivered or given up. One that is behind another is
 * postponed by a minute, and due at once when that one ends (`settleAttempt`).
 * @param from `new`: the webhook waits behind others of its workspace or host that wait for capacity; `queue`: it has waited longest
 */
async function grantTo(tx: Transaction, endpoint: LockedEndpoint, from: 'new' | 'queue'): Promise<Permit[]> {
  const inProgress = await countInProgress(tx, endpoint);
  const own = maxConcurrent(endpoint) - inProgress.ofEndpoint;
  const shared = inProgress.othersWait && from === 'new' ? 0 : deliveryRoom(inProgress);
  const room = Math.min(own, shared);
  await markWaiting(tx, endpoint, own > 0 && room <= 0);
  if (room <= 0) return [];
  return tx<Permit[]>`
    with due as materialized (
      select id, next_at, seq, exists (select 1 from webhook_deliveries before where before.endpoint_id = d.endpoint_id
        and before.subject_id = d.subject_id and before.state in ('pending', 'sending') and before.seq < d.seq) as is_behind
      from webhook_deliveries d where d.endpoint_id = ${endpoint.id} and d.state = 'pending' and d.next_at <= now()
      order by d.next_at, d.seq limit ${MAX_READ}
    ), behind as (
      update webhook_deliveries set next_at = now() + interval '1 minute' where id = any(array(select id from due where is_behind))
    )
    update webhook_deliveries set state = 'sending', sending_since = clock_timestamp()
    where id = any(array(select id from due where not is_behind order by next_at, seq limit ${room}))
    returning id, workspace_id as "workspaceId", (
      select e.subject_id from webhook_events e where e.id = event_id and e.type like 'booking.%') as "bookingId"`;
}

/** Max concurrent deliveries of a webhook, by its recent results. */
const maxConcurrent = ({ failures, mayProbe, lastMs, maySign }: LockedEndpoint): number => {
  if (maySign === false) return 0;
  if (failures >= FAILING_AFTER) return mayProbe ? 1 : 0;
  return maySign !== null || (lastMs ?? 0) >= SLOW_MS ? 1 : CONCURRENCY.deliveries.perWebhook;
};

interface InProgress extends DeliveriesInProgress {
  readonly ofEndpoint: number;
  /** Other webhooks of its workspace or host wait for capacity. */
  readonly othersWait: boolean;
}

/** Deliveries that use capacity now, by an index: a few hundred rows at most. Pings have limits of their own. */
const sending = (sql: Queryable) => sql`
  select s.endpoint_id, s.workspace_id, (select h.host from webhook_endpoints h where h.id = s.endpoint_id) as host
  from webhook_deliveries s where s.state = 'sending' and not ${isFirstPing(sql)}`;

/** Counts without a lock on other webhooks: concurrent grants may exceed a limit by a few. */
async function countInProgress(tx: Transaction, { id, workspaceId, host }: LockedEndpoint): Promise<InProgress> {
  const [counts] = await tx<[InProgress]>`
    with busy as (${sending(tx)})
    select count(*)::int as "ofAll", count(*) filter (where endpoint_id = ${id})::int as "ofEndpoint",
      count(*) filter (where workspace_id = ${workspaceId})::int as "ofWorkspace", count(*) filter (where host = ${host})::int as "ofHost",
      count(*) filter (where host = ${host} and workspace_id = ${workspaceId})::int as "ofWorkspaceToHost",
      exists (select 1 from webhook_endpoints o join workspaces w on w.id = o.workspace_id and w.erase_at is null
        where o.waiting_since is not null and o.disabled_at is null and o.id <> ${id}
          and (o.workspace_id = ${workspaceId} or o.host = ${host})) as "othersWait"
    from busy`;
  return counts;
}

/** Notes that a webhook waits for capacity that others use, if something is due there, or that it waits no more. */
async function markWaiting(tx: Transaction, { id, isWaiting }: LockedEndpoint, waits: boolean): Promise<void> {
  if (waits && !isWaiting)
    await tx`
      update webhook_endpoints set waiting_since = clock_timestamp() where id = ${id} and exists (
        select 1 from webhook_deliveries where endpoint_id = ${id} and state = 'pending' and next_at <= now())`;
  if (!waits && isWaiting) await tx`update webhook_endpoints set waiting_since = null where id = ${id}`;
}

/** Reads of the queue after one grant: capacity that is freed during a read has a second and a third one. */
const MAX_READS = 3;

/**
 * Grants permits to one webhook that waits for capacity. Locked webhooks are skipped, so deliveries that end together do not wait for each other.
 */
async function grantToWaiting(sql: Sql): Promise<Permit[]> {
  for (let read = 0; read < MAX_READS; read += 1) {
    let isAllLocked = true;
    for (const { id } of await waitingEndpoints(sql)) {
      const permits = await inTransaction(sql, async (tx) => {
        const endpoint = await lockEndpoint(tx, id, true);
        return endpoint && grantTo(tx, endpoint, 'queue');
      });
      if (permits && permits.length > 0) return permits;
      if (permits) isAllLocked = false;
    }
    if (isAllLocked) return [];
  }
  return [];
}

/** The first two of the queue with room by `deliveryRoom`: of the workspaces with the fewest deliveries in progress, the longest waiting. */
async function waitingEndpoints(sql: Sql): Promise<{ id: string }[]> {
  // Usually the queue is empty: this reads an empty index.
  const [any] = await sql`select 1 from webhook_endpoints where waiting_since is not null limit 1`;
  if (!any) return [];
  const { perWorkspace, perHost, total, totalWithFirst } = CONCURRENCY.deliveries;
  return sql<{ id: string }[]>`
    with busy as materialized (${sending(sql)}), spaces as (select workspace_id, count(*)::int as count from busy group by workspace_id),
      hosts as (select host, count(*)::int as count from busy group by host),
      own as (select workspace_id, host, count(*)::int as count from busy group by workspace_id, host)
    select e.id from webhook_endpoints e join workspaces w on w.id = e.workspace_id and w.erase_at is null
      left join spaces on spaces.workspace_id = e.workspace_id left join hosts on hosts.host = e.host
      left join own on own.workspace_id = e.workspace_id and own.host = e.host
    where e.waiting_since is not null and e.disabled_at is null and coalesce(spaces.count, 0) < ${perWorkspace}
      and coalesce(hosts.count, 0) + coalesce(own.count, 0) < ${perHost}
      and (select count(*) from busy) + coalesce(spaces.count, 0) < case when spaces.count is null then ${totalWithFirst}::int else ${total}::int end
    order by coalesce(spaces.count, 0), e.waiting_since limit 2`;
}
