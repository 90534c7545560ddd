import type { Transaction } from '../database.ts';

/** Increments the version of a person's busy times, so that slots are computed again. Call it once in a transaction. */
export const countBusyChange = (tx: Transaction, userId: string) =>
  tx`update users set busy_version = busy_version + 1 where id = ${userId}`;
