import type { InputOf } from '../../data/call.ts';
import type { EventType } from './event-type.ts';
import { formInput } from './questions/form-input.ts';

type CreateInput = InputOf<'createEventType'>;

/**
 * The settings of an event type, as those of a new one. A team's event has the team instead of a host and a schedule.
 */
export function copiedSettings(
  event: EventType,
  named: { readonly name: string; readonly slug?: string },
): CreateInput {
  const { limits, bookingPolicy, scheduleId, team, host, form } = event;
  return {
    ...named,
    ...(team ? { teamId: team.id, assignment: team.assignment } : { hostUserId: host.id }),
    ...(team || scheduleId === null ? {} : { scheduleId }),
    description: event.description,
    durationMinutes: event.durationMinutes,
    locationType: event.locationType,
    locationDetail: event.locationDetail,
    maxFutureDays: event.maxFutureDays,
    minimumNoticeMinutes: event.minimumNoticeMinutes,
    slotIntervalMinutes: event.slotIntervalMinutes,
    bufferBeforeMinutes: event.bufferBeforeMinutes,
    bufferAfterMinutes: event.bufferAfterMinutes,
    buffersAroundCalendarEvents: event.buffersAroundCalendarEvents,
    limits,
    requiresApproval: event.requiresApproval,
    reapproveOnReschedule: event.reapproveOnReschedule,
    bookingPolicy,
    hidden: event.hidden,
    color: event.color,
    prep: event.prep,
    prepTemplate: event.prepTemplate,
    prepMailMinutes: event.prepMailMinutes,
    reminders: event.reminders.map(({ id: _id, ...reminder }) => reminder),
    ...(form === null ? {} : { form: formInput(form.definition) }),
  };
}
