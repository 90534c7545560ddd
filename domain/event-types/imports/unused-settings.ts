const [MOST_NAMED, LONGEST_NAME] = [30, 60];

/** Nothing to take over: empty, off, or none. */
const isUnset = (value: unknown): boolean => {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object') return false;
  const entries = Object.entries(value);
  return entries.length === 0 || (value as { disabled?: unknown }).disabled === true;
};

/**
 * The settings of an entry that are set and have no counterpart here, as a note. Whoever imports reads what is lost, even of settings that
 * the other service adds later.
 * @param known those that were read, or that say nothing about what is booked
 */
export function unusedSettings(entry: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): string[] {
  const names = Object.keys(entry).filter((name) => !known.has(name) && !isUnset(entry[name]));
  if (names.length === 0) return [];
  const shown = names.toSorted().slice(0, MOST_NAMED);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
  return [`Not taken over: ${shown.map((name) => name.slice(0, LONGEST_NAME)).join(', ')}${more}.`];
}
