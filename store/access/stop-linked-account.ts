import type { Queryable, Transaction } from '../database.ts';
import type { AccessFacts } from './access-notices.ts';
import { endSessionsAndListKeys } from './stop-passkey.ts';

/** Whether an account at a provider still signs its person in. */
export async function isLinked(sql: Queryable, id: string): Promise<boolean> {
  const [found] = await sql`select from user_identities where id = ${id}`;
  return found !== undefined;
}

/**
 * Ends a link that its person did not make, with all their sessions. Repeats end none.
 * @returns the keys that the person's native sign-ins made since then: the caller ends them
 */
export async function stopLinkedAccount(
  tx: Transaction,
  access: Pick<AccessFacts, 'id' | 'userId' | 'createdAt'>,
): Promise<{ readonly workspaceId: string; readonly keyId: string }[] | null> {
  const { count } = await tx`delete from user_identities where id = ${access.id} and user_id = ${access.userId}`;
  return count === 0 ? null : endSessionsAndListKeys(tx, access);
}
