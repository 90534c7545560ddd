import type { AppError } from '../../schemas/errors.ts';
import { sqlState } from '../database.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Does what may find an address taken. What another unique index refuses is a fault of ours, and stays one.
 * @param indexes those that let each address be there once
 * @param refusal says whose it is; asked once the work's transaction is over
 */
export async function whereAddressIsFree<T>(
  indexes: readonly string[],
  work: () => Promise<T>,
  refusal: () => Promise<AppError>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTaken =
      sqlState(error) === UNIQUE_VIOLATION &&
      indexes.some((index) => index === (error as { constraint_name?: string }).constraint_name);
    throw isTaken ? await refusal() : error;
  }
}
