import { zoneWords } from '../../../../domain/time/zone-words.ts';

/** "10 December 2026 at 09:30" as the reader writes it: its zone stands above the list. @param timeZone left out: the browser's */
export const momentHere = (iso: string, tag: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(Date.parse(iso));

/** "10 December 2026 at 09:30 (Berlin, Central European Time)". */
export const instantHere = (iso: string, tag: string): string =>
  `${momentHere(iso, tag)} (${zoneWords(Intl.DateTimeFormat().resolvedOptions().timeZone, tag)})`;
