import { toE164 } from '../../../domain/forms/phone-numbers.ts';
import { maxCharacters } from '../../../domain/forms/text-limits.ts';
import type { FormField } from '../../../schemas/shapes/forms.ts';
import { invalidWords, missingWords, plainNumber } from '../../parts/answer-words.ts';
import type { Locale } from '../../parts/locale.ts';

/** The problem with an answer, as far as the browser can check it. The server checks again. */
export function answerProblem(
  field: FormField,
  answer: string | string[],
  locale: Locale,
  country = '',
): string | undefined {
  const isEmpty = typeof answer === 'string' ? answer.trim() === '' : answer.length === 0;
  if (isEmpty) return field.required ? missingWords(field, locale) : undefined;
  const fits =
    typeof answer === 'string' ? textFits(field, answer.trim(), locale, country) : isWithin(field, answer.length);
  return fits ? undefined : invalidWords(field, answer, locale);
}

function textFits(field: FormField, text: string, locale: Locale, country: string): boolean {
  switch (field.type) {
    case 'email':
      return isEmail(text);
    case 'phone':
      return toE164(text, country) !== undefined;
    case 'number': {
      const number = plainNumber(text, locale);
      return /^-?\d+(\.\d+)?$/.test(number) && isWithin(field, Number(number));
    }
    case 'url':
      return /^https?:\/\/[^\s"<>]+$/i.test(text);
    case 'short_text':
    case 'long_text':
      return text.length <= maxCharacters(field);
    default:
      return true;
  }
}

const isWithin = ({ config }: FormField, value: number): boolean =>
  value >= (config?.min ?? Number.NEGATIVE_INFINITY) && value <= (config?.max ?? Number.POSITIVE_INFINITY);

/** The browser's own rule, and a domain with a dot in it. */
export function isEmail(text: string): boolean {
  const input = document.createElement('input');
  input.type = 'email';
  input.value = text;
  return text !== '' && input.validity.valid && /@[^@]+\.[^@.]{2,}$/.test(text);
}
