/** The zones that the browser knows, as IANA names; UTC first. */
const zoneNames = (): readonly string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
];

/** "Europe/Isle of Man" */
export const zoneWords = (zone: string): string => zone.replaceAll('_', ' ');

/** Choices for a field, with the present zone also if the browser does not list it. */
export function zoneOptions(present: string): { readonly value: string; readonly label: string }[] {
  const known = zoneNames();
  const all = known.includes(present) ? known : [present, ...known];
  return all.map((zone) => ({ value: zone, label: zoneWords(zone) }));
}
