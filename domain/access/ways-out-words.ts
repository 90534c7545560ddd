import type { WayOut } from '../../schemas/shapes/ways-out.ts';
import { wayOutNames, wayOutWords } from '../../texts/en/access.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import type { AccessKind } from './new-access.ts';
import type { Things, ThingsByWay } from './take-over-outcome.ts';
import { type Ending, fateOf, WAYS_OUT, waysWithFate } from './ways-out.ts';

const MAX_NAMES = 5;

/** @param spell how a host is written: in mails it must be no link */
export function thingsInWords(
  { count, names }: Things,
  language: Language,
  spell: (host: string) => string = (host) => host,
): string {
  if (names.length === 0) return String(count);
  const shown = names.slice(0, MAX_NAMES).map(spell);
  const rest = Math.max(names.length, count) - shown.length;
  return [...shown, ...(rest > 0 ? [translated(wayOutWords, language).more(rest)] : [])].join(', ');
}

/** What ended or stayed, as "keys (2), webhooks (hooks.example)"; '': nothing did. */
export const thingsByWayInWords = (
  things: ThingsByWay,
  language: Language,
  spell: (host: string) => string = (host) => host,
): string =>
  WAYS_OUT.flatMap((way) => {
    const those = things[way];
    return those ? [`${translated(wayOutNames, language)[way]} (${thingsInWords(those, language, spell)})`] : [];
  }).join(', ');

const listInWords = (ways: readonly WayOut[], language: Language): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(
    ways.map((way) => translated(wayOutNames, language)[way]),
  );

/** All that an ending ends, as "keys, agent seats and webhooks". */
export const endedByInWords = (ending: Ending, language: Language): string =>
  listInWords(waysWithFate(ending, 'ended'), language);

/** What the link of a mail about new access ends besides that access: of a key what a key can make, of a sign-in all that a person can. */
export function stoppedWithInWords(kind: AccessKind, language: Language): string {
  const ways = waysWithFate('accessStopped', 'ended');
  if (kind === 'passkey' || kind === 'linked_account')
    return translated(wayOutWords, language).withSignIn(listInWords(ways, language));
  const ofKeys = ways.filter((way) => fateOf('keyRevoked', way) !== 'kept');
  return translated(wayOutWords, language).withKey(listInWords(ofKeys, language));
}
