/** A zone in the search. */
export interface ZoneEntry {
  readonly value: string;
  /** "Europe/Berlin" */
  readonly label: string;
  /** from UTC, now; null: this browser does not know the zone */
  readonly offsetMinutes: number | null;
}

/** Other words for a zone than its own city. They match all year, so EST and EDT are one. */
const ALIASES: Readonly<Record<string, string>> = {
  'America/Los_Angeles': 'pst pdt pacific san francisco seattle kalifornien california',
  'America/Denver': 'mst mdt mountain',
  'America/Phoenix': 'mst arizona',
  'America/Chicago': 'cst cdt central texas houston dallas',
  'America/New_York': 'est edt eastern washington boston miami ostküste',
  'America/Halifax': 'ast adt atlantic',
  'America/Sao_Paulo': 'brt brasilien brasilia rio de janeiro',
  'America/Mexico_City': 'mexiko-stadt mexiko',
  'America/Havana': 'havanna kuba',
  'Pacific/Honolulu': 'hst hawaii',
  'America/Anchorage': 'akst akdt alaska',
  UTC: 'gmt zulu weltzeit',
  'Europe/London': 'gmt bst england großbritannien grossbritannien edinburgh',
  'Europe/Dublin': 'gmt ist irland ireland',
  'Europe/Lisbon': 'wet west lissabon portugal',
  'Europe/Berlin': 'cet cest mez mesz deutschland germany münchen munich hamburg köln frankfurt',
  'Europe/Vienna': 'cet cest mez mesz wien österreich austria',
  'Europe/Zurich': 'cet cest mez mesz zürich schweiz switzerland bern genf geneva',
  'Europe/Paris': 'cet cest mez mesz frankreich france',
  'Europe/Madrid': 'cet cest mez mesz spanien spain barcelona',
  'Europe/Rome': 'cet cest mez mesz rom italien italy mailand milan',
  'Europe/Amsterdam': 'cet cest mez mesz niederlande netherlands',
  'Europe/Brussels': 'cet cest mez mesz brüssel belgien belgium',
  'Europe/Copenhagen': 'cet cest mez mesz kopenhagen dänemark denmark',
  'Europe/Stockholm': 'cet cest mez mesz schweden sweden',
  'Europe/Oslo': 'cet cest mez mesz norwegen norway',
  'Europe/Prague': 'cet cest mez mesz prag tschechien',
  'Europe/Warsaw': 'cet cest mez mesz warschau polen poland krakau',
  'Europe/Belgrade': 'cet cest mez mesz belgrad serbien',
  'Europe/Athens': 'eet eest oez athen griechenland greece',
  'Europe/Bucharest': 'eet eest oez bukarest rumänien',
  'Europe/Helsinki': 'eet eest oez finnland finland',
  'Europe/Kyiv': 'eet eest oez kiew kiev ukraine',
  'Europe/Moscow': 'msk moskau russland',
  'Europe/Istanbul': 'trt türkei turkey ankara',
  'Africa/Cairo': 'eet eest kairo ägypten egypt',
  'Africa/Johannesburg': 'sast südafrika kapstadt cape town',
  'Africa/Nairobi': 'eat kenia',
  'Asia/Jerusalem': 'ist idt israel tel aviv',
  'Asia/Dubai': 'gst abu dhabi',
  'Asia/Kolkata': 'ist indien india delhi mumbai bangalore calcutta',
  'Asia/Shanghai': 'cst china peking beijing schanghai',
  'Asia/Hong_Kong': 'hkt hongkong',
  'Asia/Singapore': 'sgt singapur',
  'Asia/Tokyo': 'jst tokio japan',
  'Asia/Seoul': 'kst korea',
  'Australia/Sydney': 'aest aedt canberra',
  'Australia/Adelaide': 'acst acdt',
  'Australia/Perth': 'awst',
  'Pacific/Auckland': 'nzst nzdt neuseeland new zealand wellington',
};

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
  const others = ` ${plain(ALIASES[value] ?? '')} `;
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
