import type { WayOut } from '../../schemas/shapes/ways-out.ts';
import { inLanguages, type Language, type Words } from '../languages.ts';
import type { AccessKind } from './new-access.ts';
import type { Things, ThingsByWay } from './take-over-outcome.ts';
import { type Ending, fateOf, WAYS_OUT, waysWithFate } from './ways-out.ts';

/** What a person reads for each way out. */
export const WAY_WORDS: Words<Readonly<Record<WayOut, string>>> = inLanguages(
  {
    apps: 'connected apps',
    keys: 'keys',
    seats: 'agent seats',
    identities: 'identities by which it acts for people',
    invitations: 'open invitations',
    claims: 'requests to take over the workspace',
    approvals: 'approvals of devices and agents without a key',
    calendarLinks: 'links that connect a calendar',
    webhooks: 'webhooks',
    signIns: 'passkeys and linked accounts',
    sessions: 'sessions',
    decideLinks: 'links to decide on requests',
    receipts: 'address for receipts',
    videoLinks: 'video links',
    shortLinks: 'short links',
    embeds: 'embedded pages',
    members: 'members',
    imports: 'imports',
    calendars: 'calendars',
  },
  {
    apps: 'verbundene Apps',
    keys: 'Schlüssel',
    seats: 'Plätze für Agenten',
    identities: 'Identitäten, mit denen er für Menschen handelt',
    invitations: 'offene Einladungen',
    claims: 'Bitten, den Arbeitsbereich zu übernehmen',
    approvals: 'Freigaben für Geräte und Agenten ohne Schlüssel',
    calendarLinks: 'Links, die einen Kalender verbinden',
    webhooks: 'Webhooks',
    signIns: 'Passkeys und verknüpfte Konten',
    sessions: 'Sitzungen',
    decideLinks: 'Links zur Entscheidung über Anfragen',
    receipts: 'Adresse für Belege',
    videoLinks: 'Videolinks',
    shortLinks: 'Kurzlinks',
    embeds: 'eingebettete Seiten',
    members: 'Mitglieder',
    imports: 'Importe',
    calendars: 'Kalender',
  },
);

const MORE: Words<(count: number) => string> = inLanguages(
  (count) => `${count} more`,
  (count) => `${count} weitere`,
);

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
  return [...shown, ...(rest > 0 ? [MORE[language](rest)] : [])].join(', ');
}

/** What ended or stayed, as "keys (2), webhooks (hooks.example)"; '': nothing did. */
export const thingsByWayInWords = (
  things: ThingsByWay,
  language: Language,
  spell: (host: string) => string = (host) => host,
): string =>
  WAYS_OUT.flatMap((way) => {
    const those = things[way];
    return those ? [`${WAY_WORDS[language][way]} (${thingsInWords(those, language, spell)})`] : [];
  }).join(', ');

const listInWords = (ways: readonly WayOut[], language: Language): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(ways.map((way) => WAY_WORDS[language][way]));

/** All that an ending ends, as "keys, agent seats and webhooks". */
export const endedByInWords = (ending: Ending, language: Language): string =>
  listInWords(waysWithFate(ending, 'ended'), language);

const WITH_KEY: Words<(ways: string) => string> = inLanguages(
  (ways) => `What it made or set ends with it: ${ways}.`,
  (ways) => `Was damit entstand oder eingestellt wurde, endet mit: ${ways}.`,
);
const WITH_SIGN_IN: Words<(ways: string) => string> = inLanguages(
  (ways) => `What was made or set in your name since then ends, too: ${ways}.`,
  (ways) => `Was seitdem in Ihrem Namen entstand oder eingestellt wurde, endet auch: ${ways}.`,
);

/** What the link of a mail about new access ends besides that access: of a key what a key can make, of a sign-in all that a person can. */
export function stoppedWithInWords(kind: AccessKind, language: Language): string {
  const ways = waysWithFate('accessStopped', 'ended');
  if (kind === 'passkey' || kind === 'linked_account') return WITH_SIGN_IN[language](listInWords(ways, language));
  const ofKeys = ways.filter((way) => fateOf('keyRevoked', way) !== 'kept');
  return WITH_KEY[language](listInWords(ofKeys, language));
}
