import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../database.ts';

/** For so long a client that has proved an inbox is known. Each proof starts it again. */
export const KNOWN_DAYS = 180;

/** Whether one of these clients has proved its inbox: by a right code, or by a link that signed in. */
export async function isKnownClient(sql: Queryable, hashes: readonly Buffer[]): Promise<boolean> {
  const [known] = await sql`
    select from known_clients
    where client_hash in (select decode(hash, 'hex') from unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) as hash) and proved_at > clock_timestamp() - ${KNOWN_DAYS} * interval '1 day' limit 1`;
  return known !== undefined;
}

/** Remembers a client that has proved an inbox (`clientHash`), if the condition holds. Written again once a day at most. */
export const rememberClient = (sql: Queryable, hash: Buffer, condition: PendingQuery<Row[]>) => sql`
  insert into known_clients as k (client_hash, proved_at)
  select ${hash}::bytea, clock_timestamp() where ${condition}
  on conflict (client_hash) do update set proved_at = excluded.proved_at
    where k.proved_at < excluded.proved_at - interval '1 day'`;
