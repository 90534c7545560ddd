import { reminderWords } from '../../texts/en/meetings.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import { namesNear } from '../names-near.ts';

/** What a host may write in a reminder: `{guest_name}` becomes the guest's name. */
export const REMINDER_VARIABLES = [
  'guest_name',
  'host_name',
  'event_name',
  'workspace_name',
  'start',
  'location',
] as const;
export type ReminderVariable = (typeof REMINDER_VARIABLES)[number];

/** What stands for each variable in the mail of one recipient. */
export type ReminderValues = Readonly<Record<ReminderVariable, string>>;

/** Braces that hold one word: others, such as `{}` or `{ "a": 1 }`, are text. */
const VARIABLE = /\{ ?([A-Za-z][A-Za-z0-9_ -]{0,39}?) ?\}/g;

const isVariable = (name: string): name is ReminderVariable => (REMINDER_VARIABLES as readonly string[]).includes(name);

/** Words in braces that are no variable, with the nearest that are. */
export function unknownVariables(text: string): { readonly name: string; readonly didYouMean: string[] }[] {
  const names = [...text.matchAll(VARIABLE)].map(([, name = '']) => name).filter((name) => !isVariable(name));
  return [...new Set(names)].map((name) => ({ name, didYouMean: namesNear(name, REMINDER_VARIABLES) }));
}

/** A host's text with the values in it. Values are text: one that looks like a variable stays as it is. */
export const withValues = (text: string, values: ReminderValues): string =>
  text.replace(VARIABLE, (whole, name: string) => (isVariable(name) ? values[name] : whole));

/** What a host wrote; null: our own words. */
export interface OwnReminderWords {
  readonly subject: string | null;
  readonly text: string | null;
}

export interface FilledReminder {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** The words of a reminder's mail, for the mail itself and for the host who writes them. */
export function reminderInWords(
  {
    side,
    to,
    language,
  }: { readonly side: 'before' | 'after' | 'no_show'; readonly to: 'guest' | 'host'; readonly language: Language },
  own: OwnReminderWords,
  values: ReminderValues,
): FilledReminder {
  const usual = translated(reminderWords, language)[side][to];
  const subject = own.subject === null ? usual.subject(values) : withValues(own.subject, values);
  const text = own.text === null ? usual.lead(values) : withValues(own.text, values);
  const paragraphs = text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return { subject, heading: own.subject === null ? usual.heading : subject, paragraphs };
}
