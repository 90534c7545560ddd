import type { Sql } from 'postgres';
import { FAILING_AFTER } from '../../domain/webhooks/schedule.ts';
import {
  DELIVERY_STATES,
  type DeliveryFailure,
  type DeliveryState,
  PING,
  type SentEvent,
  WEBHOOK_EVENTS,
} from '../../schemas/shapes/webhook-events.ts';
import { inTransaction, type Queryable } from '../database.ts';
import { atMicros, behind, type Position } from '../keyset.ts';
import type { WaitingQuery } from '../waiting-query.ts';
import { wakeEndpoint } from '../webhook-outbox.ts';

export interface DeliveryRecord extends Position {
  readonly webhookId: string;
  readonly eventId: string;
  readonly event: SentEvent;
  readonly data: Record<string, unknown>;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** null: it is over, or its endpoint is disabled. */
  readonly nextAttemptAt: Date | null;
  readonly lastAttemptAt: Date | null;
  readonly status: number | null;
  readonly failure: DeliveryFailure | null;
  readonly answer: string | null;
  readonly tookMs: number | null;
  readonly createdAt: Date;
}

const select = (sql: Queryable) => sql`
  select d.id, d.endpoint_id as "webhookId", d.event_id as "eventId", e.type as event, e.data, d.state, d.attempts,
    case when d.state = 'pending' and h.disabled_at is null then d.next_at end as "nextAttemptAt", d.last_at as "lastAttemptAt",
    d.last_status as status, d.last_failure as failure, d.last_answer as answer, d.last_ms as "tookMs", d.created_at as "createdAt",
    ${atMicros(sql, 'd.created_at')}
  from webhook_deliveries d join webhook_events e on e.id = d.event_id join webhook_endpoints h on h.id = d.endpoint_id`;

export interface DeliveryQuery {
  readonly workspaceId: string;
  /** undefined: any. */
  readonly webhookId: string | undefined;
  readonly state: DeliveryState | undefined;
  readonly event: string | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
}

const TYPES: readonly string[] = [...WEBHOOK_EVENTS, PING];

/** Deliveries of a workspace, newest first; one more than `limit` if there are more. */
export const listDeliveries = (sql: Queryable, query: DeliveryQuery): Promise<DeliveryRecord[]> => sql<
  DeliveryRecord[]
>`
  ${select(sql)} where d.id = any(array(${pageOf(sql, query)})) and h.workspace_id = ${query.workspaceId}
  order by d.created_at desc, d.id desc`;

/**
 * The ids of a page. A filter by type or state reads one page of each type and state that is not said: the index has both before the time, so a
 * rare one is found among a million.
 */
function pageOf(sql: Queryable, { workspaceId, webhookId, state, event, after, limit }: DeliveryQuery) {
  const of = webhookId === undefined ? sql`d.workspace_id = ${workspaceId}` : sql`d.endpoint_id = ${webhookId}`;
  const from = sql`${of} and ${behind(sql, { at: 'd.created_at', id: 'd.id' }, 'descending', after)}`;
  const newest = sql`order by d.created_at desc, d.id desc limit ${limit + 1}`;
  if (state === undefined && event === undefined)
    return sql`select d.id from webhook_deliveries d where ${from} ${newest}`;
  const [types, states] = [event === undefined ? TYPES : [event], state === undefined ? DELIVERY_STATES : [state]];
  return sql`
    select d.id from unnest(${types}::text[]) one (type) cross join unnest(${states}::text[]) other (state) cross join lateral (
      select d.id, d.created_at from webhook_deliveries d
      where d.event_type = one.type and d.state = other.state and ${from} ${newest}) d
    ${newest}`;
}

export interface DeliveryId {
  readonly workspaceId: string;
  readonly deliveryId: string;
}

/** undefined: this workspace has none of this id. */
export async function readDelivery(
  sql: Queryable,
  { workspaceId, deliveryId }: DeliveryId,
): Promise<DeliveryRecord | undefined> {
  const [row] = await sql<
    DeliveryRecord[]
  >`${select(sql)} where d.id = ${deliveryId} and d.workspace_id = ${workspaceId}`;
  return row;
}

/** Sends an event again, or one that waits now. @returns disabled: its endpoint is; undefined: there is none of this id */
export const redeliver = (
  sql: Sql,
  { workspaceId, deliveryId }: DeliveryId,
): Promise<'asked' | 'disabled' | undefined> =>
  inTransaction(sql, async (tx) => {
    const [endpoint] = await tx<{ id: string; isDisabled: boolean }[]>`
      select id, disabled_at is not null as "isDisabled" from webhook_endpoints where id = (
        select endpoint_id from webhook_deliveries where id = ${deliveryId} and workspace_id = ${workspaceId}) for no key update`;
    if (!endpoint) return undefined;
    if (endpoint.isDisabled) return 'disabled';
    await tx`
      update webhook_deliveries set state = 'pending', ended_at = null, next_at = now(), attempts = 0, first_attempt_at = null
      where id = ${deliveryId} and state <> 'sending'`;
    await wakeEndpoint(tx, endpoint.id);
    return 'asked';
  });

/** A delivery keeps its permit no longer than this: an attempt of 25 s that was cut off, and the next one (flow webhookDelivery). */
const ATTEMPT_SECONDS = 55;

/** For the sweep: deliveries whose attempt was lost, and the next one of each endpoint that may send. */
export const waitingDeliveries: WaitingQuery = (sql) => sql`
  select 'webhookDelivery' as lot, id, workspace_id, sending_since + ${ATTEMPT_SECONDS} * interval '1 second' as since from webhook_deliveries
    where state = 'sending'
  union all
  select 'webhookDelivery', d.id, d.workspace_id, greatest(d.next_at, e.probe_at, e.secret_retry_at, e.waiting_since + interval '1 minute') from webhook_endpoints e
    join workspaces w on w.id = e.workspace_id and w.erase_at is null
    cross join lateral (
      select id, workspace_id, next_at from webhook_deliveries where endpoint_id = e.id and state = 'pending' and next_at <= now()
      order by next_at, seq limit 1) d
    where e.disabled_at is null and (e.failures < ${FAILING_AFTER} or e.probe_at <= now()) and coalesce(e.secret_retry_at <= now(), true)
      and not exists (select 1 from webhook_deliveries s where s.endpoint_id = e.id and s.state = 'sending')`;
