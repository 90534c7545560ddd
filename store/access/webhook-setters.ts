import { receiverHost } from '../../domain/webhooks/endpoint-url.ts';
import type { DisabledReason } from '../../schemas/shapes/webhook-events.ts';
import type { Queryable, Transaction } from '../database.ts';
import { type Doer, isWorkingKey, keyOf } from './api-keys.ts';
import { type EndedBy, logEnding } from './log-ending.ts';
import type { ReachWithKeys } from './reach.ts';

/** Why an endpoint was disabled. */
const STOPPED: DisabledReason = 'access_stopped';

/** What gives whoever set it a hold on what an endpoint gets. */
export type HeldSetting = 'url' | 'payload' | 'secret';

/**
 * Whether the key that acts works. It stays so until the commit: who stops it waits, and then finds what it set. Before the lock of the
 * endpoint, as all who end keys do. A person always may: what their session sets while it ends is found by time.
 */
export async function isSetterIn(tx: Transaction, by: Doer): Promise<boolean> {
  const keyId = keyOf(by);
  if (keyId === null) return true;
  const [key] = await tx<{ works: boolean }[]>`
    select ${isWorkingKey(tx, 'k')} as works from api_keys k where k.id = ${keyId} for share`;
  return key?.works ?? false;
}

/** Notes who sets something of an endpoint now, and with what. */
export const noteSetters = (tx: Transaction, webhookId: string, settings: readonly HeldSetting[], by: Doer) => tx`
  insert into webhook_setters (endpoint_id, setting, user_id, key_id)
  select ${webhookId}, setting, ${by.actor?.userId ?? null}, ${keyOf(by)} from unnest(${[...settings]}::text[]) setting
  on conflict (endpoint_id, setting) do update
    set user_id = excluded.user_id, key_id = excluded.key_id, set_at = clock_timestamp()`;

/**
 * Whether whoever knows the secret, or has set the address after it, may not see webhooks any more: they are no owner or admin, or the key by
 * which they did it has ended, or was stopped. Its maker knows the secret where nobody is noted for it.
 * @returns SQL about the endpoint `e`
 */
export const rotateAdvised = (sql: Queryable) => sql`
  ((not exists (select 1 from webhook_setters s where s.endpoint_id = e.id and s.setting = 'secret') and not ${isAdmin(sql, sql`e.made_by`)}) or exists (
    select 1 from webhook_setters s left join webhook_setters known on known.endpoint_id = s.endpoint_id and known.setting = 'secret'
    where s.endpoint_id = e.id and (s.setting = 'secret' or (s.setting = 'url' and s.set_at >= coalesce(known.set_at, e.created_at)))
      and (not ${isAdmin(sql, sql`s.user_id`)} or (s.setting = 'secret' and s.set_at <= e.stopped_at) or (s.key_id is not null and not exists (
        select 1 from api_keys k where k.id = s.key_id and ${isWorkingKey(sql, 'k')})))))`;

const isAdmin = (sql: Queryable, userId: ReturnType<Queryable>) => sql`
  exists (select 1 from memberships m where m.workspace_id = e.workspace_id and m.user_id = ${userId} and m.role in ('owner', 'admin'))`;

/** The settings of a reach: endpoint and when it was set. `or` would use no index, so the parts are united. */
function setIn(sql: Queryable, reach: ReachWithKeys) {
  const withKeys = sql`select endpoint_id, set_at from webhook_setters where key_id = any(${[...reach.keyIds]}::uuid[])`;
  switch (reach.kind) {
    case 'key':
      return withKeys;
    case 'member':
      return sql`
        select s.endpoint_id, s.set_at from webhook_setters s join webhook_endpoints e on e.id = s.endpoint_id
        where s.user_id = ${reach.userId} and e.workspace_id = ${reach.workspaceId}
        union all ${withKeys}`;
    case 'account':
      return sql`
        select endpoint_id, set_at from webhook_setters
        where key_id is null and user_id = ${reach.userId} and set_at between ${reach.since} and ${reach.until}
        union all ${withKeys}`;
  }
}

/** Endpoints with the last time that the reach set something there. */
const heldBy = (sql: Queryable, reach: ReachWithKeys) => sql`
  (select endpoint_id, max(set_at) as set_at from (${setIn(sql, reach)}) held group by endpoint_id)`;

export interface SetWebhook {
  readonly id: string;
  readonly workspaceId: string;
  /** The host of the receiver. */
  readonly name: string;
}

/**
 * Switches off the webhooks that a reach has set. After its keys have ended. Deliveries that wait stay. A person who switches one on later
 * is responsible for its settings: a repeat leaves it on.
 */
export async function switchOffWebhooks(tx: Transaction, reach: ReachWithKeys, by: EndedBy): Promise<SetWebhook[]> {
  const stopped = await tx<{ id: string; workspaceId: string; url: string }[]>`
    update webhook_endpoints set disabled_at = clock_timestamp(), disabled_reason = ${STOPPED}, stopped_at = clock_timestamp() where id = any(array(
      select e.id from webhook_endpoints e join ${heldBy(tx, reach)} s on s.endpoint_id = e.id and s.set_at > e.stopped_at
      where e.disabled_reason is distinct from ${STOPPED}
      order by e.id for no key update of e))
    returning id, workspace_id as "workspaceId", url`;
  const webhooks = stopped.map(({ url, ...one }) => ({ ...one, name: receiverHost(url) }));
  for (const { id, workspaceId, name } of webhooks) {
    const subject = { type: 'webhook', id } as const;
    const data = { host: name, reason: STOPPED };
    await logEnding(tx, by, { workspaceId, action: 'webhook.disabled', subject, data });
  }
  return webhooks;
}

export interface WebhooksOfReach {
  /** Switched off because access of the reach was stopped or ended. */
  readonly ended: readonly SetWebhook[];
  /** They still send. Those that somebody switched on again after such an end are not listed. */
  readonly kept: readonly SetWebhook[];
}

export const NO_WEBHOOKS: WebhooksOfReach = { ended: [], kept: [] };

/** The webhooks that a reach has set, oldest first. */
export async function listWebhooksSetBy(sql: Queryable, reach: ReachWithKeys): Promise<WebhooksOfReach> {
  const set = await sql<{ id: string; workspaceId: string; url: string; isOn: boolean }[]>`
    select e.id, e.workspace_id as "workspaceId", e.url, e.disabled_at is null as "isOn"
    from webhook_endpoints e join ${heldBy(sql, reach)} s on s.endpoint_id = e.id
    where (e.disabled_at is null and s.set_at > e.stopped_at) or (e.disabled_reason = ${STOPPED} and s.set_at <= e.stopped_at)
    order by e.created_at, e.id`;
  const those = (isOn: boolean) =>
    set
      .filter((one) => one.isOn === isOn)
      .map(({ id, workspaceId, url }) => ({ id, workspaceId, name: receiverHost(url) }));
  return { ended: those(false), kept: those(true) };
}
