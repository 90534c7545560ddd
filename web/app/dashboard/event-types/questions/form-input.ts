import type { FormDefinition, FormField, FormFieldInput, FormInput } from '../../../../../schemas/shapes/forms.ts';

/** Every guest is asked for these: no form has them. */
const ALWAYS_ASKED = ['email', 'name', 'timezone'];

/** The questions that a host may change. */
export const ownFields = (fields: readonly FormField[]): FormFieldInput[] =>
  fields.filter(
    (field): field is FormField & FormFieldInput => field.type !== 'timezone' && !ALWAYS_ASKED.includes(field.key),
  );

/** A form as it was read, to be sent again. */
export const formInput = ({ name, description, fields }: FormDefinition): FormInput => ({
  name,
  ...(description === undefined ? {} : { description }),
  fields: ownFields(fields),
});
