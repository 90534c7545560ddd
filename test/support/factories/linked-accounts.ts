import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';

/** A link to an account that no provider has: for tests of the list, not of sign-in. */
export async function makeLinkedAccount(sql: Sql, userId: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into user_identities (provider, issuer, subject, user_id, email, created_at)
    values ('google', 'https://accounts.google.com', ${uuidv7()}, ${userId}, 'grace@gmail.com', now()) returning id`;
  return row?.id ?? '';
}
