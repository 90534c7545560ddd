import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';
import type { Queryable } from '../database.ts';

export const CONNECT_LINK_LIFETIME_MS = 15 * 60_000;

/** A link that begins connecting. The token is random; only its hash is here. */
export interface NewConnectLink {
  readonly tokenHash: Buffer;
  /** Whose calendar it connects: only they, signed in, may open it. */
  readonly userId: string;
  readonly workspaceId: string;
  readonly provider: CalendarProviderName;
  readonly redirectAfter: string | null;
  /** The key that made it; null: a signed-in person. */
  readonly apiKeyId: string | null;
}

/** @returns when it expires */
export async function makeConnectLink(sql: Queryable, link: NewConnectLink): Promise<Date> {
  const { tokenHash, userId, workspaceId, provider, redirectAfter, apiKeyId } = link;
  const [row] = await sql<{ expiresAt: Date }[]>`
    insert into calendar_connect_links (token_hash, user_id, workspace_id, provider, redirect_after, api_key_id, expires_at)
    values (${tokenHash}, ${userId}, ${workspaceId}, ${provider}, ${redirectAfter}, ${apiKeyId},
      clock_timestamp() + ${CONNECT_LINK_LIFETIME_MS} * interval '1 millisecond')
    returning expires_at as "expiresAt"`;
  if (!row) throw new Error('no row was written');
  return row.expiresAt;
}

export interface ConnectLink {
  readonly userId: string;
  readonly email: string;
  readonly workspaceId: string | null;
  readonly provider: CalendarProviderName;
  readonly redirectAfter: string | null;
  /** `void`: the key that made it was revoked or has expired, or the person has left the workspace. */
  readonly state: 'open' | 'used' | 'expired' | 'void';
}

const select = (sql: Queryable) => sql`
  select l.user_id as "userId", u.email::text as email, l.workspace_id as "workspaceId", l.provider, l.redirect_after as "redirectAfter",
    case when l.used_at is not null then 'used' when l.expires_at <= clock_timestamp() then 'expired'
      when k.id is not null and (k.revoked_at is not null or k.expires_at <= clock_timestamp())
        or not exists (select 1 from memberships m where m.workspace_id = l.workspace_id and m.user_id = l.user_id and m.leaving_at is null)
      then 'void' else 'open' end as state
  from calendar_connect_links l join users u on u.id = l.user_id left join api_keys k on k.id = l.api_key_id`;

/** undefined: there is no such link. */
export async function findConnectLink(sql: Queryable, tokenHash: Buffer): Promise<ConnectLink | undefined> {
  const [row] = await sql<ConnectLink[]>`${select(sql)} where l.token_hash = ${tokenHash}`;
  return row;
}

/** Uses a link up, as its person consents. False: another tab or the clock was first. */
export async function takeConnectLink(sql: Queryable, tokenHash: Buffer): Promise<boolean> {
  const rows = await sql`
    update calendar_connect_links set used_at = clock_timestamp()
    where token_hash = ${tokenHash} and used_at is null and expires_at > clock_timestamp() returning 1`;
  return rows.length > 0;
}
