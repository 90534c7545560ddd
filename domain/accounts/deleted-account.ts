/** RFC 2606: no mail reaches it. */
const NOWHERE = /@(?:account|guest)\.invalid$/i;

/** The address of a deleted account. Each has its own: two are never taken for one. */
export const deletedAddress = (userId: string): string => `deleted+${userId}@account.invalid`;

/** The name of a deleted account, where a meeting that it hosted is shown. */
export const DELETED_NAME = 'Deleted account';

/** Whether an address is that of a deleted account or guest: no mail leaves for it. */
export const isDeletedAddress = (address: string): boolean => NOWHERE.test(address);
