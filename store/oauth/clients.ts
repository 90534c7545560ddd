import { json, type Queryable } from '../database.ts';

/** What an app said of itself when it registered (RFC 7591). */
export type ClientMetadata = Readonly<Record<string, unknown>>;

export const saveClient = (sql: Queryable, clientId: string, metadata: ClientMetadata) => sql`
  insert into oauth_clients (client_id, metadata) values (${clientId}, ${json(sql, metadata)})
  on conflict (client_id) do update set metadata = excluded.metadata`;

/** undefined: it never registered, or was cleared away. */
export async function findClient(sql: Queryable, clientId: string): Promise<ClientMetadata | undefined> {
  const [row] = await sql<{ metadata: ClientMetadata }[]>`
    select metadata from oauth_clients where client_id = ${clientId}`;
  return row?.metadata;
}

/** Notes that an app is in use: unused ones are cleared away. Nothing for an app with a metadata document. */
export const noteClientUse = (sql: Queryable, clientId: string) => sql`
  update oauth_clients set used_at = clock_timestamp()
  where client_id = ${clientId} and used_at < clock_timestamp() - interval '1 hour'`;
