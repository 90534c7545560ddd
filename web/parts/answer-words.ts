import { askedForChoice, maxCharacters } from '../../domain/forms/text-limits.ts';
import type { FormField } from '../../schemas/shapes/forms.ts';
import { questionWords } from '../../texts/en/pages/details.ts';
import { LANGUAGE_FACTS, type Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import type { Locale } from './locale.ts';

/** Words about a question: hints before an answer, problems after it. The server and the browser use the same. */

const numberIn = ({ tag }: Locale, value: number): string =>
  new Intl.NumberFormat(tag, { useGrouping: false, maximumFractionDigits: 20 }).format(value);

/** "A number from 1 to 500." Undefined if any number is valid. */
export function rangeWords({ type, config = {} }: FormField, locale: Locale): string | undefined {
  const { min, max } = config;
  if (min === undefined && max === undefined) return undefined;
  const words = translated(questionWords, locale.language);
  const written = (bound: number | undefined): string | null => (bound === undefined ? null : numberIn(locale, bound));
  if (type === 'number') return words.numberRange(written(min), written(max));
  return type === 'multi_select' ? words.choiceRange(min ?? null, max ?? null) : undefined;
}

/** For a required question without an answer. */
export function missingWords({ label, type }: FormField, { language }: Locale): string {
  const words = translated(questionWords, language);
  return askedForChoice(type) ? words.unchosen(label) : words.missing(label);
}

/** The message for an invalid answer. @param typed the answer: the message names the length of a text that is too long */
export function invalidWords(field: FormField, typed: unknown, locale: Locale): string {
  const words = translated(questionWords, locale.language);
  switch (field.type) {
    case 'number':
      return rangeWords(field, locale) ?? words.number;
    case 'multi_select':
      return rangeWords(field, locale) ?? words.someOf;
    case 'single_select':
      return words.oneOf;
    case 'boolean':
      return words.yesOrNo;
    case 'email':
    case 'phone':
    case 'date':
    case 'url':
      return words[field.type];
    default:
      return textWords(field, typed, locale);
  }
}

function textWords(field: FormField, typed: unknown, locale: Locale): string {
  const words = translated(questionWords, locale.language);
  const length = typeof typed === 'string' ? typed.replaceAll('\r\n', '\n').trim().length : 0;
  const most = maxCharacters(field);
  if (length > most) return words.tooLong(numberIn(locale, most), numberIn(locale, length));
  return field.type === 'long_text' ? words.plainText : words.plainLine;
}

const hasDecimalComma = (language: Language): boolean =>
  new Intl.NumberFormat(LANGUAGE_FACTS[language].tag)
    .formatToParts(0.5)
    .some(({ type, value }) => type === 'decimal' && value === ',');

/** Returns a number in the contract's notation: some languages write a comma before the fraction. */
export const plainNumber = (text: string, { language }: Locale): string =>
  hasDecimalComma(language) ? text.replace(/^(\s*-?\d+),(\d+\s*)$/, '$1.$2') : text;
