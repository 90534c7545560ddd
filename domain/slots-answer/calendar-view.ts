import type { FormField } from '../../schemas/shapes/forms.ts';
import type { EventType } from '../../schemas/shapes/public-calendar.ts';
import type { SlotsResponse } from '../../schemas/shapes/slots.ts';
import type { BookableEvent } from '../bookable/bookable-event.ts';
import { requiredFieldKeys } from '../forms/required-field-keys.ts';

/** The questions to every guest (interface, Invitee fields). */
export const inviteeFields: readonly FormField[] = [
  {
    key: 'email',
    type: 'email',
    label: 'Email address',
    required: true,
    helpText: "The guest's own address. The invite goes there, and the code unless agentEmail names another inbox.",
  },
  {
    key: 'timezone',
    type: 'timezone',
    label: 'Time zone',
    required: true,
    helpText: "The guest's IANA time zone, such as Europe/Berlin. Mails show times in it.",
  },
  { key: 'name', type: 'short_text', label: 'Name', required: false, config: { maxLength: 120 } },
];

/** The calendar of an answer. */
export function calendarView({ workspace, host }: BookableEvent): SlotsResponse['calendar'] {
  return {
    organization: { slug: workspace.slug, name: workspace.name },
    owner: { username: host.username },
    hostTimezone: host.timezone,
  };
}

/** An event type in public reads (interface, Event type, public view); lists add the description. */
export function eventTypeView({ eventType, rules, form }: BookableEvent): Omit<EventType, 'description'> {
  return {
    id: eventType.id,
    slug: eventType.slug,
    name: eventType.name,
    durationMinutes: rules.durationMinutes,
    locationType: eventType.locationType,
    maxFutureDays: rules.maxFutureDays,
    form: form && { ...form, requiredFieldKeys: requiredFieldKeys(form.definition) },
  };
}
