import type { FormField } from '../../schemas/forms.ts';
import type { SlotsResponse } from '../../schemas/slots.ts';
import type { BookingPage } from '../booking-page.ts';
import { requiredFieldKeys } from '../forms/required-field-keys.ts';
import { inviteeFields } from './calendar-view.ts';

/** Everything asked of a guest: what every event asks, then the event's own questions. */
export function bookerRequirements({ form }: BookingPage): SlotsResponse['agentBooking']['bookerRequirements'] {
  return {
    slot: {
      key: 'startUtc',
      required: true,
      description: 'startUtc of the slot that the guest chose. Send it as startAt, unchanged.',
    },
    fields: [...inviteeFields, ...(form?.definition.fields ?? [])],
  };
}

/** The event's questions as `customFields.<key>`, so that none is taken for a guest's email or name. */
export function questions({ form }: BookingPage): readonly FormField[] {
  return form?.definition.fields ?? [];
}

/** The keys of the questions that every booking answers. */
export function requiredKeys({ form }: BookingPage): readonly string[] {
  return form ? requiredFieldKeys(form.definition) : [];
}

/** What to ask, by the name under which it is sent later: label and type, and whether it is needed. */
export function detailsToCollect(page: BookingPage): Record<string, unknown> {
  const required = new Set(requiredKeys(page));
  const own = inviteeFields.map((field) => [field.key, inWords(field, field.required)] as const);
  const asked = questions(page).map(
    (field) => [`customFields.${field.key}`, inWords(field, required.has(field.key))] as const,
  );
  return Object.fromEntries([...own, ...asked]);
}

function inWords(field: FormField, required: boolean): string {
  const conditional = field.required && !required;
  const need = conditional ? 'required if its conditionalLogic holds' : required ? 'required' : 'optional';
  return `${field.label} (${field.type}, ${need})`;
}
