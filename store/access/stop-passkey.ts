import type { Queryable, Transaction } from '../database.ts';

/** Whether a passkey still signs its person in. */
export async function isWorkingPasskey(sql: Queryable, id: string): Promise<boolean> {
  const [found] = await sql`select from passkeys where id = ${id} and blocked_at is null`;
  return found !== undefined;
}

/** Removes a passkey that its person did not add. Whoever did was signed in as them, so all their sessions end. Repeats end none. */
export async function stopPasskey(tx: Transaction, userId: string, passkeyId: string): Promise<void> {
  const { count } = await tx`delete from passkeys where id = ${passkeyId} and user_id = ${userId}`;
  if (count === 0) return;
  await tx`update sessions set revoked_at = clock_timestamp() where user_id = ${userId} and revoked_at is null`;
}
