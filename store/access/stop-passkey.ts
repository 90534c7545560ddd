import type { Queryable, Transaction } from '../database.ts';
import type { AccessFacts } from './access-notices.ts';

/** Whether a passkey still signs its person in. */
export async function isWorkingPasskey(sql: Queryable, id: string): Promise<boolean> {
  const [found] = await sql`select from passkeys where id = ${id} and blocked_at is null`;
  return found !== undefined;
}

/** Removes a passkey that its person did not add. @returns whether it was there */
export async function removePasskey(
  tx: Transaction,
  { id, userId }: Pick<AccessFacts, 'id' | 'userId'>,
): Promise<boolean> {
  const { count } = await tx`delete from passkeys where id = ${id} and user_id = ${userId}`;
  return count > 0;
}
