import type { Sql } from 'postgres';
import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';
import { hasStopped } from '../stopped-agents.ts';

export const CONNECT_LINK_LIFETIME_MS = 15 * 60_000;
/** Open links of one person. */
const MAX_OPEN_LINKS = 20;

/** A link that begins connecting. The token is random; only its hash is here. */
export interface NewConnectLink {
  readonly id: string;
  readonly tokenHash: Buffer;
  /** The person whose calendar it connects. Only they, signed in, may open it. */
  readonly userId: string;
  readonly workspaceId: string;
  readonly provider: CalendarProviderName;
  /** The connection that is connected again, and no other account; null: any account. */
  readonly reconnectsId: string | null;
  /** A path of the app to which the person returns; null: the page says that the calendar is connected. */
  readonly redirectAfter: string | null;
  /** The key that made it; null: a signed-in person. */
  readonly apiKeyId: string | null;
  /** The agent that made it for the person, with that key; null: none. */
  readonly agentPrincipalId: string | null;
}

/** Past the most that a person may have open, a new one ends the oldest. @returns when it expires */
export const makeConnectLink = (sql: Sql, link: NewConnectLink): Promise<Date> =>
  inTransaction(sql, async (tx) => {
    const { id, tokenHash, userId, workspaceId, provider, reconnectsId, redirectAfter, apiKeyId, agentPrincipalId } =
      link;
    // Links of one person that are made at once queue here.
    await tx`select 1 from users where id = ${userId} for no key update`;
    await tx`
      update calendar_connect_links set expires_at = clock_timestamp() where token_hash in (
        select token_hash from calendar_connect_links
        where user_id = ${userId} and used_at is null and expires_at > clock_timestamp()
        order by created_at desc, id desc offset ${MAX_OPEN_LINKS - 1})`;
    const [row] = await tx<{ expiresAt: Date }[]>`
      insert into calendar_connect_links (token_hash, id, user_id, workspace_id, provider, reconnects_id, redirect_after, api_key_id, agent_principal_id, expires_at)
      values (${tokenHash}, ${id}, ${userId}, ${workspaceId}, ${provider}, ${reconnectsId}, ${redirectAfter}, ${apiKeyId}, ${agentPrincipalId},
        clock_timestamp() + ${CONNECT_LINK_LIFETIME_MS} * interval '1 millisecond')
      returning expires_at as "expiresAt"`;
    if (!row) throw new Error('no row was written');
    return row.expiresAt;
  });

export interface ConnectLink {
  readonly userId: string;
  /** Of the person; the account may have another. */
  readonly email: string;
  readonly workspaceId: string | null;
  readonly provider: CalendarProviderName;
  /** The account that is connected again; null: any account. */
  readonly reconnects: { readonly id: string; readonly email: string } | null;
  readonly redirectAfter: string | null;
  readonly expiresMs: number;
  /** `void`: the key that made it was revoked or has expired, the person has stopped the agent that made it, the person has left the workspace, or has disconnected what it reconnects. */
  readonly state: 'open' | 'used' | 'expired' | 'void';
}

/** Returns the condition that a link `l` is still valid: its workspace, maker and person are as when it was made. */
const holds = (sql: Queryable) => sql`
  (l.api_key_id is null or exists (select 1 from api_keys k where k.id = l.api_key_id and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > clock_timestamp())))
  and not ${hasStopped(sql, sql`l.agent_principal_id`)}
  and exists (select 1 from memberships m where m.workspace_id = l.workspace_id and m.user_id = l.user_id and m.leaving_at is null)
  and (l.reconnects_id is null or exists (select 1 from calendar_connections c where c.id = l.reconnects_id and c.status <> 'revoked'))`;

/** undefined: there is no such link. */
export async function findConnectLink(sql: Queryable, tokenHash: Buffer): Promise<ConnectLink | undefined> {
  const [row] = await sql<ConnectLink[]>`
    select l.user_id as "userId", u.email::text as email, l.workspace_id as "workspaceId", l.provider, l.redirect_after as "redirectAfter",
      case when c.id is not null then json_build_object('id', c.id, 'email', c.email) end as reconnects,
      (extract(epoch from l.expires_at) * 1000)::float8 as "expiresMs",
      case when l.used_at is not null then 'used' when l.expires_at <= clock_timestamp() then 'expired'
        when ${holds(sql)} then 'open' else 'void' end as state
    from calendar_connect_links l join users u on u.id = l.user_id left join calendar_connections c on c.id = l.reconnects_id
    where l.token_hash = ${tokenHash}`;
  return row;
}

/**
 * Uses a link up, in the transaction that stores what it brought. A person who came to the provider's page in time may take as long
 * there.
 * @returns false: another tab was first, or it does not hold any more
 */
export async function takeConnectLink(tx: Transaction, tokenHash: Buffer): Promise<boolean> {
  const rows = await tx`
    update calendar_connect_links l set used_at = clock_timestamp(), failure = null
    where l.token_hash = ${tokenHash} and l.used_at is null
      and l.expires_at > clock_timestamp() - ${CONNECT_LINK_LIFETIME_MS} * interval '1 millisecond' and ${holds(tx)}
    returning 1`;
  return rows.length > 0;
}

/** The result of a used link, which its maker sees. */
export const noteConnected = (tx: Transaction, tokenHash: Buffer, connectionId: string) => tx`
  update calendar_connect_links set connection_id = ${connectionId} where token_hash = ${tokenHash}`;

/** Why a try in the browser brought nothing, for the one who made the link. The person may try again. */
export const noteConnectFailure = (sql: Queryable, tokenHash: Buffer, failure: string) => sql`
  update calendar_connect_links set failure = ${failure} where token_hash = ${tokenHash} and used_at is null`;

/** How a link stands, for the one who made it. */
export interface ListedConnectLink {
  readonly id: string;
  readonly provider: CalendarProviderName;
  readonly email: string;
  readonly expiresAt: Date;
  readonly state: 'open' | 'connected' | 'expired';
  readonly connectionId: string | null;
  /** Why the last try brought nothing: a ConsentFailure, or a refusal of the store. */
  readonly failure: string | null;
}

/** A person's own links of the last half hour, and those that this key made for others, newest first; more than may be open of one person. */
export const listConnectLinks = (
  sql: Queryable,
  {
    workspaceId,
    userId,
    apiKeyId,
  }: { readonly workspaceId: string; readonly userId: string; readonly apiKeyId: string | null },
): Promise<ListedConnectLink[]> => sql<ListedConnectLink[]>`
  select l.id, l.provider, u.email::text as email, l.expires_at as "expiresAt", l.connection_id as "connectionId", l.failure,
    case when l.used_at is not null then 'connected' when l.expires_at <= clock_timestamp() then 'expired' else 'open' end as state
  from calendar_connect_links l join users u on u.id = l.user_id
  where l.workspace_id = ${workspaceId} and l.created_at > now() - interval '30 minutes'
    and (l.user_id = ${userId} or l.api_key_id = ${apiKeyId})
  order by l.created_at desc limit ${2 * MAX_OPEN_LINKS}`;

/** A member of the workspace by their address; undefined: there is none. */
export async function findMemberByEmail(
  sql: Queryable,
  { workspaceId, email }: { readonly workspaceId: string; readonly email: string },
): Promise<{ readonly id: string; readonly email: string } | undefined> {
  const [row] = await sql<{ id: string; email: string }[]>`
    select u.id, u.email::text as email from users u join memberships m on m.user_id = u.id
    where m.workspace_id = ${workspaceId} and u.email = ${email} and m.leaving_at is null and m.role <> 'billing_only'`;
  return row;
}
