import { withDeadline } from '../../core/deadline.ts';
import { expectedFailure } from '../../core/failures.ts';

/**
 * What a page can do without: null where it is not there, or not in time, or the database is away.
 * @throws what nobody foresaw, which is to be logged
 */
export async function inTime<T>(read: () => Promise<T | undefined>, deadlineMs: number): Promise<T | null> {
  if (deadlineMs <= 0) return null;
  try {
    return (await withDeadline(read(), { deadlineMs, waitsFor: () => 'database' })) ?? null;
  } catch (error) {
    if (!expectedFailure(error)) throw error;
    return null;
  }
}
