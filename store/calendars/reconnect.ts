import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';
import type { Queryable } from '../database.ts';

/** A connection whose person must connect again and does not know it yet. */
export interface ReconnectDue {
  readonly workspaceId: string | null;
  readonly provider: CalendarProviderName;
  /** Of the account. */
  readonly account: string;
  /** Of the person. */
  readonly to: string;
  /** Distinguishes two incidents of one connection. */
  readonly incident: string;
}

/** undefined: they know it, or have connected again. */
export async function readReconnect(sql: Queryable, connectionId: string): Promise<ReconnectDue | undefined> {
  const [row] = await sql<ReconnectDue[]>`
    select c.workspace_id as "workspaceId", c.provider, c.email::text as account, u.email::text as to, c.token_version::text as incident
    from calendar_connections c join users u on u.id = c.user_id
    where c.id = ${connectionId} and ${isReconnectMailDue(sql)}`;
  return row;
}

/** The person got the mail. */
export const markReconnectMailed = (sql: Queryable, connectionId: string) => sql`
  update calendar_connections c set reconnect_mailed_at = clock_timestamp()
  where c.id = ${connectionId} and ${isReconnectMailDue(sql)}`;

/** Of a connection `c`. */
export const isReconnectMailDue = (sql: Queryable) =>
  sql`c.status = 'reconnect_required' and c.reconnect_mailed_at is null`;
