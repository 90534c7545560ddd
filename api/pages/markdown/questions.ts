import { isConditional } from '../../../domain/forms/conditions.ts';
import { maxCharacters } from '../../../domain/forms/text-limits.ts';
import type { FormField } from '../../../schemas/shapes/forms.ts';
import type { SlotsResponse } from '../../../schemas/shapes/slots.ts';
import { questionWords } from '../../../texts/en/pages/details.ts';
import { translated } from '../../../texts/translated.ts';
import { conditionWords } from '../../../web/parts/condition-words.ts';
import { DEFAULT_LOCALE } from '../../../web/parts/locale.ts';
import { heading, jsonCode, plain, table } from './text.ts';

/** Placeholders in the calls for what every booking asks. */
const INVITEE: Readonly<Record<string, string>> = { email: 'GUEST_EMAIL', timezone: 'GUEST_ZONE', name: 'GUEST_NAME' };

const words = translated(questionWords, DEFAULT_LOCALE.language);

const questionsOf = ({ eventType }: SlotsResponse): readonly FormField[] => eventType.form?.definition.fields ?? [];

const isInCalls = (field: FormField): boolean => field.required && !isConditional(field);

const takesOptions = ({ type }: FormField): boolean => type === 'single_select' || type === 'multi_select';

/** An answer's placeholder in the calls: only a text question would accept this word. */
const placeholderOf = (field: FormField): string =>
  `${takesOptions(field) ? 'CHOOSE' : 'ANSWER'}_${field.key.toUpperCase()}`;

/** The answers that every booking needs, as placeholders; empty if the event asks none. */
export function answersToFillIn(answer: SlotsResponse): { customFields?: Record<string, string> } {
  const asked = questionsOf(answer).filter(isInCalls);
  if (asked.length === 0) return {};
  return { customFields: Object.fromEntries(asked.map((field) => [field.key, placeholderOf(field)])) };
}

/** The guest's questions, where each answer goes, and what is valid. */
export function questions(answer: SlotsResponse): string[] {
  const asked = questionsOf(answer);
  const rows = [
    ...answer.invitee.fields.map((field) => row(`invitee.${field.key}`, INVITEE[field.key], field, [])),
    ...asked.map((field) =>
      row(`customFields.${field.key}`, isInCalls(field) ? placeholderOf(field) : undefined, field, asked),
    ),
  ];
  const isComplete = asked.every(isInCalls);
  return [
    ...heading(2, 'What to ask the guest'),
    'Make nothing up: each value comes from the guest. The last column says what it may be; what stands there as code is JSON, to be sent as it is. Of an option send the value, not the label behind it in brackets.',
    '',
    ...table(['in the booking', 'in the calls below', 'question', 'required', 'answer'], rows),
    ...(isComplete
      ? []
      : ['', 'What has no word in the calls below goes into `customFields` by its key, if the guest answers it.']),
  ];
}

const row = (at: string, placeholder: string | undefined, field: FormField, asked: readonly FormField[]): string[] => [
  `\`${at}\``,
  placeholder === undefined ? '—' : `\`${placeholder}\``,
  field.helpText === undefined ? plain(field.label) : `${plain(field.label)} (${plain(field.helpText)})`,
  whenAsked(field, asked),
  ANSWERS[field.type](field),
];

const whenAsked = (field: FormField, asked: readonly FormField[]): string => {
  const required = field.required ? 'yes' : 'no';
  const condition = conditionWords(field, asked, words);
  return condition === null ? required : `${required}. ${plain(condition)}`;
};

const optionsOf = ({ config }: FormField): string =>
  (config?.options ?? []).map(({ value, label }) => `${jsonCode(value)} (${plain(label)})`).join(', ');

/** "at least 1 and at most 3", or '' */
const bounds = ({ config }: FormField): string =>
  [
    ...(config?.min === undefined ? [] : [`at least ${config.min}`]),
    ...(config?.max === undefined ? [] : [`at most ${config.max}`]),
  ].join(' and ');

const ANSWERS: Readonly<Record<FormField['type'], (field: FormField) => string>> = {
  short_text: (field) => `text in one line, at most ${maxCharacters(field)} characters`,
  long_text: (field) => `text, at most ${maxCharacters(field)} characters`,
  email: () => 'an email address',
  phone: () => 'a phone number as text, with + and its country code',
  number: (field) => ['a number', bounds(field)].filter((part) => part !== '').join(', '),
  single_select: (field) => `one of ${optionsOf(field)}`,
  multi_select: (field) => `a list, \`[…]\`, of ${bounds(field) || 'any'} of ${optionsOf(field)}`,
  boolean: () => '`true` or `false`',
  date: () => 'a date as text: YYYY-MM-DD',
  url: () => 'a web address with http:// or https://',
  timezone: () => 'the name of an IANA time zone',
};
