import { type UndoableAddress, undoableAddressOf } from '../accounts/undoable-address.ts';
import type { Transaction } from '../database.ts';
import { findMember, type MemberRow } from './members.ts';

/**
 * Why a member stays an owner: until their old address can take a change back no more, nobody takes a workspace from them, nor can they
 * give it up themselves (docs/decisions/identity.md#changes-of-address). An owner who was a member before them can: nobody stays for ever by changing their address.
 * Under the lock of the workspace. null: they need not stay.
 */
export async function whyStaysOwner(
  tx: Transaction,
  workspaceId: string,
  member: MemberRow,
  byUserId: string,
): Promise<UndoableAddress | null> {
  const undoable = member.role === 'owner' ? await undoableAddressOf(tx, member.id) : null;
  if (!undoable || byUserId === member.id) return undoable;
  const by = await findMember(tx, workspaceId, byUserId);
  const wasBefore = by !== undefined && by.since < member.since;
  return wasBefore && !(await undoableAddressOf(tx, byUserId)) ? null : undoable;
}
