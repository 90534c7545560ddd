import { callingCode, callingCountries } from '../../domain/forms/phone-numbers.ts';
import { todaysName } from '../picker/zone-names.ts';
import type { Locale } from './locale.ts';

export interface CallingCountry {
  readonly country: string;
  /** "Germany (+49)" */
  readonly label: string;
}

const lists = new Map<string, readonly CallingCountry[]>();

/** All countries with a calling code, in the reader's language and order. */
export function callingList({ language }: Locale): readonly CallingCountry[] {
  const known = lists.get(language);
  if (known !== undefined) return known;
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const { compare } = new Intl.Collator(language);
  const list = callingCountries
    .map((country) => ({ country, label: `${names.of(country) ?? country} (+${callingCode(country)})` }))
    .toSorted((one, other) => compare(one.label, other.label));
  lists.set(language, list);
  return list;
}

/** A property in older engines, a method in newer ones; TypeScript knows neither. */
type WithZones = Intl.Locale & {
  readonly timeZones?: readonly string[];
  getTimeZones?(): readonly string[] | undefined;
};

function zonesOf(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as WithZones;
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

const byZone = new Map<string, string>();

/** Engines take milliseconds for each country, so the rest is asked only once none of these has the zone. */
const FIRST = ['US', 'GB', 'DE', 'FR', 'IN', 'CA', 'AU', 'AT', 'CH', 'NL', 'ES', 'IT', 'BR'];
const unread = [...new Set([...FIRST, ...callingCountries])];

/** The country of a time zone, for its phone numbers; undefined: of none, as UTC. */
export function countryOfZone(zone: string): string | undefined {
  const name = todaysName(zone);
  if (name === 'UTC') return undefined;
  while (!byZone.has(name)) {
    const country = unread.shift();
    if (country === undefined) return undefined;
    for (const one of zonesOf(country)) byZone.set(todaysName(one), country);
  }
  return byZone.get(name);
}
