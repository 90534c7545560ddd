import { mailCapsOf } from '../../domain/mail/mail-caps.ts';
import type { Queryable } from '../database.ts';
import { clockMs } from '../locks.ts';
import { readSubscription } from '../workspaces/workspace-view.ts';

/**
 * Notes from which network an account or a key was made: mails that it causes while the workspace does not pay count there, too. Networks
 * of accounts and keys are forgotten after 30 days (`store/ops/retention.ts`).
 * @param network what `clientNetwork` returns
 */
export const noteOrigin = (sql: Queryable, id: string, network: string) => sql`
  insert into access_origins (id, network) values (${id}, ${network}) on conflict (id) do nothing`;

/**
 * The networks in which a workspace's mails count: these, or none if it pays (docs/decisions/mail.md#caps). A workspace that pays neither reads the counts
 * of networks nor waits for their locks.
 */
export async function networksIfUnpaid(
  sql: Queryable,
  workspaceId: string,
  networks: readonly string[] | Promise<readonly string[]>,
): Promise<readonly string[]> {
  const [subscription, now, all] = await Promise.all([readSubscription(sql, workspaceId), clockMs(sql), networks]);
  return mailCapsOf(subscription, now).ofUnpaidNetwork === null ? [] : all;
}

interface HostSide {
  readonly workspaceId: string;
  /** null: a flow acts. */
  readonly by: { readonly userId: string; readonly apiKeyId: string | null } | null;
  /** Of the call; null: not known, or it is that of a connected app's cloud, which many people share. */
  readonly clientNetwork: string | null;
}

/**
 * The networks behind what the side of an unpaid workspace does: of the call, of the key, and of the accounts of who acts and of the owners.
 * So neither a new key nor a call from another network leaves the allowance of the account's network. None if the workspace pays.
 */
export const readHostNetworks = (sql: Queryable, side: HostSide): Promise<readonly string[]> =>
  networksIfUnpaid(sql, side.workspaceId, readNetworks(sql, side));

async function readNetworks(sql: Queryable, { workspaceId, by, clientNetwork }: HostSide): Promise<readonly string[]> {
  const rows = await sql<{ network: string }[]>`
    select network from access_origins where id = any(array(
      select user_id from memberships where workspace_id = ${workspaceId} and role = 'owner'
      union select unnest(${[by?.userId, by?.apiKeyId].filter((id) => typeof id === 'string')}::uuid[])))`;
  return [...new Set([...(clientNetwork === null ? [] : [clientNetwork]), ...rows.map(({ network }) => network)])];
}
