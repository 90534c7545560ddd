import type { FormDefinition, FormField } from '../../schemas/shapes/forms.ts';
import type { LocationType } from '../../schemas/shapes/public-calendar.ts';
import { isConditional } from './required-field-keys.ts';

/** The key of the question that a phone event asks by itself. */
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
 * The form that guests get. Where the host calls (a phone event that says nothing of who calls whom), every booking has a number to call
 * (decision 0360): the form's own question for one, or else ours, which then comes first.
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
  const own = numberQuestion(fields);
  if (own === undefined) return [GUEST_NUMBER, ...fields];
  return fields.map((field) => (field === own ? alwaysAsked(field) : field));
}

/** The question of the form that everybody answers with a number. One behind a condition leaves some guests without. */
export function numberQuestion(fields: readonly FormField[]): FormField | undefined {
  const numbers = fields.filter((field) => field.type === 'phone' && !isConditional(field));
  const sameKey = fields.find(({ key }) => key === GUEST_NUMBER_KEY);
  return numbers.find(({ required }) => required) ?? sameKey ?? numbers[0];
}

/** A number that is kept free for examples. */
const EXAMPLE_NUMBER = '+12025550143';

/** For a booking that is only a sample: where the host calls, it has a number like every booking. Spread it into the call. */
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
