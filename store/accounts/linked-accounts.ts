import type { Sql } from 'postgres';
import { type AccountProvider, PROVIDER_NAMES } from '../../domain/accounts/providers.ts';
import type { BookingSource } from '../../schemas/shapes/access.ts';
import { noteNewAccess } from '../access/access-notices.ts';
import { inTransaction, type Queryable, type Transaction } from '../database.ts';

export interface ListedLinkedAccount {
  readonly id: string;
  readonly provider: AccountProvider;
  /** The address that the provider vouched for when it was linked; null: not kept then. */
  readonly email: string | null;
  readonly createdAt: Date;
  /** null: not since uses are noted. */
  readonly lastUsedAt: Date | null;
}

/** A person's accounts at providers, the oldest link first. */
export const listLinkedAccounts = (sql: Queryable, userId: string): Promise<ListedLinkedAccount[]> => sql<
  ListedLinkedAccount[]
>`
  select id, provider, email::text, created_at as "createdAt", last_used_at as "lastUsedAt"
  from user_identities where user_id = ${userId} order by created_at, id`;

/** An account at a provider, by the provider's stable ids. */
export interface ProviderAccount {
  readonly provider: AccountProvider;
  readonly issuer: string;
  readonly subject: string;
}

/** Finds whom an account signs in, and notes the use. The row is held, so who ends the link waits. undefined: it is linked to nobody. */
export async function noteLinkedUse(
  tx: Transaction,
  { provider, issuer, subject }: ProviderAccount,
): Promise<{ readonly id: string; readonly userId: string } | undefined> {
  const [known] = await tx<{ id: string; userId: string }[]>`
    update user_identities set last_used_at = clock_timestamp()
    where provider = ${provider} and issuer = ${issuer} and subject = ${subject} returning id, user_id as "userId"`;
  return known;
}

/**
 * Links an account to a person, and notes that they are told. After the commit the caller starts the flow `accessNotice` of its id.
 * @returns null: another call linked it meanwhile
 */
export async function linkAccount(
  tx: Transaction,
  { provider, issuer, subject, userId, email }: ProviderAccount & { readonly userId: string; readonly email: string },
  { source, clientIp }: { readonly source: BookingSource; readonly clientIp: string },
): Promise<string | null> {
  const [made] = await tx<{ id: string }[]>`
    insert into user_identities (provider, issuer, subject, user_id, email, created_at, last_used_at)
    values (${provider}, ${issuer}, ${subject}, ${userId}, ${email}, clock_timestamp(), clock_timestamp())
    on conflict do nothing returning id`;
  if (!made) return null;
  const name = PROVIDER_NAMES[provider];
  const access = {
    kind: 'linked_account',
    id: made.id,
    userId,
    workspaceId: null,
    name,
    clientIp,
    isTest: false,
  } as const;
  await noteNewAccess(tx, access, { actor: null, source });
  return made.id;
}

/**
 * Ends a link, and the sessions that it opened.
 * @param keptSessionId goes on: the person is there
 * @returns how many sessions ended; undefined: the person has no such link
 */
export const unlinkAccount = (
  sql: Sql,
  userId: string,
  linkedAccountId: string,
  keptSessionId: string | null,
): Promise<number | undefined> =>
  inTransaction(sql, async (tx) => {
    // A sign-in that uses it has opened its session, or finds no link.
    const { count: gone } = await tx`
      delete from user_identities where id = ${linkedAccountId} and user_id = ${userId}`;
    if (gone === 0) return undefined;
    const { count } = await tx`
      update sessions set revoked_at = clock_timestamp()
      where user_id = ${userId} and linked_account_id = ${linkedAccountId} and revoked_at is null
        and id is distinct from ${keptSessionId}::uuid`;
    return count;
  });
