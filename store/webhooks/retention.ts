import type { PendingQuery, Row, Sql } from 'postgres';
import { type DeliveryCaps, KEPT_CAPS, WAITING_CAPS } from '../../domain/webhooks/schedule.ts';
import { inTransaction, type Transaction } from '../database.ts';

/** The part of the sweep, whose row says until when events were looked at. */
export const UNNEEDED_EVENTS = 'unneeded_events';

/**
 * Deletes events that no delivery needs, once they are an hour old: who listens looks back 15 minutes. Each event is looked at once, in the
 * order of its time, so that those with deliveries are not read again.
 */
export async function deleteUnneeded(sql: Sql): Promise<void> {
  for (let portion = 0; portion < MAX_PORTIONS; portion += 1) {
    // With ties: the next portion begins behind this one's last instant.
    const looked = await sql`
      with looked as materialized (
        select id, created_at from webhook_events
        where created_at > coalesce((select read_until from sweep_parts where name = ${UNNEEDED_EVENTS}), '-infinity')
          and created_at < now() - interval '1 hour'
        order by created_at fetch first ${sql.unsafe(String(PORTION))} rows with ties
      ), gone as (
        delete from webhook_events where id = any(array(
          select id from looked l where not exists (select 1 from webhook_deliveries d where d.event_id = l.id)))
      ), noted as (
        insert into sweep_parts (name, read_until) select ${UNNEEDED_EVENTS}, max(created_at) from looked having count(*) > 0
        on conflict (name) do update set read_until = excluded.read_until
      )
      select 1 from looked`;
    if (looked.count < PORTION) return;
  }
}

/**
 * Deletes the deliveries of a webhook that is to be deleted, with events that no other one needs: nobody can list them any more. Those of the
 * last hour may still be listened to, and the sweep deletes them. 30,000 took half a second.
 */
export async function deleteEventsOf(tx: Transaction, webhookId: string): Promise<void> {
  await tx`
    with deleted as materialized (delete from webhook_deliveries where endpoint_id = ${webhookId} returning event_id)
    delete from webhook_events e where id in (select event_id from deleted) and created_at < now() - interval '1 hour'
      and not exists (select 1 from webhook_deliveries d where d.event_id = e.id and d.endpoint_id <> ${webhookId})`;
}

/** Rows that one transaction ends or deletes. */
const PORTION = 500;

/** Portions of one run, of all endpoints: the next run does the rest. */
const MAX_PORTIONS = 40;

/**
 * Gives up the oldest events that wait for a webhook beyond its cap, or its part of its workspace's: a receiver that is away, or a loop that
 * makes events, fills no table. Their `failure` is `too_many_waiting`.
 */
export async function giveUpOverCaps(sql: Sql, caps: DeliveryCaps = WAITING_CAPS): Promise<void> {
  await inPortions(sql, await endpointsOver(sql, sql`state = 'pending'`, caps), async (tx, { endpointId, cap }) => {
    const givenUp = await tx`
      update webhook_deliveries set state = 'given_up', ended_at = clock_timestamp(), last_failure = 'too_many_waiting', last_status = null,
        last_answer = null
      where state = 'pending' and id = any(array(
        select id from webhook_deliveries where endpoint_id = ${endpointId} and state = 'pending' and seq <= (
          select seq from webhook_deliveries where endpoint_id = ${endpointId} and state = 'pending' order by seq desc offset ${cap} limit 1)
        order by seq limit ${PORTION}))`;
    return givenUp.count;
  });
}

/** Deletes the oldest deliveries that are over, beyond caps of the same kind, and their events if no other delivery needs them. */
export async function deleteOverCaps(sql: Sql, caps: DeliveryCaps = KEPT_CAPS): Promise<void> {
  await inPortions(sql, await endpointsOver(sql, isOver(sql), caps), async (tx, { endpointId, cap }) => {
    const deleted = await tx<{ eventId: string }[]>`
      delete from webhook_deliveries where ${isOver(tx)} and id = any(array(
        select id from webhook_deliveries where endpoint_id = ${endpointId} and ${isOver(tx)} and (created_at, id) <= (
          select created_at, id from webhook_deliveries where endpoint_id = ${endpointId} and ${isOver(tx)}
          order by created_at desc, id desc offset ${cap} limit 1)
        order by created_at, id limit ${PORTION}))
      returning event_id as "eventId"`;
    // Listeners may still ask for the newest.
    await tx`
      delete from webhook_events e where id = any(${deleted.map(({ eventId }) => eventId)}::uuid[]) and created_at < now() - interval '1 hour'
        and not exists (select 1 from webhook_deliveries d where d.event_id = e.id)`;
    return deleted.length;
  });
}

const isOver = (sql: Sql | Transaction) => sql`state in ('delivered', 'given_up')`;

interface Full {
  readonly endpointId: string;
  /** Rows that it may have. */
  readonly cap: number;
}

/**
 * Workspaces with an endpoint whose rows grow: those of others are as they were when they were counted, and a million rows are not counted again.
 */
const atWork = (sql: Sql) => sql`
  array(select workspace_id from webhook_endpoints where last_success_at > now() - interval '15 minutes' or waiting_since is not null
    or secret_retry_at is not null
    or (failing_since is not null and (disabled_at is null or disabled_at > now() - interval '15 minutes')))`;

/** A workspace over its cap has it in equal parts for its endpoints that have such rows, whether they are at work or not. */
const endpointsOver = (sql: Sql, condition: PendingQuery<Row[]>, { ofWebhook, ofWorkspace }: DeliveryCaps) => sql<
  Full[]
>`
  with counts as (
    select e.workspace_id, e.id as endpoint_id, d.count from webhook_endpoints e cross join lateral (
      select count(*) as count from webhook_deliveries where endpoint_id = e.id and ${condition}) d
    where e.workspace_id = any(${atWork(sql)}) and d.count > 0
  ), parts as (
    select endpoint_id, count, case when sum(count) over (partition by workspace_id) > ${ofWorkspace}::int
      then least(${ofWebhook}::int, ${ofWorkspace}::int / count(*) over (partition by workspace_id)) else ${ofWebhook}::int end as cap
    from counts
  )
  select endpoint_id as "endpointId", cap::int from parts where count > cap order by count desc`;

/** Each portion has the endpoint's lock, as all who give turns: they wait for one of them at most. @param end how many rows it ended */
async function inPortions(
  sql: Sql,
  full: readonly Full[],
  end: (tx: Transaction, full: Full) => Promise<number>,
): Promise<void> {
  let portions = 0;
  for (const one of full) {
    let ended = PORTION;
    for (; ended === PORTION && portions < MAX_PORTIONS; portions += 1) {
      ended = await inTransaction(sql, async (tx) => {
        await tx`select 1 from webhook_endpoints where id = ${one.endpointId} for no key update`;
        return end(tx, one);
      });
    }
  }
}
