import type { FormDefinition, FormField } from '../../../schemas/shapes/forms.ts';

export const form = (...fields: readonly (Partial<FormField> & Pick<FormField, 'key' | 'type'>)[]): FormDefinition => ({
  slug: 'intake',
  name: 'Intake',
  fields: fields.map((field) => ({ label: `What is ${field.key}?`, required: false, ...field })),
});

export const sizes = {
  options: [
    { value: 'solo', label: 'Just me' },
    { value: 'small', label: '2 to 10' },
    { value: 'large', label: 'More than 10' },
  ],
};
