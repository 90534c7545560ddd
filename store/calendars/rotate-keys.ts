import type { Sql } from 'postgres';
import { openToken, sealToken, type TokenKeys } from '../../domain/sealed-token.ts';
import { inTransaction } from '../database.ts';
import { forgetTokens, readTokens, requireReconnect } from './tokens.ts';

export interface Rotation {
  /** Connections whose tokens are now sealed with the first key. */
  readonly sealed: number;
  /** Connections that had it before. */
  readonly kept: number;
  /** Connections that none of our keys opens, by the name of the key that sealed them. */
  readonly unknown: ReadonlyMap<string, readonly string[]>;
}

/** Seals all tokens with the first key, one connection at a time: a concurrent refresh waits for milliseconds. */
export async function rotateTokenKeys(sql: Sql, keys: TokenKeys): Promise<Rotation> {
  const rows = await sql<{ id: string; key: string }[]>`
    select id, token_key as key from calendar_connections where refresh_token is not null order by id`;
  const unknown = new Map<string, string[]>();
  let [sealed, kept] = [0, 0];
  for (const { id, key } of rows) {
    const outcome = await sealAgain(sql, keys, id);
    if (outcome === 'sealed') sealed += 1;
    else if (outcome === 'kept') kept += 1;
    else unknown.set(key, [...(unknown.get(key) ?? []), id]);
  }
  return { sealed, kept, unknown };
}

const sealAgain = (sql: Sql, keys: TokenKeys, id: string): Promise<'sealed' | 'kept' | 'unknown'> =>
  inTransaction(sql, async (tx) => {
    const [row] = await tx<{ refresh: Buffer | null; access: Buffer | null; key: string | null }[]>`
      select refresh_token as refresh, access_token as access, token_key as key from calendar_connections where id = ${id} for update`;
    // The connection was disconnected in the meantime.
    if (!row?.refresh || !row.access || row.key === null) return 'kept';
    const [refresh, access] = [row.refresh, row.access].map((bytes) =>
      openToken(keys, id, { keyId: row.key ?? '', bytes }),
    );
    if (!refresh || !access) return 'unknown';
    if (row.key === keys[0]?.id) return 'kept';
    const [newRefresh, newAccess] = [sealToken(keys, id, refresh), sealToken(keys, id, access)];
    // The version stays: the tokens are the same, and a refresh that runs may store its own.
    await tx`
      update calendar_connections set refresh_token = ${newRefresh.bytes}, access_token = ${newAccess.bytes}, token_key = ${newRefresh.keyId}
      where id = ${id}`;
    return 'sealed';
  });

/** Their keys are lost for good: only their people can help, and what was disconnected is forgotten. @returns how many must connect again */
export async function giveUpConnections(sql: Sql, ids: readonly string[]): Promise<number> {
  let waiting = 0;
  for (const id of ids) {
    const stored = await readTokens(sql, id);
    if (stored?.status === 'revoked') await forgetTokens(sql, id);
    else if (stored && (await requireReconnect(sql, stored))) waiting += 1;
  }
  return waiting;
}
