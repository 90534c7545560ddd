import type { Sql } from 'postgres';
import {
  PLACES_OF_ALL,
  PLACES_OF_HOST,
  PLACES_OF_WORKSPACE,
  PLACES_WITH_FIRST,
  type PlacesTaken,
  placesFor,
} from '../../domain/webhooks/places.ts';
import { AT_ONCE, FAILING_AFTER, SLOW_MS } from '../../domain/webhooks/schedule.ts';
import type { DeliveryState } from '../../schemas/shapes/webhook-events.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { isFirstPing } from './pings.ts';

/** A delivery whose flow has its turn, as the catalogue of flows names rows. */
export interface Turn {
  readonly id: string;
  readonly workspaceId: string;
  /** null: its event is not of a booking. */
  readonly bookingId: string | null;
}

/** Due deliveries that are looked at for one turn. */
const LOOKED_AT = 200;

/** How a delivery stands that a flow wants to attempt. `waits`: as a row, without a flow. */
export type DeliveryStanding = 'sending' | 'waits' | 'delivered' | 'given_up' | 'gone';

/** Gives turns of an endpoint to what is due, as far as it has room. @returns the deliveries whose flows start now */
export const giveTurns = async (sql: Sql, endpointId: string): Promise<Turn[]> => {
  const turns = await inTransaction(sql, (tx) => giveTurnsIn(tx, endpointId));
  return turns.length > 0 ? turns : giveHeldTurns(sql);
};

/**
 * The same as the last step of a transaction that holds no other endpoint. The order is kept for each subject: the next delivery has its turn
 * once the one before was delivered or given up. What waits behind another is looked at again in a minute, or when that one ends.
 * @param isCalled by {@link giveHeldTurns}. Else who comes while others of its workspace or host wait for a place waits behind them.
 */
export async function giveTurnsIn(tx: Transaction, endpointId: string, isCalled = false): Promise<Turn[]> {
  const endpoint = await lockEndpoint(tx, endpointId);
  if (!endpoint) return [];
  const taken = await placesTaken(tx, endpoint);
  const own = ownRoom(endpoint) - taken.ofEndpoint;
  const room = Math.min(own, taken.othersWait && !isCalled ? 0 : placesFor(taken));
  await noteHeld(tx, endpoint, own > 0 && room <= 0);
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
    returning id, workspace_id as "workspaceId", (
      select e.subject_id from webhook_events e where e.id = event_id and e.type like 'booking.%') as "bookingId"`;
}

interface LockedEndpoint {
  readonly id: string;
  readonly workspaceId: string;
  /** null: an endpoint of a release before it. */
  readonly host: string | null;
  readonly isHeld: boolean;
  readonly failures: number;
  readonly mayProbe: boolean;
  readonly lastMs: number | null;
  /** No key opened its secret at the last try; null: it opened. */
  readonly maySign: boolean | null;
}

/** Turns of one endpoint are given one after the other. undefined: it gets none, as it is disabled. */
async function lockEndpoint(tx: Transaction, endpointId: string): Promise<LockedEndpoint | undefined> {
  const [endpoint] = await tx<LockedEndpoint[]>`
    select e.id, e.workspace_id as "workspaceId", e.host, e.held_since is not null as "isHeld", e.failures,
      e.probe_at <= now() as "mayProbe", e.last_ms as "lastMs", e.secret_retry_at <= now() as "maySign"
    from webhook_endpoints e join workspaces w on w.id = e.workspace_id
    where e.id = ${endpointId} and e.disabled_at is null and w.erase_at is null for no key update of e`;
  return endpoint;
}

/** Deliveries of this endpoint at the same time, as it fares. */
const ownRoom = ({ failures, mayProbe, lastMs, maySign }: LockedEndpoint): number => {
  if (maySign === false) return 0;
  if (failures >= FAILING_AFTER) return mayProbe ? 1 : 0;
  return maySign !== null || (lastMs ?? 0) >= SLOW_MS ? 1 : AT_ONCE;
};

interface Taken extends PlacesTaken {
  readonly ofEndpoint: number;
  /** Others of its workspace or host wait for a place. */
  readonly othersWait: boolean;
}

/** What takes places now, by an index: a few hundred rows at most. Pings have bounds of their own. */
const onTheirWay = (sql: Queryable) => sql`
  select s.endpoint_id, s.workspace_id, (select h.host from webhook_endpoints h where h.id = s.endpoint_id) as host
  from webhook_deliveries s where s.state = 'sending' and not coalesce(${isFirstPing(sql)}, false)`;

/** Counted without a lock on others: those that get turns in the same moment may pass a bound by a few. */
async function placesTaken(tx: Transaction, { id, workspaceId, host }: LockedEndpoint): Promise<Taken> {
  const [taken] = await tx<[Taken]>`
    with busy as (${onTheirWay(tx)})
    select count(*)::int as "ofAll", count(*) filter (where endpoint_id = ${id})::int as "ofEndpoint",
      count(*) filter (where workspace_id = ${workspaceId})::int as "ofWorkspace", count(*) filter (where host = ${host}::text)::int as "ofHost",
      count(*) filter (where host = ${host}::text and workspace_id = ${workspaceId})::int as "ofWorkspaceToHost",
      exists (select 1 from webhook_endpoints o join workspaces w on w.id = o.workspace_id and w.erase_at is null
        where o.held_since is not null and o.disabled_at is null and o.id <> ${id}
          and (o.workspace_id = ${workspaceId} or o.host = ${host}::text)) as "othersWait"
    from busy`;
  return taken;
}

/** Marks an endpoint that waits for a place of others, if something is due there; the next one that ends calls it. */
async function noteHeld(tx: Transaction, { id, isHeld }: LockedEndpoint, waits: boolean): Promise<void> {
  if (waits && !isHeld)
    await tx`
      update webhook_endpoints set held_since = clock_timestamp() where id = ${id} and exists (
        select 1 from webhook_deliveries where endpoint_id = ${id} and state = 'pending' and next_at <= now())`;
  if (!waits && isHeld) await tx`update webhook_endpoints set held_since = null where id = ${id}`;
}

/** Endpoints that are asked for one free place. */
const CALLED = 2;

/** So often one end looks at the line. */
const LOOKS = 3;

/**
 * Gives the places that a delivery left to an endpoint that was held up: of the workspace with the fewest on their way first, then who waits
 * longest. Deliveries that end together find the same ones: who is being served is passed over, so that nobody waits for a lock.
 */
export async function giveHeldTurns(sql: Sql): Promise<Turn[]> {
  for (let look = 0; look < LOOKS; look += 1) {
    let isPassedOver = true;
    for (const { id } of await heldEndpoints(sql)) {
      const turns = await inTransaction(sql, async (tx) =>
        (await isFree(tx, id)) ? giveTurnsIn(tx, id, true) : undefined,
      );
      if (turns && turns.length > 0) return turns;
      if (turns) isPassedOver = false;
    }
    // Who got none is asked again, if it has a place now: what left one meanwhile has passed it over.
    if (isPassedOver) return [];
  }
  return [];
}

/** Locks an endpoint, unless somebody else gives it turns now. */
const isFree = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx`select 1 from webhook_endpoints where id = ${id} for no key update skip locked`).length > 0;

/** Only those for whom `placesFor` has a place: else the few that are asked could be such that get none, while others wait. */
async function heldEndpoints(sql: Sql): Promise<{ id: string }[]> {
  // Mostly nobody waits: that is one look into an empty index.
  const [someone] = await sql`select 1 from webhook_endpoints where held_since is not null limit 1`;
  if (!someone) return [];
  return sql<{ id: string }[]>`
    with busy as materialized (${onTheirWay(sql)}), spaces as (select workspace_id, count(*)::int as count from busy group by workspace_id),
      hosts as (select host, count(*)::int as count from busy group by host),
      own as (select workspace_id, host, count(*)::int as count from busy group by workspace_id, host)
    select e.id from webhook_endpoints e join workspaces w on w.id = e.workspace_id and w.erase_at is null
      left join spaces on spaces.workspace_id = e.workspace_id left join hosts on hosts.host = e.host
      left join own on own.workspace_id = e.workspace_id and own.host = e.host
    where e.held_since is not null and e.disabled_at is null and coalesce(spaces.count, 0) < ${PLACES_OF_WORKSPACE}
      and coalesce(hosts.count, 0) + coalesce(own.count, 0) < ${PLACES_OF_HOST}
      and (select count(*) from busy) + coalesce(spaces.count, 0) < case when spaces.count is null then ${PLACES_WITH_FIRST}::int else ${PLACES_OF_ALL}::int end
    order by coalesce(spaces.count, 0), e.held_since limit ${CALLED}`;
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

/** Gives back a turn that must not be used any more: the delivery waits in its order, as those that had none. */
export const giveBackTurn = (sql: Queryable, deliveryId: string) => sql`
  update webhook_deliveries set state = 'pending', turn_at = null where id = ${deliveryId} and state = 'sending'`;

async function readState(sql: Queryable, id: string) {
  const [row] = await sql<{ state: DeliveryState; endpointId: string }[]>`
    select state, endpoint_id as "endpointId" from webhook_deliveries where id = ${id}`;
  return row;
}
