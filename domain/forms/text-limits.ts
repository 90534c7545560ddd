import type { FormField } from '../../schemas/shapes/forms.ts';

export const SHORT_TEXT_LENGTH = 500;
export const LONG_TEXT_LENGTH = 5_000;

/** How many characters an answer in words may have, as JavaScript counts them. */
export const mostCharacters = ({ type, config }: Pick<FormField, 'type' | 'config'>): number =>
  Math.min(config?.maxLength ?? (type === 'long_text' ? LONG_TEXT_LENGTH : SHORT_TEXT_LENGTH), LONG_TEXT_LENGTH);

/** ITU-T E.164: a country code, which never begins with 0, and at most 15 digits in all. */
export const E164 = /^\+[1-9]\d{6,14}$/;

/** True for questions that are answered by choosing instead of writing. */
export const askedForChoice = (type: FormField['type']): boolean =>
  type === 'single_select' || type === 'multi_select' || type === 'boolean';
