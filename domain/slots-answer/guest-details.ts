import type { FormField } from '../../schemas/shapes/forms.ts';
import type { SlotsResponse } from '../../schemas/shapes/slots.ts';
import type { BookableEvent } from '../bookable/bookable-event.ts';
import { isConditional, requiredFieldKeys } from '../forms/required-field-keys.ts';
import { inviteeFields } from './calendar-view.ts';

/** All questions to a guest: those of every event, then the event's own. */
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

/** What to ask, by the name that the steps use. Questions are `customFields.<key>`, so that none is mistaken for a guest's email. */
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
