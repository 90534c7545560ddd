import type { Queryable, Transaction } from '../database.ts';
import type { AccessFacts } from './access-notices.ts';

/** Whether an account at a provider still signs its person in. */
export async function isLinked(sql: Queryable, id: string): Promise<boolean> {
  const [found] = await sql`select from user_identities where id = ${id}`;
  return found !== undefined;
}

/** Removes a link that its person did not make. @returns whether it was there */
export async function unlinkAccount(
  tx: Transaction,
  { id, userId }: Pick<AccessFacts, 'id' | 'userId'>,
): Promise<boolean> {
  const { count } = await tx`delete from user_identities where id = ${id} and user_id = ${userId}`;
  return count > 0;
}
