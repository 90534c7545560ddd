/** "10 December 2026, 09:30 (Europe/Berlin)": an instant with its zone, as the reader writes it. */
export function instantHere(iso: string, tag: string): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const format = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short' });
  return `${format.format(Date.parse(iso))} (${zone.replaceAll('_', ' ')})`;
}
