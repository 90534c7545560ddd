import type { InputOf } from '../../data/call.ts';
import type { EventType } from './event-type.ts';
import { formInput } from './questions/form-input.ts';

type CreateInput = InputOf<'createEventType'>;

/**
 * The settings of an event type, for a new one like it. A team's event has the team instead of a host and a schedule.
 */
export function copiedSettings(
  event: EventType,
  named: { readonly name: string; readonly slug?: string },
): CreateInput {
  const { id, slug, host, team, bookingUrl, upcomingMeetingCount, archivedAt, createdAt, version, ...copied } = event;
  const { scheduleId, form, reminders, ...settings } = copied;
  return {
    ...settings,
    ...named,
    ...(team ? { teamId: team.id, assignment: team.assignment } : { hostUserId: host.id }),
    ...(team || scheduleId === null ? {} : { scheduleId }),
    reminders: reminders.map(({ id: _id, ...reminder }) => reminder),
    ...(form === null ? {} : { form: formInput(form.definition) }),
  };
}
