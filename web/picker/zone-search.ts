import { ZONE_ALIASES } from './zone-aliases.ts';

/** A zone in the search. */
export interface ZoneEntry {
  readonly value: string;
  /** "Europe/Berlin" */
  readonly label: string;
  /** from UTC, now; null: this browser does not know the zone */
  readonly offsetMinutes: number | null;
}

/** "Zürich" and "zurich" match, "São" and "Sao" too. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[_/,-]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** "+2", "utc+5:30", "GMT -3": minutes from UTC; undefined for other texts. */
function offsetOf(query: string): number | undefined {
  const [, sign, hours, minutes = '0'] =
    /^(?:utc|gmt)?\s*([+\-−])\s*(\d{1,2})(?::?(\d{2}))?$/i.exec(query.trim()) ?? [];
  if (hours === undefined) return undefined;
  const all = Number(hours) * 60 + Number(minutes);
  return sign === '+' ? all : -all;
}

/** The zones that match: by city, region, offset, abbreviation; whole words of a name first. */
export function findZones(zones: readonly ZoneEntry[], query: string): readonly ZoneEntry[] {
  const offset = offsetOf(query);
  if (offset !== undefined) return zones.filter(({ offsetMinutes }) => offsetMinutes === offset);
  const asked = plain(query);
  if (asked === '') return zones;
  const ranked = zones.flatMap((zone) => {
    const rank = rankOf(zone, asked);
    return rank === null ? [] : [{ zone, rank }];
  });
  // Sorting is stable: zones of one rank stay ordered by name.
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ zone }) => zone);
}

/** 0: the city or another name of it; 1: its beginning; 2: part of it; null: no match. */
function rankOf({ value, label }: ZoneEntry, asked: string): number | null {
  const city = plain(value.slice(value.lastIndexOf('/') + 1));
  const others = ` ${plain(ZONE_ALIASES[value] ?? '')} `;
  if (city === asked || others.includes(` ${asked} `)) return 0;
  if (city.startsWith(asked) || others.includes(` ${asked}`)) return 1;
  return plain(label).includes(asked) ? 2 : null;
}

const offsetFormat = { timeZoneName: 'longOffset' } as const;

/** The offset of a zone at an instant, minutes; null if the browser does not know the zone. */
export function offsetAt(ms: number, timeZone: string): number | null {
  try {
    const text = new Intl.DateTimeFormat('en-US', { ...offsetFormat, timeZone }).format(ms);
    const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(text) ?? [];
    const all = Number(hours) * 60 + Number(minutes);
    return sign === '-' ? -all : all;
  } catch {
    return null;
  }
}

/** 330 as "UTC+5:30" */
export function offsetWords(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const sign = minutes < 0 ? '−' : '+';
  return `UTC${sign}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** HH:mm at an offset from UTC. */
export const clockAt = (ms: number, offsetMinutes: number): string =>
  new Date(ms + offsetMinutes * 60_000).toISOString().slice(11, 16);
