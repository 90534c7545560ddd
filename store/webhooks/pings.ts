import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { CONCURRENCY } from '../../domain/concurrency.ts';
import { PING } from '../../schemas/shapes/webhook-events.ts';
import { inTransaction, json, type Queryable, type Transaction } from '../database.ts';
import { lockName } from '../locks.ts';
import type { EndpointId } from './endpoints.ts';

/** Of a row `s` in the state `sending`: it is a ping in its first attempt. A ping that redeliver_webhook sends again counts as a delivery. */
export const isFirstPing = (sql: Queryable) => sql`(s.event_type = ${PING} and s.last_at is null)`;

const limits = CONCURRENCY.pings;

/** The limit that a ping would exceed. */
export interface TooManyPings {
  readonly refused: keyof typeof CONCURRENCY.pings;
  readonly retryAfterSeconds: number;
}

/** Most pings have ended by then. */
const RETRY_AFTER_SECONDS = 5;

/**
 * A ping is sent at once, whatever waits, and has one attempt. The caller starts its flow after the commit.
 * @returns the delivery's id; undefined: there is no such endpoint
 */
export const notePing = (sql: Sql, id: EndpointId): Promise<{ readonly id: string } | TooManyPings | undefined> =>
  inTransaction(sql, async (tx) => {
    const { workspaceId, webhookId } = id;
    // One transaction at a time for each workspace: concurrent counts would all find room.
    await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
    // Locked before the lock of all pings: no ping waits there for a deletion.
    const [endpoint] = await tx<{ host: string }[]>`
      select host from webhook_endpoints where id = ${webhookId} and workspace_id = ${workspaceId} for key share`;
    if (!endpoint) return undefined;
    const tooMany = (await findTooManyOfWorkspace(tx, workspaceId)) ?? (await findTooManyOfAll(tx, endpoint.host));
    return tooMany ?? writePing(tx, id);
  });

async function writePing(tx: Transaction, { workspaceId, webhookId }: EndpointId): Promise<{ readonly id: string }> {
  const [eventId, deliveryId] = [uuidv7(), uuidv7()];
  await tx`
    with event as (
      insert into webhook_events (id, workspace_id, type, subject_id, data)
      values (${eventId}, ${workspaceId}, ${PING}, ${eventId}, ${json(tx, { webhookId })}) returning id)
    insert into webhook_deliveries (id, endpoint_id, event_id, workspace_id, subject_id, event_type, state, sending_since)
    select ${deliveryId}, ${webhookId}, id, ${workspaceId}, id, ${PING}, 'sending', clock_timestamp() from event`;
  return { id: deliveryId };
}

/** Pings of a minute are counted by their events, which stay when their webhook is deleted. */
async function findTooManyOfWorkspace(tx: Transaction, workspaceId: string): Promise<TooManyPings | undefined> {
  const [current] = await tx<[{ sending: number }]>`
    select count(*)::int as sending from webhook_deliveries s
    where s.workspace_id = ${workspaceId} and s.state = 'sending' and ${isFirstPing(tx)}`;
  if (current.sending >= limits.perWorkspace)
    return { refused: 'perWorkspace', retryAfterSeconds: RETRY_AFTER_SECONDS };
  const [oldest] = await tx<{ inSeconds: number }[]>`
    select ceil(extract(epoch from created_at + interval '1 minute' - clock_timestamp()))::int as "inSeconds" from webhook_events
    where workspace_id = ${workspaceId} and type = ${PING} and created_at > clock_timestamp() - interval '1 minute'
    order by created_at desc, id desc offset ${limits.perMinute - 1} limit 1`;
  return oldest && { refused: 'perMinute', retryAfterSeconds: Math.max(1, oldest.inSeconds) };
}

/** One transaction at a time from here to the commit: it counts a few rows, and two are written. */
async function findTooManyOfAll(tx: Transaction, host: string): Promise<TooManyPings | undefined> {
  await lockName(tx, 'pings', 'all');
  const [current] = await tx<[{ ofAll: number; ofHost: number }]>`
    select count(*)::int as "ofAll", count(*) filter (where h.host = ${host})::int as "ofHost"
    from webhook_deliveries s join webhook_endpoints h on h.id = s.endpoint_id where s.state = 'sending' and ${isFirstPing(tx)}`;
  if (current.ofHost >= limits.perHost) return { refused: 'perHost', retryAfterSeconds: RETRY_AFTER_SECONDS };
  return current.ofAll >= limits.total ? { refused: 'total', retryAfterSeconds: RETRY_AFTER_SECONDS } : undefined;
}
