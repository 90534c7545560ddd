import type { Transaction } from '../database.ts';

/** Slots are computed anew. Once in a transaction: each count is a version of what listings read of this person. */
export const countBusyChange = (tx: Transaction, userId: string) =>
  tx`update users set busy_version = busy_version + 1 where id = ${userId}`;
