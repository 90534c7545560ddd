import { toHoursWindow, toWeeklyHours } from '../../../domain/availability/weekly-hours.ts';
import { outsideHoursCheck } from '../../../domain/slots/week.ts';
import { hostSchedule } from '../../../domain/slots-answer/schedule-words.ts';
import { DAY_MS, formatDate } from '../../../domain/time/civil.ts';
import { intervalView } from '../../../domain/time/local.ts';
import { zoneOf } from '../../../domain/time/zone.ts';
import { meetingsOfSchedule, type UpcomingMeeting } from '../../../store/availability/affected-meetings.ts';
import { type ScheduleLine, type ScheduleRecord, toWeek } from '../../../store/availability/schedules.ts';
import { listTimeOff, type TimeOff } from '../../../store/availability/time-off.ts';
import type { Queryable } from '../../../store/database.ts';

const MAX_SHOWN_MEETINGS = 5;

export const toScheduleLine = ({ id, name, timezone, owner, isDefault, weeklyRules, version }: ScheduleLine) => ({
  id,
  name,
  timezone,
  owner,
  isDefault,
  weeklyHours: toWeeklyHours(weeklyRules),
  summary: hostSchedule({ timezone, weeklyRules, overrides: [], timeOff: [] }).summary,
  version,
});

export const toTimeOff = ({ id, startMs, endMs, reason, isOwn }: TimeOff, timezone: string) => ({
  id,
  ...intervalView(startMs, endMs, timezone),
  reason,
  isEnteredHere: isOwn,
});

interface Reading {
  readonly sql: Queryable;
  readonly actor: { readonly workspaceId: string; readonly userId: string };
  readonly now: number;
}

/** Returns a complete schedule, with its owner's time off. */
export async function scheduleView({ sql, actor, now }: Reading, record: ScheduleRecord) {
  const { owner, overrides, eventTypes, timezone } = record;
  const timeOff = await listTimeOff(sql, {
    workspaceId: actor.workspaceId,
    userId: owner.id,
    callerId: actor.userId,
    now,
  });
  const yesterday = formatDate(zoneOf(timezone).dayAt(now - DAY_MS));
  return {
    ...toScheduleLine(record),
    dateOverrides: overrides
      .filter(({ date }) => date >= yesterday)
      .map(({ date, windows }) => ({ date, windows: windows.map(toHoursWindow) })),
    timeOff: timeOff.map((one) => toTimeOff(one, timezone)),
    eventTypes: [...eventTypes],
  };
}

/** Returns the number of affected meetings, and the first few. */
export const affectedView = (meetings: readonly UpcomingMeeting[], timezone: string) => ({
  count: meetings.length,
  meetings: meetings.slice(0, MAX_SHOWN_MEETINGS).map(({ id, startMs, endMs, eventName, invitee }) => ({
    id,
    ...intervalView(startMs, endMs, timezone),
    eventName,
    invitee,
  })),
});

/** Returns a schedule after a change, and the meetings that are now outside its hours. */
export async function changedView(reading: Reading, record: ScheduleRecord) {
  const { sql, actor, now } = reading;
  const query = { workspaceId: actor.workspaceId, userId: record.owner.id, now };
  const meetings = await meetingsOfSchedule(sql, query, { scheduleId: record.id, isDefault: record.isDefault });
  return {
    schedule: await scheduleView(reading, record),
    affectedMeetings: affectedView(meetings.filter(outsideHoursCheck(toWeek(record))), record.timezone),
  };
}
