import { z } from 'zod';
import { keyedReadErrors, keyedWriteErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { MEMBERS } from '../../shapes/access.ts';
import { AffectedMeetings, Person, TimeOff, userId } from '../../shapes/availability.ts';
import { LocalDate, line } from '../../shapes/fields.ts';
import { Untrusted } from '../../shapes/untrusted.ts';
import { WhenOrDay, whenFields } from '../../shapes/when.ts';

const TimeOffInput = z
  .object({
    userId: userId('time off'),
    startAt: WhenOrDay.optional().describe('Start, with endAt: an instant, or a local time with timeZone.'),
    endAt: WhenOrDay.optional().describe('End, later than startAt.'),
    fromDate: LocalDate.optional().describe('First whole day off, YYYY-MM-DD, instead of startAt and endAt.'),
    toDate: LocalDate.optional().describe('Last whole day off, inclusive. Default: fromDate.'),
    ...whenFields,
    timeZone: whenFields.timeZone.describe(
      'IANA zone of local times and of whole days. Needed for local times; for whole days the default is the zone of the person’s schedule.',
    ),
    reason: line(1, 200).optional().describe('Shown in this workspace only, never to guests.'),
  })
  .check(({ value: { startAt, endAt, fromDate, toDate }, issues }) => {
    const refuse = (path: string, message: string) =>
      issues.push({ code: 'custom', input: undefined, path: [path], message });
    const byDays = fromDate !== undefined || toDate !== undefined;
    const byTimes = startAt !== undefined || endAt !== undefined;
    if (byDays && byTimes) refuse('fromDate', 'cannot go with startAt and endAt: send whole days or times');
    else if (!byDays && startAt === undefined) refuse('startAt', 'send startAt and endAt, or fromDate for whole days');
    else if (!byDays && endAt === undefined) refuse('endAt', 'send it with startAt');
    else if (byDays && fromDate === undefined) refuse('fromDate', 'send it with toDate');
    else if (fromDate !== undefined && toDate !== undefined && toDate < fromDate)
      refuse('toDate', 'must be fromDate or a later date');
  });

const acting = { surface: 'host', rateClass: 'keyed', auth: { scope: 'workspace.act', roles: MEMBERS } } as const;

/** Time off of a person. It closes all of their schedules. */
export const timesOff = defineArea({
  addTimeOff: {
    ...acting,
    repeatable: true,
    title: 'Add time off',
    summary:
      'Closes all of a person’s schedules for a period: two times, or whole days. Their meetings in it stay and are listed in the answer. Repeating returns the existing one. Example: {"fromDate":"2026-12-24","toDate":"2027-01-01","timeZone":"Europe/Berlin","reason":"Holidays"}.',
    method: 'POST',
    path: '/workspace/time-off',
    effect: 'write',
    tool: 'add_time_off',
    errors: keyedWriteErrors,
    example: { fromDate: '2026-12-24', toDate: '2027-01-01', timeZone: 'Europe/Berlin', reason: 'Holidays' },
    input: TimeOffInput,
    output: z.object({ untrusted: Untrusted, timeOff: TimeOff, person: Person, affectedMeetings: AffectedMeetings }),
  },
  removeTimeOff: {
    ...acting,
    title: 'Remove time off',
    summary:
      'Removes time off, also after it has begun; repeating returns the same. get_schedule lists it, your own from other workspaces too.',
    method: 'DELETE',
    path: '/workspace/time-off/{timeOffId}',
    effect: 'destroy',
    tool: 'remove_time_off',
    errors: keyedReadErrors,
    input: z.object({ timeOffId: z.uuid().describe('Id of the time off, from get_schedule.') }),
    output: z.object({ id: z.uuid(), removed: z.literal(true).describe('Always true: it no longer exists.') }),
  },
});
