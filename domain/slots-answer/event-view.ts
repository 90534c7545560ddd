import type { FormField } from '../../schemas/shapes/forms.ts';
import type { EventType } from '../../schemas/shapes/public-calendar.ts';
import type { SlotsResponse } from '../../schemas/shapes/slots.ts';
import type { BookableEvent } from '../bookable/bookable-event.ts';
import { isConditional, requiredFieldKeys } from '../forms/conditions.ts';

/** The URLs of one event, all absolute and encoded. */
export interface EventLinks {
  readonly publicUrl: string;
  /** for people */
  readonly page: string;
  readonly slots: string;
  /** POST, or GET with a query */
  readonly otp: string;
  readonly book: string;
  readonly cancel: string;
  readonly reschedule: string;
  readonly mcp: string;
}

/** @param publicUrl the public origin, without a trailing slash */
export function eventLinks({ workspace, host, eventType }: BookableEvent, publicUrl: string): EventLinks {
  // A team's username is `team/{slug}`: two parts of the path.
  const parts = [workspace.slug, ...host.username.split('/'), eventType.slug];
  const path = parts.map(encodeURIComponent).join('/');
  const api = `${publicUrl}/api/v1/public`;
  return {
    publicUrl,
    page: `${publicUrl}/${path}`,
    slots: `${api}/${path}/slots`,
    otp: `${api}/${path}/otp`,
    book: `${api}/${path}/book`,
    cancel: `${api}/manage/cancel`,
    reschedule: `${api}/manage/reschedule`,
    mcp: `${publicUrl}/api/mcp/public/mcp`,
  };
}

/** Lists all questions to a guest: those of every event, then the event's own. */
export function bookerRequirements({ form }: BookableEvent): SlotsResponse['agentBooking']['bookerRequirements'] {
  return {
    slot: {
      key: 'startUtc',
      required: true,
      description: 'startUtc of the slot that the guest chose. Send it as startAt, unchanged.',
    },
    fields: [...inviteeFields, ...(form?.definition.fields ?? [])],
  };
}

/** The event's own questions. */
export function questions({ form }: BookableEvent): readonly FormField[] {
  return form?.definition.fields ?? [];
}

/** The keys of the questions that all bookings answer. */
export function requiredKeys({ form }: BookableEvent): readonly string[] {
  return form ? requiredFieldKeys(form.definition) : [];
}

/** Returns the questions by the names that the steps use. The event's own are `customFields.<key>`, so that none is mistaken for a guest's email. */
export function detailsToCollect(event: BookableEvent): Record<string, string> {
  return Object.fromEntries([
    ...inviteeFields.map((field) => [field.key, fieldInWords(field)]),
    ...questions(event).map((field) => [`customFields.${field.key}`, fieldInWords(field)]),
  ]);
}

/** "Which one? (short_text, required if its conditionalLogic holds)" */
export function fieldInWords(field: FormField): string {
  if (!field.required) return `${field.label} (${field.type}, optional)`;
  return `${field.label} (${field.type}, ${isConditional(field) ? 'required if its conditionalLogic holds' : 'required'})`;
}

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
