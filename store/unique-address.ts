import { sqlState } from './database.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Does work that may find an address taken. Throws violations of other unique indexes on: those are bugs.
 * @param indexes the unique indexes on the address
 * @param onTaken returns the outcome for a taken address; called after the transaction of the work is over
 */
export async function whereAddressIsFree<T, Taken>(
  indexes: readonly string[],
  work: () => Promise<T>,
  onTaken: () => Promise<Taken>,
): Promise<T | Taken> {
  try {
    return await work();
  } catch (error) {
    const isTaken =
      sqlState(error) === UNIQUE_VIOLATION &&
      indexes.some((index) => index === (error as { constraint_name?: string }).constraint_name);
    if (!isTaken) throw error;
    return onTaken();
  }
}
