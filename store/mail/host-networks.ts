import type { Queryable } from '../database.ts';

/**
 * Notes from which network an account or a key was made: mails that it causes while the workspace does not pay count there, too. Networks
 * of accounts and keys are forgotten after 30 days (`store/ops/retention.ts`).
 * @param network what `clientNetwork` returns
 */
export const noteOrigin = (sql: Queryable, id: string, network: string) => sql`
  insert into access_origins (id, network) values (${id}, ${network}) on conflict (id) do nothing`;

/**
 * The networks behind what a workspace's side does: of the call, of the key, and of the accounts of who acts and of the owners. So neither a
 * new key nor a call from another network leaves the allowance of the account's network.
 */
export async function readHostNetworks(
  sql: Queryable,
  {
    workspaceId,
    by,
    clientNetwork,
  }: {
    readonly workspaceId: string;
    /** null: a flow acts. */
    readonly by: { readonly userId: string; readonly apiKeyId: string | null } | null;
    /** Of the call; null: not known, or it is that of a connected app's cloud, which many people share. */
    readonly clientNetwork: string | null;
  },
): Promise<readonly string[]> {
  const rows = await sql<{ network: string }[]>`
    select network from access_origins where id = any(array(
      select user_id from memberships where workspace_id = ${workspaceId} and role = 'owner'
      union select unnest(${[by?.userId, by?.apiKeyId].filter((id) => typeof id === 'string')}::uuid[])))`;
  return [...new Set([...(clientNetwork === null ? [] : [clientNetwork]), ...rows.map(({ network }) => network)])];
}
