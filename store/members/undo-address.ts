import type { Sql } from 'postgres';
import { ADDRESS_UNDO_DAYS } from '../../domain/accounts/address-change.ts';
import { type EndedFlows, endMadeSince, NO_FLOWS, type RevokeAgent } from '../access/end-made-since.ts';
import { endOpenLinks } from '../accounts/address-changes.ts';
import { logInWorkspaces } from '../accounts/me.ts';
import type { Queryable, Transaction } from '../database.ts';
import { inRefusableTransaction, type Refuse } from '../refusal.ts';
import { whereAddressIsFree } from '../unique-address.ts';

/** A change of address, for the pages of its links. */
export interface AddressChange {
  readonly userId: string;
  readonly oldEmail: string;
  readonly newEmail: string;
  /** ended: too old, or a later one took its place. */
  readonly state: 'open' | 'ended' | 'confirmed' | 'undone';
  readonly canBeUndone: boolean;
  readonly confirmedAt: Date | null;
}

/** undefined: there is none, or its account is gone. */
export async function readAddressChange(sql: Queryable, id: string): Promise<AddressChange | undefined> {
  const [row] = await sql<AddressChange[]>`
    select c.user_id as "userId", c.old_email::text as "oldEmail", c.new_email::text as "newEmail", c.confirmed_at as "confirmedAt",
      case when c.undone_at is not null then 'undone' when c.confirmed_at is not null then 'confirmed'
        when c.expires_at > clock_timestamp() then 'open' else 'ended' end as state,
      ${isInTime(sql)} as "canBeUndone"
    from address_changes c join users u on u.id = c.user_id and u.deleted_at is null where c.id = ${id}`;
  return row;
}

const isInTime = (sql: Queryable) => sql`
  coalesce(c.confirmed_at > clock_timestamp() - ${ADDRESS_UNDO_DAYS} * interval '1 day', false)`;

export type UndoRefusal = { readonly refused: 'unknown' | 'expired' | 'address_taken' };

export interface Undone {
  readonly userId: string;
  readonly flows: EndedFlows;
}

/**
 * Gives an account its old address again. Who changed it may have been a thief: all sessions end, every passkey, linked account and key
 * made since the link was asked for, and what can still become a way in ({@link endMadeSince}).
 * @param revokeAgent ends an agent that was allowed since
 */
export const undoAddress = (
  sql: Sql,
  id: string,
  { now, revokeAgent }: { readonly now: number; readonly revokeAgent: RevokeAgent },
): Promise<Undone | UndoRefusal> =>
  whereAddressIsFree(
    ['users_email_key'],
    () =>
      inRefusableTransaction(sql, async (tx, refuse: Refuse<UndoRefusal>) => {
        const [change] = await tx<
          { userId: string; oldEmail: string; since: Date; isInTime: boolean; isUndone: boolean }[]
        >`
          select c.user_id as "userId", c.old_email::text as "oldEmail", c.created_at as since, ${isInTime(tx)} as "isInTime",
            c.undone_at is not null as "isUndone"
          from address_changes c join users u on u.id = c.user_id and u.deleted_at is null
          where c.id = ${id} and c.confirmed_at is not null`;
        if (!change) return refuse({ refused: 'unknown' });
        if (change.isUndone) return { userId: change.userId, flows: NO_FLOWS };
        if (!change.isInTime) return refuse({ refused: 'expired' });
        return undo(tx, { now, revokeAgent, ...change });
      }),
    async (): Promise<UndoRefusal> => ({ refused: 'address_taken' }),
  );

interface Undoing {
  readonly userId: string;
  readonly oldEmail: string;
  readonly since: Date;
  readonly now: number;
  readonly revokeAgent: RevokeAgent;
}

/** Later changes of the account are undone with it: a link to take one of them back would give the account to who made it. */
async function undo(tx: Transaction, { userId, oldEmail, since, now, revokeAgent }: Undoing): Promise<Undone> {
  const [at] = await tx<{ until: Date }[]>`select clock_timestamp() as until`;
  const made = { userId, since, until: at?.until ?? new Date(now) };
  const by = { actor: { kind: 'session', userId, username: 'host' }, source: 'web' } as const;
  const flows = await endMadeSince(tx, made, { now, by, revokeAgent });
  const [user] = await tx<{ email: string }[]>`select email::text from users where id = ${userId} for no key update`;
  await tx`update users set email = ${oldEmail} where id = ${userId}`;
  await endOpenLinks(tx, userId);
  const data = { before: { email: user?.email ?? null }, after: { email: oldEmail }, undone: true };
  await logInWorkspaces(tx, { userId }, { source: 'web', action: 'member.address_changed', data });
  await tx`
    update address_changes set undone_at = clock_timestamp()
    where user_id = ${userId} and created_at >= ${since} and confirmed_at is not null and undone_at is null`;
  return { userId, flows };
}
