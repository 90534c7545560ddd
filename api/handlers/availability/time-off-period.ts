import type { Interval } from '../../../domain/slots/types.ts';
import { DAY_MS, parseDate } from '../../../domain/time/civil.ts';
import { zoneOf } from '../../../domain/time/zone.ts';
import { type FieldIssue, invalid } from '../../../schemas/errors.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { timesOff } from '../../../schemas/operations/availability/time-off.ts';
import { readWhen } from '../../core/when.ts';

const MAX_DAYS = 732;

type TimeOffInput = Input<typeof timesOff.addTimeOff>;

const wrong = (path: string, message: string): FieldIssue => ({ path, message });

const wholeDays = ({ fromDate, toDate = fromDate }: TimeOffInput, timezone: string): Interval => {
  const startOf = (date: string | undefined, plusDays: number) =>
    zoneOf(timezone).firstInstant(((parseDate(date ?? '') ?? 0) + plusDays) * DAY_MS);
  return { startMs: startOf(fromDate, 0), endMs: startOf(toDate, 1) };
};

/**
 * The period of an input, and the zone to show it in.
 * @param ownTimezone of the person's schedule; null: they have none
 * @throws AppError request.invalid, and what `readWhen` throws
 */
export function timeOffPeriod(
  input: TimeOffInput,
  ownTimezone: string | null,
  now: number,
): Interval & { timezone: string } {
  const { startAt, endAt, fromDate } = input;
  const timezone = input.timeZone ?? ownTimezone;
  if (fromDate !== undefined && timezone === null)
    throw invalid([wrong('timeZone', 'is needed for whole days of a person without a schedule')]);
  const period =
    startAt !== undefined && endAt !== undefined
      ? { startMs: readWhen('startAt', startAt, input), endMs: readWhen('endAt', endAt, input) }
      : wholeDays(input, timezone ?? 'UTC');
  const [first, last] = fromDate === undefined ? ['startAt', 'endAt'] : ['fromDate', 'toDate'];
  if (period.endMs <= period.startMs) throw invalid([wrong(last, `must be later than ${first}`)]);
  if (period.endMs - period.startMs > MAX_DAYS * DAY_MS)
    throw invalid([wrong(last, `must be at most ${MAX_DAYS} days after ${first}`)]);
  if (period.endMs <= now) throw invalid([wrong(last, 'has passed; time off must end later than now')]);
  return { ...period, timezone: timezone ?? 'UTC' };
}
