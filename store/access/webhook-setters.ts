import { receiverHost } from '../../domain/webhooks/endpoint-url.ts';
import type { DisabledReason } from '../../schemas/shapes/webhook-events.ts';
import { logActedBy } from '../activity.ts';
import type { Queryable, Transaction } from '../database.ts';
import { type Doer, isWorkingKey, keyOf } from './api-keys.ts';

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
 * which they did it has ended, or was stopped. Its maker knows the secret where nobody is noted for it (a release before decision 0305).
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

/** Switches off the endpoints that these keys have set, in the name of a person. After the keys have ended. */
export const stopSetWith = (tx: Transaction, keyIds: readonly string[], userId: string): Promise<void> =>
  stop(tx, tx`select endpoint_id, set_at from webhook_setters where key_id = any(${[...keyIds]}::uuid[])`, userId);

/**
 * Switches off the endpoints that somebody has set in the name of a person from `since` to `until`: signed in as them, or by keys that
 * were made then, and by all below these.
 */
export const stopSetSince = (
  tx: Transaction,
  { userId, since, until }: { readonly userId: string; readonly since: Date; readonly until: Date },
): Promise<void> =>
  stop(
    tx,
    // Two parts: each has its index, and an `or` of them has none.
    tx`
      select endpoint_id, set_at from webhook_setters
      where key_id is null and user_id = ${userId} and set_at between ${since} and ${until}
      union all
      select endpoint_id, set_at from webhook_setters where key_id = any(array(
        with recursive tree as (
          select id from api_keys where created_by_user_id = ${userId} and created_at between ${since} and ${until}
          union
          select k.id from api_keys k join tree on k.parent_key_id = tree.id
        )
        select id from tree))`,
    userId,
  );

/**
 * What waits there stays. Whoever switches one on afterwards answers for what was set before: it stops it no more.
 * @param held SQL: the endpoints that were set so, and when
 */
async function stop(tx: Transaction, held: ReturnType<Queryable>, userId: string): Promise<void> {
  const by = { userId, apiKeyId: null, agentSeatId: null };
  const stopped = await tx<{ id: string; workspaceId: string; url: string }[]>`
    update webhook_endpoints set disabled_at = clock_timestamp(), disabled_reason = ${STOPPED}, stopped_at = clock_timestamp() where id = any(array(
      select e.id from webhook_endpoints e join (select endpoint_id, max(set_at) as set_at from (${held}) held group by endpoint_id) s
        on s.endpoint_id = e.id and s.set_at > e.stopped_at
      where e.disabled_reason is distinct from ${STOPPED}
      order by e.id for no key update of e))
    returning id, workspace_id as "workspaceId", url`;
  for (const { id, workspaceId, url } of stopped) {
    const data = { host: receiverHost(url), reason: STOPPED };
    const subject = { type: 'webhook', id } as const;
    await logActedBy(tx, { by, source: 'web', workspaceId, action: 'webhook.disabled', subject, data });
  }
}
