import { ADDRESS_UNDO_DAYS } from '../../domain/accounts/address-change.ts';
import type { Queryable, Transaction } from '../database.ts';

/** Somebody whose old address can still take a change back: who changed it may be a thief. */
export interface UndoableAddress {
  readonly userId: string;
  readonly name: string;
  readonly until: Date;
}

export interface AddressChangedLately {
  readonly refused: 'address_changed_lately';
  readonly undoable: UndoableAddress;
}

const isUndoable = (sql: Queryable) => sql`
  c.undone_at is null and c.confirmed_at > clock_timestamp() - ${ADDRESS_UNDO_DAYS} * interval '1 day'`;

/** Whether the old address of a user can still take a change back, for queries. @param userId SQL of their id */
export const hasUndoableAddress = (sql: Queryable, userId: ReturnType<Queryable>) => sql`
  exists (select 1 from address_changes c where c.user_id = ${userId} and ${isUndoable(sql)})`;

/** null: the old address can take nothing back. */
export const undoableAddressOf = (tx: Transaction, userId: string): Promise<UndoableAddress | null> =>
  findUndoable(tx, tx`u.id = ${userId}`);

/** Of the owners of a workspace, the one whose address can be taken back longest; null: none. */
export const undoableOwnerOf = (tx: Transaction, workspaceId: string): Promise<UndoableAddress | null> =>
  findUndoable(
    tx,
    tx`u.id in (select m.user_id from memberships m where m.workspace_id = ${workspaceId} and m.role = 'owner')`,
  );

async function findUndoable(tx: Transaction, whose: ReturnType<Transaction>): Promise<UndoableAddress | null> {
  const [undoable] = await tx<UndoableAddress[]>`
    select u.id as "userId", u.name, max(c.confirmed_at) + ${ADDRESS_UNDO_DAYS} * interval '1 day' as until
    from users u join address_changes c on c.user_id = u.id
    where ${whose} and ${isUndoable(tx)} group by u.id order by until desc limit 1`;
  return undoable ?? null;
}
