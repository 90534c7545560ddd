const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '');

const ZONES = new Set(['timezone', 'tz', 'zone', 'ianazone', 'ianatimezone', 'timezonename', 'timezoneid']);
/** One kind of time under several endings: slots say startUtc, bookings take startAt, other calendars say startTime. */
const TIME_ENDING = /(at|utc|time|datetime|iso)$/;
const LONGEST = 64;

/** What a name says, without how it says it: startAt, start_at, startUtc and start are one. */
const meaningOf = (letters: string): string => (ZONES.has(letters) ? 'zone' : letters.replace(TIME_ENDING, ''));

/** Names by what they have in common; null: more than one has it. */
function index(names: readonly string[], common: (letters: string) => string): ReadonlyMap<string, string | null> {
  const found = new Map<string, string | null>();
  for (const name of names) {
    const key = common(lettersOf(name));
    found.set(key, found.has(key) ? null : name);
  }
  return found;
}

/** The field that a given name means, if it can mean one only and that one was not given; else undefined. */
export type OneMeaning = (given: string, fields: Readonly<Record<string, unknown>>) => string | undefined;

/**
 * For the known names of an object: how a name that is not among them is understood (timezone for timeZone, start for startAt, booking for
 * bookingId, id where one id alone is known). Names of amounts are never guessed: `buffer` may be minutes or seconds.
 * @param longId what the field `id` is called elsewhere, such as teamId; null: it has no other name
 */
export function oneMeaning(known: readonly string[], longId: string | null = null): OneMeaning {
  const byLetters = index(known, (letters) => letters);
  const byMeaning = index(known, meaningOf);
  const ids = known.filter((name) => name.endsWith('Id'));
  const ofId = longId === null || known.includes(longId) ? null : lettersOf(longId);
  return (given, fields) => {
    if (given.length > LONGEST) return undefined;
    const letters = lettersOf(given);
    const id = letters === 'id' ? (ids.length === 1 ? ids[0] : null) : byLetters.get(`${letters}id`);
    const meant = letters === ofId ? 'id' : (byLetters.get(letters) ?? byMeaning.get(meaningOf(letters)) ?? id);
    return letters !== '' && meant && !Object.hasOwn(fields, meant) ? meant : undefined;
  };
}
