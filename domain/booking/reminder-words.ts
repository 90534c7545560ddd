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
