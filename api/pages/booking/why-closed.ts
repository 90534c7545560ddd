import type { AvailabilitySnapshot } from '../../../store/bookable/availability-snapshot.ts';
import { expectedFailure } from '../../core/failures.ts';
import { whyNotOpen } from '../../handlers/bookable/open-times.ts';
import type { PageClock } from '../shell/page-clock.ts';

/**
 * Why a start is not in the list of open times: the reason word of a refused booking, or `over`.
 * @param find reads the event @throws AppError resource.not_found, service.unavailable
 * @returns null if the event cannot be read now: then the reason is unknown
 */
export async function whyClosed(
  clock: PageClock,
  find: () => Promise<AvailabilitySnapshot>,
  startUtc: string,
): Promise<string | null> {
  const startMs = Date.parse(startUtc);
  if (startMs <= clock.now) return 'over';
  const read = await clock.tryRead(async () => ({ snapshot: await find().catch(undefinedIfMissing) }));
  if (read === null) return null;
  if (read.snapshot === undefined) return 'not_a_slot';
  // Open again since the list was read: a moment ago it was taken.
  return whyNotOpen(read.snapshot, clock.now, startMs) ?? 'slot_taken';
}

function undefinedIfMissing(error: unknown): undefined {
  if (expectedFailure(error)?.code === 'resource.not_found') return undefined;
  throw error;
}
