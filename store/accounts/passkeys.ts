import type { Sql } from 'postgres';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import { noteNewAccess } from '../access/access-notices.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';

/** How many passkeys a person may have. */
export const MOST_PASSKEYS = 20;

export interface ListedPasskey {
  readonly id: string;
  readonly name: string;
  readonly backedUp: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly blockedAt: Date | null;
}

const listed = (sql: Queryable) => sql`
  id, name, backed_up as "backedUp", created_at as "createdAt", last_used_at as "lastUsedAt", blocked_at as "blockedAt"`;

/** A person's passkeys, oldest first. */
export const listPasskeys = (sql: Queryable, userId: string): Promise<ListedPasskey[]> => sql<ListedPasskey[]>`
  select ${listed(sql)} from passkeys where user_id = ${userId} order by created_at, id`;

/** A passkey whose registration was verified. */
export interface NewPasskey {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly credentialId: Buffer;
  /** COSE. */
  readonly publicKey: Buffer;
  readonly userHandle: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
}

/**
 * Adds a passkey and notes that its person is told. After the commit the caller starts the flow `accessNotice` of its id.
 * @returns refused: the person has too many, or the credential is somebody's already
 */
export const addPasskey = (
  sql: Sql,
  passkey: NewPasskey,
  { source, clientIp }: { readonly source: BookingSource; readonly clientIp: string },
): Promise<ListedPasskey | { readonly refused: 'too_many_passkeys' | 'credential_taken' }> =>
  inTransaction(sql, async (tx) => {
    // Two at once may not both be the last.
    await tx`select 1 from users where id = ${passkey.userId} for no key update`;
    const [has] = await tx<{ many: number }[]>`
      select count(*)::int as many from passkeys where user_id = ${passkey.userId}`;
    if ((has?.many ?? 0) >= MOST_PASSKEYS) return { refused: 'too_many_passkeys' };
    const { id, userId, name, credentialId, publicKey, userHandle, counter, transports, backupEligible, backedUp } =
      passkey;
    const [added] = await tx<ListedPasskey[]>`
      insert into passkeys (id, user_id, name, credential_id, public_key, user_handle, counter, transports, backup_eligible,
        backed_up, created_at)
      values (${id}, ${userId}, ${name}, ${credentialId}, ${publicKey}, ${userHandle}, ${counter}, ${[...transports]}::text[],
        ${backupEligible}, ${backedUp}, clock_timestamp())
      on conflict (credential_id) do nothing
      returning ${listed(tx)}`;
    if (!added) return { refused: 'credential_taken' };
    const access = { kind: 'passkey', id, userId, workspaceId: null, name, clientIp, isTest: false } as const;
    await noteNewAccess(tx, access, { actor: null, source });
    return added;
  });

/**
 * Removes a passkey, and ends the sessions that it opened.
 * @param keptSessionId goes on: the person is there
 * @returns how many sessions ended; undefined: the person has no such passkey
 */
export const removePasskey = (
  sql: Sql,
  userId: string,
  passkeyId: string,
  keptSessionId: string | null,
): Promise<number | undefined> =>
  inTransaction(sql, async (tx) => {
    // A sign-in that uses it waits here, or has opened its session.
    const [found] = await tx`select from passkeys where id = ${passkeyId} and user_id = ${userId} for update`;
    if (!found) return undefined;
    const { count } = await tx`
      update sessions set revoked_at = clock_timestamp()
      where passkey_id = ${passkeyId} and revoked_at is null and id is distinct from ${keptSessionId}::uuid`;
    await tx`delete from passkeys where id = ${passkeyId}`;
    return count;
  });

/** What a signature is checked against. */
export interface StoredCredential {
  readonly id: string;
  readonly userId: string;
  readonly publicKey: Buffer;
  readonly userHandle: Buffer;
  readonly backupEligible: boolean;
}

/** The passkey of a credential id; undefined: there is none. */
export async function findCredential(sql: Queryable, credentialId: Buffer): Promise<StoredCredential | undefined> {
  const [row] = await sql<StoredCredential[]>`
    select id, user_id as "userId", public_key as "publicKey", user_handle as "userHandle",
      backup_eligible as "backupEligible"
    from passkeys where credential_id = ${credentialId}`;
  return row;
}

/** What an authenticator signed, besides the challenge. */
export interface PasskeyUse {
  readonly passkeyId: string;
  readonly counter: number;
  readonly backedUp: boolean;
}

export type UseResult = 'used' | 'blocked' | 'gone';

/**
 * Notes a verified use. A counter that did not go up is signed by a second copy of the passkey, and nobody knows which copy is the
 * person's: it is blocked for good (docs/decisions/identity.md#passkeys). Always 0: the authenticator counts nothing. Keep the transaction, whatever is returned.
 */
export async function notePasskeyUse(
  tx: Transaction,
  { passkeyId, counter, backedUp }: PasskeyUse,
): Promise<UseResult> {
  const [row] = await tx<{ counter: number; isBlocked: boolean }[]>`
    select counter::float8 as counter, blocked_at is not null as "isBlocked" from passkeys where id = ${passkeyId} for update`;
  if (!row) return 'gone';
  if (row.isBlocked) return 'blocked';
  if ((counter > 0 || row.counter > 0) && counter <= row.counter) {
    await tx`update passkeys set blocked_at = clock_timestamp() where id = ${passkeyId}`;
    return 'blocked';
  }
  await tx`
    update passkeys set counter = ${counter}, backed_up = ${backedUp}, last_used_at = clock_timestamp() where id = ${passkeyId}`;
  return 'used';
}
