import { isoInstant } from '../domain/time/local.ts';
import { resolveWhen } from '../domain/time/wall-time.ts';
import { Timezone } from '../schemas/shapes/fields.ts';
import { When } from '../schemas/shapes/when.ts';
import { usageError } from './exit.ts';

const EXAMPLES = '2026-11-23T09:00Z, 2026-11-23T09:00+01:00, or 2026-11-23T09:00 in the zone of --timezone';

/**
 * The instant of `--start`, for calls that take instants alone: guests' calls.
 * @param zone of a start without an offset
 * @throws CliError for what is no time, and for a local time that clocks skip or show twice
 */
export function startInstant(start: string, zone: string): string {
  if (!When.safeParse(start).success) throw usageError(`--start must be a time such as ${EXAMPLES}.`);
  // A start with an offset needs no zone, and the service says what is wrong with one.
  const zoned = Timezone.safeParse(zone);
  const resolved = resolveWhen(start, zoned.data);
  if ('ms' in resolved) return isoInstant(resolved.ms);
  switch (resolved.problem) {
    case 'ambiguous':
      throw usageError(
        `--start ${start} comes twice in ${zone}, where clocks go back. Type ${resolved.earlier.local} or ${resolved.later.local}.`,
      );
    case 'nonexistent':
      throw usageError(
        `--start ${start} does not exist in ${zone}, where clocks go forward over it. Type ${resolved.after.local} or another time.`,
      );
    case 'zone_needed':
      throw usageError(`--start ${start} has no offset, and --timezone ${zoned.error?.issues[0]?.message}`);
  }
}
