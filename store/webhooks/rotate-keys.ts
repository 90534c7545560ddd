import type { Sql } from 'postgres';
import { openToken, sealToken, type TokenKeys } from '../../domain/sealed-token.ts';
import { inTransaction } from '../database.ts';

export interface SecretRotation {
  /** Webhooks whose secrets are sealed with the first key, now or before. */
  readonly sealed: number;
  /** Webhooks whose secret none of our keys opens: rotate their secrets. */
  readonly unknown: readonly string[];
}

/** Seals the secrets of all webhooks with the first key, one at a time. An old secret of a rotation that does not open is forgotten. */
export async function rotateWebhookKeys(sql: Sql, keys: TokenKeys): Promise<SecretRotation> {
  const rows = await sql<{ id: string }[]>`select id from webhook_endpoints order by id`;
  const unknown: string[] = [];
  for (const { id } of rows) if (!(await sealAgain(sql, keys, id))) unknown.push(id);
  return { sealed: rows.length - unknown.length, unknown };
}

const sealAgain = (sql: Sql, keys: TokenKeys, id: string): Promise<boolean> =>
  inTransaction(sql, async (tx) => {
    const [row] = await tx<
      { bytes: Buffer; keyId: string; oldBytes: Buffer | null; oldKeyId: string | null; until: Date | null }[]
    >`
      select secret as bytes, secret_key as "keyId", previous_secret as "oldBytes", previous_secret_key as "oldKeyId",
        previous_until as until from webhook_endpoints where id = ${id} for no key update`;
    // The webhook was deleted during the rotation.
    if (!row) return true;
    const secret = openToken(keys, id, row);
    if (secret === null) return false;
    const old =
      row.oldBytes === null || row.oldKeyId === null
        ? null
        : openToken(keys, id, { bytes: row.oldBytes, keyId: row.oldKeyId });
    const [sealed, sealedOld] = [sealToken(keys, id, secret), old === null ? null : sealToken(keys, id, old)];
    await tx`
      update webhook_endpoints set secret = ${sealed.bytes}, secret_key = ${sealed.keyId}, previous_secret = ${sealedOld?.bytes ?? null},
        previous_secret_key = ${sealedOld?.keyId ?? null}, previous_until = ${sealedOld ? row.until : null} where id = ${id}`;
    return true;
  });
