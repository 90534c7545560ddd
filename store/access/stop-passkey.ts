import type { Queryable, Transaction } from '../database.ts';
import type { AccessFacts } from './access-notices.ts';

/** Whether a passkey still signs its person in. */
export async function isWorkingPasskey(sql: Queryable, id: string): Promise<boolean> {
  const [found] = await sql`select from passkeys where id = ${id} and blocked_at is null`;
  return found !== undefined;
}

/**
 * Removes a passkey that its person did not add. Whoever did was signed in as them, so all their sessions end. Repeats end none.
 * @returns the keys that the person's native sign-ins made since then, by it or by whoever added it: the caller ends them
 */
export async function stopPasskey(
  tx: Transaction,
  { id, userId, createdAt }: Pick<AccessFacts, 'id' | 'userId' | 'createdAt'>,
): Promise<{ readonly workspaceId: string; readonly keyId: string }[] | null> {
  const { count } = await tx`delete from passkeys where id = ${id} and user_id = ${userId}`;
  return count === 0 ? null : endSessionsAndListKeys(tx, { userId, createdAt });
}

/** Ends all sessions of a person. @returns the keys that their native sign-ins made since then: the caller ends them */
export async function endSessionsAndListKeys(
  tx: Transaction,
  { userId, createdAt }: Pick<AccessFacts, 'userId' | 'createdAt'>,
): Promise<{ readonly workspaceId: string; readonly keyId: string }[]> {
  await tx`update sessions set revoked_at = clock_timestamp() where user_id = ${userId} and revoked_at is null`;
  return tx<{ workspaceId: string; keyId: string }[]>`
    select workspace_id as "workspaceId", id as "keyId" from api_keys
    where created_by_user_id = ${userId} and origin = 'native' and created_at >= ${createdAt} and revoked_at is null
    order by workspace_id, id`;
}
