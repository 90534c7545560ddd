import { AppError } from '../../schemas/errors.ts';
import type { UndoableAddress } from '../../store/accounts/undoable-address.ts';

/**
 * Somebody's old address can still take a change back.
 * @param callerId for whom the words are
 * @param rule what does not happen before that: "nothing is deleted for good"
 */
export const addressChangedLately = (
  { userId, name, until }: UndoableAddress,
  callerId: string,
  rule: string,
): AppError =>
  new AppError(
    'resource.conflict',
    `${userId === callerId ? 'Your mail address' : `The mail address of ${name}, an owner,`} was changed lately. Until ${until.toISOString()} the old inbox can take that back, and ${rule}. Try again after that. Nothing was changed.`,
    { reason: 'address_changed_lately', until: until.toISOString(), userId },
  );

/** Workspaces and accounts. */
export const NOTHING_DELETED = 'nothing is deleted for good';
/** Roles, removals and invitations. */
export const OWNER_STAYS = 'nobody takes the role of owner from this account, nor does it leave';
export const NO_OWNERS_MADE = 'this account makes no owners';
