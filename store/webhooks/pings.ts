import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { MOST_PINGS } from '../../domain/webhooks/places.ts';
import { PING } from '../../schemas/shapes/webhook-events.ts';
import { inTransaction, json, type Queryable, type Transaction } from '../database.ts';
import { lockName } from '../locks.ts';
import type { EndpointId } from './endpoints.ts';

/** A row `s` on its way that is a ping in its first try. One that is sent again by redeliver_webhook takes a place as all others. */
export const isFirstPing = (sql: Queryable) => sql`(s.event_type = ${PING} and s.last_at is null)`;

/** The bound that a ping would pass. `minute`: so many began within one. */
export interface TooManyPings {
  readonly refused: keyof typeof MOST_PINGS;
  readonly retryAfterSeconds: number;
}

/** Mostly a ping is over then. */
const AGAIN_SECONDS = 5;

/**
 * A ping has its turn at once, whatever waits, and is tried once. Start its flow after the commit.
 * @returns the delivery's id; undefined: there is no such endpoint
 */
export const notePing = (sql: Sql, id: EndpointId): Promise<{ readonly id: string } | TooManyPings | undefined> =>
  inTransaction(sql, async (tx) => {
    const { workspaceId, webhookId } = id;
    // One at a time for each workspace: those who count at once would all see room.
    await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
    // Locked now: under the lock of all pings nobody waits for a deletion.
    const [endpoint] = await tx<{ host: string | null }[]>`
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
    insert into webhook_deliveries (id, endpoint_id, event_id, workspace_id, subject_id, event_type, state, turn_at)
    select ${deliveryId}, ${webhookId}, id, ${workspaceId}, id, ${PING}, 'sending', clock_timestamp() from event`;
  return { id: deliveryId };
}

/** Those of a minute are counted as events: they stay when their webhook is deleted. */
async function findTooManyOfWorkspace(tx: Transaction, workspaceId: string): Promise<TooManyPings | undefined> {
  const [now] = await tx<[{ sending: number }]>`
    select count(*)::int as sending from webhook_deliveries s
    where s.workspace_id = ${workspaceId} and s.state = 'sending' and ${isFirstPing(tx)}`;
  if (now.sending >= MOST_PINGS.workspace) return { refused: 'workspace', retryAfterSeconds: AGAIN_SECONDS };
  const [oldest] = await tx<{ inSeconds: number }[]>`
    select ceil(extract(epoch from created_at + interval '1 minute' - clock_timestamp()))::int as "inSeconds" from webhook_events
    where workspace_id = ${workspaceId} and type = ${PING} and created_at > clock_timestamp() - interval '1 minute'
    order by created_at desc, id desc offset ${MOST_PINGS.minute - 1} limit 1`;
  return oldest && { refused: 'minute', retryAfterSeconds: Math.max(1, oldest.inSeconds) };
}

/** One at a time from here to the commit: it counts a few rows, and two are written. */
async function findTooManyOfAll(tx: Transaction, host: string | null): Promise<TooManyPings | undefined> {
  await lockName(tx, 'pings', 'all');
  const [now] = await tx<[{ ofAll: number; ofHost: number }]>`
    select count(*)::int as "ofAll", count(*) filter (where h.host = ${host}::text)::int as "ofHost"
    from webhook_deliveries s join webhook_endpoints h on h.id = s.endpoint_id where s.state = 'sending' and ${isFirstPing(tx)}`;
  if (now.ofHost >= MOST_PINGS.host) return { refused: 'host', retryAfterSeconds: AGAIN_SECONDS };
  return now.ofAll >= MOST_PINGS.all ? { refused: 'all', retryAfterSeconds: AGAIN_SECONDS } : undefined;
}
