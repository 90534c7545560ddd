import type { FormDefinition, FormField } from '../../schemas/shapes/forms.ts';
import type { LocationType } from '../../schemas/shapes/public-calendar.ts';

/** The key of the question that a phone event asks by itself. */
export const GUEST_NUMBER_KEY = 'guest_phone';

/** Optional for programs, which booked such events before; the guest's page requires it. */
const GUEST_NUMBER: FormField = {
  key: GUEST_NUMBER_KEY,
  type: 'phone',
  label: 'Phone number',
  required: false,
  helpText: 'The host calls this number.',
};

interface AskedEvent {
  readonly id: string;
  readonly locationType: LocationType;
  readonly locationDetail: string | null;
}

interface AskedForm {
  readonly id: string;
  readonly definition: FormDefinition;
}

/** The form that guests get: a phone event that says nothing of who calls whom asks for the guest's number first. */
export function formAskedOf(event: AskedEvent, form: AskedForm | null): AskedForm | null {
  if (event.locationType !== 'phone' || event.locationDetail !== null) return form;
  if (form === null) {
    const definition = { slug: 'guest-number', name: 'Phone call', fields: [GUEST_NUMBER] };
    return { id: event.id, definition };
  }
  const { fields } = form.definition;
  if (fields.some(({ type, key }) => type === 'phone' || key === GUEST_NUMBER_KEY)) return form;
  return { ...form, definition: { ...form.definition, fields: [GUEST_NUMBER, ...fields] } };
}
