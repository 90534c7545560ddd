import type { changeWords } from '../../../../texts/en/dashboard/activity.ts';
import { placeNames } from '../../../../texts/en/meetings.ts';
import { LANGUAGES } from '../../../../texts/languages.ts';
import { translated } from '../../../../texts/translated.ts';
import type { Locale } from '../../../parts/locale.ts';
import { momentHere } from '../workspaces/day-words.ts';

type Words = Readonly<Record<string, string>>;
type ChangeWords = typeof changeWords;

interface Changed {
  readonly before: Readonly<Record<string, unknown>> | null | undefined;
  readonly after: Readonly<Record<string, unknown>> | null | undefined;
  /** of the ids in it, and of roles */
  readonly names: Words;
  /** of its instants; left out: the browser's */
  readonly zone?: string;
}

const LONGEST = 60;
const MOST = 4;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

/** Typed by people: never one of our names, whatever they say. */
const TYPED: ReadonlySet<string> = new Set(['name', 'slug', 'description', 'locationDetail', 'email', 'reason', 'bio']);

/** Names of files say nothing to people. */
const PICTURES: ReadonlySet<string> = new Set(['avatar', 'photo']);

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

/** null: a list or an object. */
function plainValue(value: unknown, words: ChangeWords): string | null {
  if (value === null || value === undefined || value === '') return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return typeof value === 'number' ? String(value) : null;
}

const languageNames = ({ tag }: Locale): Words => {
  const names = new Intl.DisplayNames(tag, { type: 'language' });
  return Object.fromEntries(LANGUAGES.map((language) => [language, names.of(language) ?? language]));
};

/** The first fields that changed, each as a short line. Ids have their names; what is no plain value is only said to be another. */
export function changesInWords({ before, after, names, zone }: Changed, words: ChangeWords, locale: Locale): string[] {
  const places = translated(placeNames, locale.language);
  const ours: Words = { ...places, ...words.values, ...languageNames(locale), ...names };
  const text = (field: string, value: unknown): string | null => {
    if (typeof value !== 'string' || value === '') return plainValue(value, words);
    if (INSTANT.test(value)) return momentHere(value, locale.tag, zone);
    return shortened(TYPED.has(field) ? value : (ours[value] ?? value));
  };
  return Object.keys(after ?? {})
    .slice(0, MOST)
    .map((field) => {
      const name = words.fields[field] ?? spelledOut(field);
      if (PICTURES.has(field)) return words.isOther(name);
      const [was, is] = [text(field, before?.[field]), text(field, after?.[field])];
      if (was === null || is === null) return words.isOther(name);
      return before?.[field] === undefined ? words.isNow(name, is) : words.was(name, was, is);
    });
}

/** `somethingNew` → "Something new": better than nothing, until it has a word. */
const spelledOut = (field: string): string => {
  const words = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
