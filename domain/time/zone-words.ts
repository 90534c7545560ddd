/** Returns "America/Argentina/Buenos_Aires" without its underscores. */
export const plainZone = (timezone: string): string => timezone.replaceAll('_', ' ');

/** Returns the parts of a zone's label: "Buenos Aires" and "America/Argentina". */
export function cityAndRegion(label: string): { readonly city: string; readonly region: string } {
  const slash = label.lastIndexOf('/');
  return { city: label.slice(slash + 1), region: slash < 0 ? '' : label.slice(0, slash) };
}

/** Returns the zone's name at an instant, such as "Central European Time" (in 1970 Lisbon had it, too); null if the runtime has no name. */
export function friendlyName(timeZone: string, tag: string, ms: number): string | null {
  try {
    const parts = new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(ms);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? null;
  } catch {
    return null;
  }
}

/** Names of zones are those of January 2026. */
const NAMED_AT_MS = 1_767_225_600_000;
const names = new Map<string, string>();
const MAX_NAMES = 1_000;

/** Returns a zone's name for people: "Los Angeles, Pacific Time". Pages and mails use no other name. */
export function zoneWords(timezone: string, tag: string): string {
  const key = `${tag} ${timezone}`;
  const known = names.get(key);
  if (known !== undefined) return known;
  // Zones come from guests, so the cache is limited. Asking Intl takes a slow phone milliseconds.
  if (names.size >= MAX_NAMES) names.clear();
  const made = wordsOf(timezone, tag);
  names.set(key, made);
  return made;
}

function wordsOf(timezone: string, tag: string): string {
  const { city, region } = cityAndRegion(plainZone(timezone));
  // UTC, and zones such as Etc/GMT+5, whose sign is inverted.
  if (region === '' || region === 'Etc') return plainZone(timezone);
  // Some names end with a qualifier: "Marokko (Ortszeit)".
  const name = friendlyName(timezone, tag, NAMED_AT_MS)?.replace(/ \([^)]*\)$/, '') ?? '';
  if (name === '' || name.startsWith('GMT')) return city;
  return name.includes(city) ? name : `${city}, ${name}`;
}
