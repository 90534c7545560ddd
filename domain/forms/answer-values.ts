import { z } from 'zod';
import type { FormField } from '../../schemas/shapes/forms.ts';
import { parseDate } from '../time/civil.ts';
import { webLink } from '../untrusted-text.ts';
import { toE164 } from './phone-numbers.ts';
import { maxCharacters, SHORT_TEXT_LENGTH } from './text-limits.ts';

/** A valid answer with its display form, or the rule that it breaks, as the rest of a sentence: "must be a number". */
export type ValueCheck =
  | { readonly ok: true; readonly value: unknown; readonly display: string }
  | { readonly ok: false; readonly rule: string };

type Options = NonNullable<NonNullable<FormField['config']>['options']>;

const EMAIL_LENGTH = 254;
const URL_LENGTH = 2_048;
const MAX_NAMED_OPTIONS = 30;

/** Control characters, and the separators of lines and paragraphs, which Unicode does not count as such. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const CONTROL_BUT_BREAKS = /[^\P{Cc}\t\n\r]/u;

/** The check of browsers, and a dot in the domain. No mail is sent to this address. */
const emailAddress = z.email({ pattern: z.regexes.html5Email }).max(EMAIL_LENGTH).regex(/@.+\./);
const webAddress = z.httpUrl().max(URL_LENGTH);

const fits = (value: unknown, display: string): ValueCheck => ({ ok: true, value, display });
const breaks = (rule: string): ValueCheck => ({ ok: false, rule });

/** Checks an answer by its field's type and config. */
export function checkValue(field: FormField, value: unknown): ValueCheck {
  return CHECKS[field.type](value, field);
}

const CHECKS: Readonly<Record<FormField['type'], (value: unknown, field: FormField) => ValueCheck>> = {
  short_text: (value, field) => checkText(value, { maxLength: maxCharacters(field), allowsBreaks: false }),
  long_text: (value, field) => checkText(value, { maxLength: maxCharacters(field), allowsBreaks: true }),
  email: (value) => checkShape(value, (text) => emailAddress.safeParse(text).success, 'must be an email address'),
  phone: checkPhone,
  number: checkNumber,
  single_select: checkChoice,
  multi_select: checkChoices,
  boolean: (value) =>
    typeof value === 'boolean' ? fits(value, value ? 'Yes' : 'No') : breaks('must be true or false'),
  date: (value) =>
    checkShape(value, (text) => parseDate(text) !== undefined, 'must be a date as YYYY-MM-DD: 2026-11-23'),
  url: (value) => checkShape(value, isWebAddress, 'must be a web address with http:// or https://'),
  timezone: (value) => checkText(value, { maxLength: SHORT_TEXT_LENGTH, allowsBreaks: false }),
};

function checkText(value: unknown, limits: { maxLength: number; allowsBreaks: boolean }): ValueCheck {
  if (typeof value !== 'string') return breaks('must be text');
  if (value.length > limits.maxLength) return breaks(`must be at most ${limits.maxLength} characters long`);
  if (!value.isWellFormed()) return breaks('must be well-formed Unicode');
  if (!limits.allowsBreaks && NOT_IN_A_LINE.test(value)) return breaks('must be one line without control characters');
  if (CONTROL_BUT_BREAKS.test(value)) return breaks('must have no control characters except line breaks and tabs');
  return fits(value, value);
}

function checkShape(value: unknown, hasShape: (text: string) => boolean, rule: string): ValueCheck {
  return typeof value === 'string' && hasShape(value) ? fits(value, value) : breaks(rule);
}

/** Accepts a number as people write it, with a country code, spaces, hyphens or parentheses. It is stored as E.164. */
function checkPhone(value: unknown): ValueCheck {
  const number = typeof value === 'string' && value.length <= SHORT_TEXT_LENGTH ? toE164(value, '') : undefined;
  return number === undefined
    ? breaks('must be a phone number with its country code, such as +4930123456')
    : fits(number, number);
}

/** Zod uses the URL parser, which accepts spaces and line breaks inside; {@link webLink} does not. */
function isWebAddress(text: string): boolean {
  return webLink(text) === text && webAddress.safeParse(text).success;
}

function checkNumber(value: unknown, { config }: FormField): ValueCheck {
  if (typeof value !== 'number' || !Number.isFinite(value)) return breaks('must be a number');
  if (config?.min !== undefined && value < config.min) return breaks(`must be ${config.min} or more`);
  if (config?.max !== undefined && value > config.max) return breaks(`must be ${config.max} or less`);
  return fits(value, String(value));
}

function checkChoice(value: unknown, { config }: FormField): ValueCheck {
  const options = config?.options ?? [];
  const chosen = options.find((option) => option.value === value);
  return chosen ? fits(chosen.value, chosen.label) : breaks(`must be one of ${optionWords(options)}`);
}

/** Checks several choices. Repeated ones count once; `min` and `max` of the config limit their number. */
function checkChoices(value: unknown, { config }: FormField): ValueCheck {
  const options = config?.options ?? [];
  const known = new Map<unknown, string>(options.map((option) => [option.value, option.label]));
  if (!Array.isArray(value) || !value.every((one) => known.has(one))) {
    return breaks(`must be an array of values out of ${optionWords(options)}`);
  }
  const chosen: unknown[] = [...new Set(value)];
  if (config?.min !== undefined && chosen.length < config.min) return breaks(`must name ${config.min} values or more`);
  if (config?.max !== undefined && chosen.length > config.max) return breaks(`must name ${config.max} values or fewer`);
  return fits(chosen, chosen.map((one) => known.get(one)).join(', '));
}

/** Returns the values to send with their labels: `"solo" (Just me), "small" (2 to 10)`. */
function optionWords(options: Options): string {
  const words = options.slice(0, MAX_NAMED_OPTIONS).map(({ value, label }) => `"${value}" (${label})`);
  return options.length > MAX_NAMED_OPTIONS
    ? `${words.join(', ')} and ${options.length - MAX_NAMED_OPTIONS} more`
    : words.join(', ');
}
