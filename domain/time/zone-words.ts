/** "America/Argentina/Buenos_Aires" without its underscores. */
export const plainZone = (timezone: string): string => timezone.replaceAll('_', ' ');

/** "Buenos Aires" and "America/Argentina" */
export function cityAndRegion(label: string): { readonly city: string; readonly region: string } {
  const slash = label.lastIndexOf('/');
  return { city: label.slice(slash + 1), region: slash < 0 ? '' : label.slice(0, slash) };
}

/** "Central European Time", as the zone has it at an instant: in 1970 Lisbon had it, too. null if the engine has no name for it. */
export function friendlyName(timeZone: string, tag: string, ms: number): string | null {
  try {
    const parts = new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'longGeneric' }).formatToParts(ms);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? null;
  } catch {
    return null;
  }
}

/** Names are those of these days: of January 2026. */
const NAMED_AT = 1_767_225_600_000;
const names = new Map<string, string>();
const NAMES_KEPT = 1_000;

/** A zone for people: "Los Angeles, Pacific Time". Pages and mails name it by this alone. */
export function zoneWords(timezone: string, tag: string): string {
  const key = `${tag} ${timezone}`;
  const known = names.get(key);
  if (known !== undefined) return known;
  // Zones come from guests, so the cache is limited. Asking Intl takes a slow phone milliseconds.
  if (names.size >= NAMES_KEPT) names.clear();
  const made = wordsOf(timezone, tag);
  names.set(key, made);
  return made;
}

function wordsOf(timezone: string, tag: string): string {
  const { city, region } = cityAndRegion(plainZone(timezone));
  // UTC, and Etc/GMT+5, whose sign is the wrong way round.
  if (region === '' || region === 'Etc') return plainZone(timezone);
  // Some end with a mark: "Marokko (Ortszeit)".
  const name = friendlyName(timezone, tag, NAMED_AT)?.replace(/ \([^)]*\)$/, '') ?? '';
  if (name === '' || name.startsWith('GMT')) return city;
  return name.includes(city) ? name : `${city}, ${name}`;
}
