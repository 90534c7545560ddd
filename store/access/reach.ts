import type { Role } from '../../schemas/shapes/access.ts';
import type { Queryable, Transaction } from '../database.ts';

/** What an ending of access is about: what these keys, this member or this account made, set or allowed. */
export type Reach =
  /** A key, with all that was made with it or below it. */
  | { readonly kind: 'key'; readonly workspaceId: string; readonly keyId: string }
  /** A member of one workspace. `role`: the one that they have now; null: they leave. */
  | {
      readonly kind: 'member';
      readonly workspaceId: string;
      readonly userId: string;
      readonly role: Role | null;
    }
  /** An account, in all workspaces: what was made from `since` to `until`. null: all that is there once the locks are held. */
  | { readonly kind: 'account'; readonly userId: string; readonly since: Date; readonly until: Date | null };

/** A reach with its keys, ended ones included. */
export type ReachWithKeys = Reach & { readonly keyIds: readonly string[] };

type OfAccount = Extract<Reach, { kind: 'account' }>;

/** Whether a row was made by the end of the time. The clock is the database's, as that of the rows. */
export const madeUntil = (sql: Queryable, at: string, { until }: Pick<OfAccount, 'until'>) =>
  until === null ? sql`true` : sql`${sql(at)} <= ${until}`;

/** Whether a row was made in the time. */
export const madeWithin = (sql: Queryable, at: string, { since, until }: Pick<OfAccount, 'since' | 'until'>) =>
  sql`${sql(at)} >= ${since} and ${madeUntil(sql, at, { until })}`;

const firstKeys = (sql: Queryable, reach: Reach) => {
  switch (reach.kind) {
    case 'key':
      return sql`id = ${reach.keyId} and workspace_id = ${reach.workspaceId}`;
    case 'member':
      return sql`workspace_id = ${reach.workspaceId} and created_by_user_id = ${reach.userId}`;
    case 'account':
      return sql`created_by_user_id = ${reach.userId} and ${madeWithin(sql, 'created_at', reach)}`;
  }
};

/** The keys of a reach, with all keys that were made with them or below them. */
export async function keysIn(sql: Queryable, reach: Reach): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    with recursive tree as (
      select id from api_keys where ${firstKeys(sql, reach)}
      union
      select k.id from api_keys k join tree on k.parent_key_id = tree.id
    )
    select id from tree`;
  return rows.map(({ id }) => id);
}

/** Reads the keys of a reach. */
export const withKeys = async (sql: Queryable, reach: Reach): Promise<ReachWithKeys> => ({
  ...reach,
  keyIds: await keysIn(sql, reach),
});

/**
 * Locks the workspaces of a reach, in the order of their ids: calls that make keys, invitations and members lock theirs first, so nothing is
 * added until the commit.
 */
export async function lockReach(tx: Transaction, reach: Reach): Promise<void> {
  if (reach.kind !== 'account') {
    await tx`select 1 from workspaces where id = ${reach.workspaceId} for no key update`;
    return;
  }
  const { userId } = reach;
  await tx`
    select 1 from workspaces where id in (
      select workspace_id from memberships where user_id = ${userId}
      union select workspace_id from api_keys where created_by_user_id = ${userId}
      union select workspace_id from invitations where invited_by_user_id = ${userId} and accepted_at is null and revoked_at is null)
    order by id for no key update`;
}
