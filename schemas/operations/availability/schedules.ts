import { z } from 'zod';
import { keyedReadErrors, keyedWriteErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { MEMBERS } from '../../shapes/access.ts';
import { AffectedMeetings, Person, TimeOff, userId } from '../../shapes/availability.ts';
import { LocalDate, line, Timezone } from '../../shapes/fields.ts';
import { nextCursor, PageOfList } from '../../shapes/lists.ts';
import { Untrusted } from '../../shapes/untrusted.ts';
import { ExpectedVersion, Version } from '../../shapes/versions.ts';
import { DayHours, DayHoursView, Weekday, WeeklyHours, WeeklyHoursView } from '../../shapes/weekly-hours.ts';

const scheduleId = z.uuid().describe('From list_schedules.');
/** A schedule as an entry of a list. */
const ScheduleLine = z.object({
  id: z.uuid(),
  name: z.string(),
  timezone: z.string().describe('IANA time zone.'),
  owner: Person.describe('The host or team that owns it.'),
  isDefault: z
    .boolean()
    .describe('The owner’s oldest schedule: team events use it, and it sets the zone of their times.'),
  weeklyHours: WeeklyHoursView.describe('The hours of each week, in the zone of the schedule.'),
  summary: z.string().describe('The weekly hours in words.'),
  version: Version,
});

const Schedule = ScheduleLine.extend({
  dateOverrides: z
    .array(
      z.object({
        date: z.string().describe('A day, YYYY-MM-DD.'),
        windows: DayHoursView.describe('The hours of the day.'),
      }),
    )
    .describe(
      'Dates, from yesterday on, whose windows replace the weekly hours; no windows: closed. An end before its start is on the next date.',
    ),
  timeOff: z.array(TimeOff).describe('The owner’s time off that has not ended; it closes all of their schedules.'),
  eventTypes: z
    .array(z.object({ id: z.uuid(), name: z.string(), slug: z.string() }))
    .describe('Those that use this schedule.'),
});

const notice = z.string().optional().describe('Only with hours past midnight: what was stored.');
const Changed = z.object({ untrusted: Untrusted, schedule: Schedule, affectedMeetings: AffectedMeetings, notice });

/** Dates of one call that had other hours before. */
const changedDates = z
  .array(z.string())
  .describe('The dates that this call changed, and ranges of dates such as 2026-12-21/2026-12-24.');
const OverridesChanged = Changed.extend({
  changedDates,
  schedule: Schedule.partial({ dateOverrides: true }).describe(
    'Without dateOverrides if toDate was sent: get_schedule has them.',
  ),
});
const MAX_DATES = 92;
/** The dates of one call, the bounds included. */
const dates = {
  toDate: LocalDate.optional().describe('Last date, inclusive, at most 92 dates. Default: date.'),
  days: z.array(Weekday).min(1).max(7).optional().describe('Only these, with toDate. Default: every day.'),
};

interface Dates {
  readonly date: string;
  readonly toDate?: string | undefined;
  readonly days?: readonly string[] | undefined;
}

/** Refuses ranges that end before they begin or are too long, and `days` without a range. */
const checkDates = ({ value, issues }: z.core.ParsePayload<Dates>): void => {
  const refuse = (path: string, message: string) =>
    issues.push({ code: 'custom', input: value, path: [path], message });
  const { date, toDate, days } = value;
  if (toDate === undefined && days !== undefined) return void refuse('days', 'send it with toDate');
  const many = (Date.parse(toDate ?? date) - Date.parse(date)) / 86_400_000 + 1;
  if (many < 1) refuse('toDate', 'must be date or a later date');
  if (many > MAX_DATES)
    refuse('toDate', `must be at most ${MAX_DATES} dates from date on, both included; call again for the rest`);
};

const reading = { surface: 'host', rateClass: 'keyed', auth: { scope: 'workspace.read', roles: MEMBERS } } as const;
const acting = { ...reading, auth: { scope: 'workspace.act', roles: MEMBERS } } as const;
const name = line(1, 80).describe('Name for hosts, such as "Office hours"; unique for its owner.');
const timezone = Timezone.describe('IANA zone of the hours, such as Europe/Berlin.');

const UpdateInput = z
  .object({
    scheduleId,
    name: name.optional(),
    timezone: timezone.optional(),
    weeklyHours: WeeklyHours.optional(),
    expectedVersion: ExpectedVersion,
  })
  .check(({ value, issues }) => {
    if (value.name !== undefined || value.timezone !== undefined || value.weeklyHours !== undefined) return;
    const message = 'nothing to change: send name, timezone or weeklyHours';
    issues.push({ code: 'custom', input: value, path: [], message });
  });

/** Weekly hours and date overrides: when hosts can be booked (contract, Availability). */
export const schedules = defineArea({
  listSchedules: {
    ...reading,
    title: 'List schedules',
    summary:
      'The weekly hours of everyone, or of one person with userId; members see their own. Oldest first. Use it to find a scheduleId; get_schedule adds date overrides and time off.',
    method: 'GET',
    path: '/workspace/schedules',
    effect: 'read',
    tool: 'list_schedules',
    errors: keyedReadErrors,
    input: PageOfList.extend({
      userId: z.uuid().optional().describe('Only this person’s (list_members). Default: all that you can see.'),
    }),
    output: z.object({ schedules: z.array(ScheduleLine), nextCursor }),
  },
  getSchedule: {
    ...reading,
    title: 'Get a schedule',
    summary:
      'One schedule in full: weekly hours, date overrides, the owner’s time off, and the event types that use it. explain_slot says why a time is not offered.',
    method: 'GET',
    path: '/workspace/schedules/{scheduleId}',
    effect: 'read',
    tool: 'get_schedule',
    errors: keyedReadErrors,
    input: z.object({ scheduleId }),
    output: Schedule,
  },
  createSchedule: {
    ...acting,
    repeatable: true,
    title: 'Create a schedule',
    summary:
      'Creates weekly hours for a person. It offers nothing by itself: give its id to an event type as scheduleId. Repeating returns the existing one; its name with other hours: 409.',
    method: 'POST',
    path: '/workspace/schedules',
    effect: 'write',
    tool: 'create_schedule',
    errors: keyedWriteErrors,
    input: z.object({
      userId: userId('schedule'),
      name,
      timezone: timezone.optional().describe("IANA zone of the hours. Default: the workspace's."),
      weeklyHours: WeeklyHours,
    }),
    output: Schedule.extend({ notice }),
  },
  updateSchedule: {
    ...acting,
    title: 'Change a schedule',
    summary:
      'Changes name, zone or weekly hours, given as in create_schedule; weeklyHours replaces the whole week, so send all of it. Meetings that are then outside the hours stay and are listed in the answer. For single dates use add_date_override, for absences add_time_off.',
    method: 'PATCH',
    path: '/workspace/schedules/{scheduleId}',
    effect: 'write',
    tool: 'update_schedule',
    errors: keyedWriteErrors,
    input: UpdateInput,
    output: Changed,
  },
  deleteSchedule: {
    ...acting,
    title: 'Delete a schedule',
    summary:
      'Deletes a schedule and its date overrides permanently; repeating returns the same. 409 while event types use it, which are listed, and while it is the only one of a team member.',
    method: 'DELETE',
    path: '/workspace/schedules/{scheduleId}',
    effect: 'destroy',
    tool: 'delete_schedule',
    errors: [...keyedReadErrors, 'resource.conflict'],
    input: z.object({ scheduleId }),
    output: z.object({ id: z.uuid(), deleted: z.literal(true).describe('Always true: it no longer exists.') }),
  },
  addDateOverride: {
    ...acting,
    repeatable: true,
    title: 'Set the hours of dates',
    summary:
      'Replaces the weekly hours, and any earlier override, of one date, or of all to toDate, in the schedule’s zone; repeating changes nothing. windows [] closes the day. Affects this schedule only; for absences use add_time_off. Example: {"scheduleId":"…","date":"2026-12-24","windows":[{"start":"09:00","end":"12:00"}]}.',
    method: 'POST',
    path: '/workspace/schedules/{scheduleId}/add-date-override',
    effect: 'write',
    tool: 'add_date_override',
    errors: keyedWriteErrors,
    input: z
      .object({
        scheduleId,
        date: LocalDate.describe('YYYY-MM-DD in the zone of the schedule, today or later.'),
        ...dates,
        windows: DayHours.describe('All windows of each date; []: closed.'),
      })
      .check(checkDates),
    output: OverridesChanged,
  },
  removeDateOverride: {
    ...acting,
    title: 'Remove date overrides',
    summary:
      'Removes the override of one date, or of several, given as in add_date_override: weekly hours apply again. Without one nothing changes.',
    method: 'POST',
    path: '/workspace/schedules/{scheduleId}/remove-date-override',
    effect: 'destroy',
    tool: 'remove_date_override',
    errors: keyedReadErrors,
    input: z
      .object({ scheduleId, date: LocalDate.describe('YYYY-MM-DD in the zone of the schedule.'), ...dates })
      .check(checkDates),
    output: OverridesChanged,
  },
});
