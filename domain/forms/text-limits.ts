import type { FormField } from '../../schemas/shapes/forms.ts';

export const SHORT_TEXT_LENGTH = 500;
export const LONG_TEXT_LENGTH = 5_000;

/** Returns the maximum length of an answer in words, in UTF-16 units. */
export const maxCharacters = ({ type, config }: Pick<FormField, 'type' | 'config'>): number =>
  Math.min(config?.maxLength ?? (type === 'long_text' ? LONG_TEXT_LENGTH : SHORT_TEXT_LENGTH), LONG_TEXT_LENGTH);

/** ITU-T E.164: a country code, which never begins with 0, and at most 15 digits. */
export const E164 = /^\+[1-9]\d{6,14}$/;

/** Returns whether a question has choices instead of text. */
export const askedForChoice = (type: FormField['type']): boolean =>
  type === 'single_select' || type === 'multi_select' || type === 'boolean';
