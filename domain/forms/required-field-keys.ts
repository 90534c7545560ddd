import type { FormDefinition, FormField } from '../../schemas/shapes/forms.ts';

/**
 * The keys that every booking must answer. Without fields behind a condition, which are required only if it holds: their own
 * `required` and `conditionalLogic` say so.
 */
export function requiredFieldKeys(form: FormDefinition): string[] {
  return form.fields.filter((field) => field.required && !isConditional(field)).map((field) => field.key);
}

/** True for a field that is asked only if its condition holds. */
export function isConditional({ conditionalLogic: logic }: FormField): boolean {
  return (logic?.all?.length ?? 0) > 0 || (logic?.any?.length ?? 0) > 0;
}
