import { v7 as uuidv7 } from 'uuid';
import type { WebhookEvent } from '../schemas/shapes/webhook-events.ts';
import { json, type Queryable, type Transaction } from './database.ts';

/** NOTIFY channel of endpoints that have something to send; the payload is an endpoint's id and its workspace's, with a space between. */
export const WEBHOOK_CHANNEL = 'webhook_endpoints';

/** NOTIFY channel of workspaces with an event that somebody listens to; the payload is a workspace's id. */
export const HEARD_CHANNEL = 'heard_events';

/** Wakes the workers for an endpoint, at the commit. */
export const wakeEndpoint = (sql: Queryable, endpointId: string) => sql`
  select pg_notify(${WEBHOOK_CHANNEL}, id || ' ' || workspace_id) from webhook_endpoints where id = ${endpointId}`;

/** The endpoints of a workspace that want events of a type. A deleted workspace, and one whose plan is unpaid, has none. */
const wanted = (sql: Queryable, workspaceId: string, type: WebhookEvent) => sql`
  select e.id from webhook_endpoints e join workspaces w on w.id = e.workspace_id
  where e.workspace_id = ${workspaceId} and e.disabled_at is null and (e.event_types is null or ${type} = any(e.event_types))
    and w.erase_at is null and w.subscription_status <> 'inactive'`;

/** A row while somebody listens to a workspace's events (`holdfast listen`). */
const heard = (sql: Queryable, workspaceId: string) => sql`
  select 1 from webhook_listeners l join workspaces w on w.id = l.workspace_id
  where l.workspace_id = ${workspaceId} and l.until > now() and w.erase_at is null and w.subscription_status <> 'inactive'`;

/** Writes a delivery for each endpoint of `wanted` and `event`, and wakes the workers, and who listens, at the commit. */
const deliver = (sql: Queryable) => sql`
  sent as (
    insert into webhook_deliveries (id, endpoint_id, event_id, workspace_id, subject_id, event_type)
    select gen_random_uuid(), wanted.id, event.id, event.workspace_id, event.subject_id, event.type from wanted cross join event
    returning endpoint_id, workspace_id)
  select pg_notify(${WEBHOOK_CHANNEL}, endpoint_id || ' ' || workspace_id) from sent
  union all
  select pg_notify(${HEARD_CHANNEL}, workspace_id::text) from event where exists (select 1 from heard)`;

export interface BookingEvent {
  readonly type: WebhookEvent;
  readonly bookingId: string;
  readonly workspaceId: string;
  /** What changed, and by whom: ids, words of ours and times. */
  readonly data: object;
}

/**
 * Writes an event of a booking in the transaction of its change, with the state of the row as it is now. One statement; it writes nothing if
 * no endpoint wants the event and nobody listens. Send the booking's own row before.
 */
export const noteBookingEvent = (tx: Transaction, { type, bookingId, workspaceId, data }: BookingEvent) => tx`
  with wanted as materialized (${wanted(tx, workspaceId, type)}), heard as materialized (${heard(tx, workspaceId)}),
    event as (
      insert into webhook_events (id, workspace_id, type, subject_id, data)
      select ${uuidv7()}, b.workspace_id, ${type}, b.id, jsonb_build_object('bookingId', b.id, 'revision', b.revision, 'status', b.status,
        'startAt', ${isoOf(tx, 'b.start_at')}, 'endAt', ${isoOf(tx, 'b.end_at')}, 'eventTypeId', b.event_type_id,
        'hostId', b.host_id, 'testMode', b.test_mode) || ${json(tx, data)}::jsonb
      from bookings b where b.id = ${bookingId} and (exists (select 1 from wanted) or exists (select 1 from heard))
      returning id, workspace_id, subject_id, type),
    ${deliver(tx)}`;

/** An instant as JSON has it on the wire. */
const isoOf = (sql: Queryable, column: string) =>
  sql`to_char(${sql.unsafe(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export interface OtherEvent {
  readonly type: WebhookEvent;
  readonly workspaceId: string;
  /** Its events keep their order. */
  readonly subjectId: string;
  readonly data: object;
}

/** The same for an event that is not of a booking. */
export const noteEvent = (tx: Transaction, { type, workspaceId, subjectId, data }: OtherEvent) => tx`
  with wanted as materialized (${wanted(tx, workspaceId, type)}), heard as materialized (${heard(tx, workspaceId)}),
    event as (
      insert into webhook_events (id, workspace_id, type, subject_id, data)
      select ${uuidv7()}, ${workspaceId}, ${type}, ${subjectId}, ${json(tx, data)}
      where exists (select 1 from wanted) or exists (select 1 from heard)
      returning id, workspace_id, subject_id, type),
    ${deliver(tx)}`;
