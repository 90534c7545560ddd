import { v7 as uuidv7 } from 'uuid';
import type { Interval } from '../../../domain/slots/types.ts';
import { DAY_MS, parseDate } from '../../../domain/time/civil.ts';
import { zoneOf } from '../../../domain/time/zone.ts';
import { type FieldIssue, invalid } from '../../../schemas/errors.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { timesOff } from '../../../schemas/operations/availability/time-off.ts';
import { meetingsIn } from '../../../store/availability/affected-meetings.ts';
import { readDefaultTimezone } from '../../../store/availability/schedules.ts';
import { addTimeOff as add } from '../../../store/availability/time-off.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { readWhen } from '../../core/when.ts';
import { tooMuchTimeOff } from './refusals.ts';
import { requirePerson } from './require-schedule.ts';
import { affectedView, toTimeOff } from './schedule-view.ts';

const MAX_DAYS = 732;

type TimeOffInput = Input<typeof timesOff.addTimeOff>;

const wrong = (path: string, message: string): FieldIssue => ({ path, message });

const wholeDays = ({ fromDate, toDate = fromDate }: TimeOffInput, timezone: string): Interval => {
  const startOf = (date: string | undefined, plusDays: number) =>
    zoneOf(timezone).firstInstant(((parseDate(date ?? '') ?? 0) + plusDays) * DAY_MS);
  return { startMs: startOf(fromDate, 0), endMs: startOf(toDate, 1) };
};

/**
 * Returns the period of an input, and the zone in which it is shown.
 * @param scheduleTimezone zone of the person's schedule; null: they have none
 * @throws AppError request.invalid, and what `readWhen` throws
 */
function timeOffPeriod(
  input: TimeOffInput,
  scheduleTimezone: string | null,
  now: number,
): Interval & { timezone: string } {
  const { startAt, endAt, fromDate } = input;
  const timezone = input.timeZone ?? scheduleTimezone;
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

export const addTimeOff: Handler<typeof timesOff.addTimeOff> = async (context, input) => {
  const { sql, actor, caller, now } = context;
  const { workspaceId } = actor;
  const person = await requirePerson(context, input.userId);
  const { timezone, ...period } = timeOffPeriod(input, await readDefaultTimezone(sql, workspaceId, person.id), now);
  const request = { id: uuidv7(), workspaceId, userId: person.id, ...period, reason: input.reason ?? null, now };
  const timeOff = resultOrThrow(await add(sql, request, { actor, source: caller.source }), tooMuchTimeOff);
  const meetings = await meetingsIn(sql, { workspaceId, userId: person.id, now }, period);
  return { timeOff: toTimeOff(timeOff, timezone), person, affectedMeetings: affectedView(meetings, timezone) };
};
