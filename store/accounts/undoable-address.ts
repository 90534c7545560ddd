import { ADDRESS_UNDO_DAYS } from '../../domain/accounts/account-mail.ts';
import type { Transaction } from '../database.ts';

/**
 * Until when the old address can take a change back; null: there is no such change. Nothing of an account is deleted for good before
 * that: who changed the address may be a thief.
 */
export async function undoableUntil(tx: Transaction, userId: string): Promise<Date | null> {
  const [row] = await tx<{ until: Date | null }[]>`
    select max(confirmed_at) + ${ADDRESS_UNDO_DAYS} * interval '1 day' as until from address_changes
    where user_id = ${userId} and undone_at is null and confirmed_at > clock_timestamp() - ${ADDRESS_UNDO_DAYS} * interval '1 day'`;
  return row?.until ?? null;
}

export interface AddressChangedLately {
  readonly refused: 'address_changed_lately';
  readonly until: Date;
}
