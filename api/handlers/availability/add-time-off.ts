import { v7 as uuidv7 } from 'uuid';
import type { timesOff } from '../../../schemas/operations/availability/time-off.ts';
import { meetingsIn } from '../../../store/availability/affected-meetings.ts';
import { ownTimezone } from '../../../store/availability/schedules.ts';
import { addTimeOff as add } from '../../../store/availability/time-off.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { tooMuchTimeOff } from './refusals.ts';
import { requirePerson } from './require-schedule.ts';
import { affectedView, toTimeOff } from './schedule-view.ts';
import { timeOffPeriod } from './time-off-period.ts';

export const addTimeOff: Handler<typeof timesOff.addTimeOff> = async (context, input) => {
  const { sql, actor, caller, now } = context;
  const { workspaceId } = actor;
  const person = await requirePerson(context, input.userId);
  const { timezone, ...period } = timeOffPeriod(input, await ownTimezone(sql, workspaceId, person.id), now);
  const request = { id: uuidv7(), workspaceId, userId: person.id, ...period, reason: input.reason ?? null, now };
  const timeOff = resultOrThrow(await add(sql, request, { actor, source: caller.source }), tooMuchTimeOff);
  const meetings = await meetingsIn(sql, { workspaceId, userId: person.id, now }, period);
  return { timeOff: toTimeOff(timeOff, timezone), person, affectedMeetings: affectedView(meetings, timezone) };
};
