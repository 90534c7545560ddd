/** Whether a guest's data was deleted: `store/meetings/delete-guest.ts` leaves such an address in place of theirs. */
export const isDeletedGuest = (email: string): boolean => /^deleted\+[^@]*@guest\.invalid$/.test(email);
