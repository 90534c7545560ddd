import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';

/** A row of a passkey that no authenticator has: for tests of the list, not of signatures. */
export async function makePasskeyRow(sql: Sql, userId: string): Promise<string> {
  const id = uuidv7();
  await sql`
    insert into passkeys (id, user_id, name, credential_id, public_key, user_handle, counter, transports, backup_eligible,
      backed_up, created_at)
    values (${id}, ${userId}, 'Lost', ${randomBytes(32)}, ${randomBytes(77)}, ${randomBytes(64)}, 0, '{}', false, false, now())`;
  return id;
}
