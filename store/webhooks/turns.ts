import type { Sql } from 'postgres';
import { AT_ONCE, FAILING_AFTER, SLOW_MS } from '../../domain/webhooks/schedule.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';

/** A delivery whose flow has its turn, as the catalogue of flows names rows. */
export interface Turn {
  readonly id: string;
  readonly workspaceId: string;
}

/** Due deliveries that are looked at for one turn. */
const LOOKED_AT = 200;

/** How a delivery stands that a flow wants to attempt. `waits`: as a row, without a flow. */
export type DeliveryStanding = 'sending' | 'waits' | 'delivered' | 'given_up' | 'gone';

/** Gives turns of an endpoint to what is due, as far as it has room. @returns the deliveries whose flows start now */
export const giveTurns = (sql: Sql, endpointId: string): Promise<Turn[]> =>
  inTransaction(sql, (tx) => giveTurnsIn(tx, endpointId));

/**
 * The same as the last step of a transaction that holds no other endpoint. The order is kept for each subject: the next delivery has its turn
 * once the one before was delivered or given up. What waits behind another is looked at again in a minute, or when that one ends.
 */
export async function giveTurnsIn(tx: Transaction, endpointId: string): Promise<Turn[]> {
  const room = await roomOf(tx, endpointId);
  if (room <= 0) return [];
  return tx<Turn[]>`
    with due as materialized (
      select id, next_at, seq, exists (select 1 from webhook_deliveries before where before.endpoint_id = d.endpoint_id
        and before.subject_id = d.subject_id and before.state in ('pending', 'sending') and before.seq < d.seq) as is_behind
      from webhook_deliveries d where d.endpoint_id = ${endpointId} and d.state = 'pending' and d.next_at <= now()
      order by d.next_at, d.seq limit ${LOOKED_AT}
    ), behind as (
      update webhook_deliveries set next_at = now() + interval '1 minute' where id = any(array(select id from due where is_behind))
    )
    update webhook_deliveries set state = 'sending', turn_at = clock_timestamp()
    where id = any(array(select id from due where not is_behind order by next_at, seq limit ${room}))
    returning id, workspace_id as "workspaceId"`;
}

/** How many more deliveries of an endpoint may leave. Locks it: turns of one endpoint are given one after the other. */
async function roomOf(tx: Transaction, endpointId: string): Promise<number> {
  const [endpoint] = await tx<{ failures: number; mayProbe: boolean; lastMs: number | null }[]>`
    select e.failures, e.probe_at <= now() as "mayProbe", e.last_ms as "lastMs"
    from webhook_endpoints e join workspaces w on w.id = e.workspace_id
    where e.id = ${endpointId} and e.disabled_at is null and w.erase_at is null for no key update of e`;
  if (!endpoint) return 0;
  const { failures, mayProbe, lastMs } = endpoint;
  if (failures >= FAILING_AFTER && !mayProbe) return 0;
  const [now] = await tx<[{ sending: number }]>`
    select count(*)::int as sending from webhook_deliveries where endpoint_id = ${endpointId} and state = 'sending'`;
  const most = failures >= FAILING_AFTER || (lastMs ?? 0) >= SLOW_MS ? 1 : AT_ONCE;
  return most - now.sending;
}

/** Asks for the turn of one delivery: whatever started its flow, only the rows decide. @returns how it stands, and the turns that others got */
export async function askTurn(sql: Sql, deliveryId: string): Promise<{ standing: DeliveryStanding; others: Turn[] }> {
  const known = await readState(sql, deliveryId);
  if (!known) return { standing: 'gone', others: [] };
  if (known.state !== 'pending') return { standing: known.state, others: [] };
  const turns = await giveTurns(sql, known.endpointId);
  const isTurn = turns.some(({ id }) => id === deliveryId);
  return { standing: isTurn ? 'sending' : 'waits', others: turns.filter(({ id }) => id !== deliveryId) };
}

async function readState(sql: Queryable, id: string) {
  const [row] = await sql<{ state: 'pending' | 'sending' | 'delivered' | 'given_up'; endpointId: string }[]>`
    select state, endpoint_id as "endpointId" from webhook_deliveries where id = ${id}`;
  return row;
}
