import type { FormDefinition, FormField } from '../../schemas/shapes/forms.ts';
import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import { isConditional } from './conditions.ts';

/** The key of the question that Holdfast adds to a phone event. */
export const GUEST_NUMBER_KEY = 'guest_phone';

const GUEST_NUMBER: FormField = {
  key: GUEST_NUMBER_KEY,
  type: 'phone',
  label: 'Phone number',
  required: true,
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

/**
 * Returns the form that guests get. Where the host calls (a phone event without a number to dial), every booking has a number to call
 * (docs/decisions/booking.md#a-way-to-join): from the form's own question for one, or else from the added question, which then comes first.
 */
export function formAskedOf(event: AskedEvent, form: AskedForm | null): AskedForm | null {
  if (event.locationType !== 'phone' || event.locationDetail !== null) return form;
  if (form === null) {
    const definition = { slug: 'guest-number', name: 'Phone call', fields: [GUEST_NUMBER] };
    return { id: event.id, definition };
  }
  return { ...form, definition: { ...form.definition, fields: withNumber(form.definition.fields) } };
}

function withNumber(fields: readonly FormField[]): FormField[] {
  const existing = numberQuestion(fields);
  if (existing === undefined) return [GUEST_NUMBER, ...fields];
  return fields.map((field) => (field === existing ? alwaysAsked(field) : field));
}

/** Returns the question of the form that every guest answers with a number. A conditional one does not count, since some guests would skip it. */
export function numberQuestion(fields: readonly FormField[]): FormField | undefined {
  const numbers = fields.filter((field) => field.type === 'phone' && !isConditional(field));
  const sameKey = fields.find(({ key }) => key === GUEST_NUMBER_KEY);
  return numbers.find(({ required }) => required) ?? sameKey ?? numbers[0];
}

/** A number that is reserved for examples. */
const EXAMPLE_NUMBER = '+12025550143';

/** Returns the answers of a sample booking: where the host calls, it has a number like every booking. Spread the result into the call. */
export function sampleAnswers({
  locationType,
  locationDetail,
  form,
}: Omit<AskedEvent, 'id'> & { readonly form: Pick<AskedForm, 'definition'> | null }): {
  readonly customFields?: Record<string, string>;
} {
  if (locationType !== 'phone' || locationDetail !== null) return {};
  const key = numberQuestion(form?.definition.fields ?? [])?.key ?? GUEST_NUMBER_KEY;
  return { customFields: { [key]: EXAMPLE_NUMBER } };
}

const alwaysAsked = ({ conditionalLogic: _, ...field }: FormField): FormField => ({ ...field, required: true });
