import type { AccessKind } from '../../../domain/access/new-access.ts';
import { inLanguages } from '../../../domain/languages.ts';
import type { BookingSource } from '../../../schemas/shapes/access.ts';

interface KindTexts {
  /** "New key" */
  readonly title: string;
  /** What it may do. @param where the workspace; the service, if it is of none */
  readonly lead: (where: string) => string;
  /** What stopping does; what ends with it is in domain/access/ways-out-words.ts. */
  readonly effect: string;
  /** When all is well. */
  readonly isFine: string;
}

interface NewAccessTexts {
  readonly kinds: Readonly<Record<AccessKind, KindTexts>>;
  readonly stop: (isFine: string, effect: string) => string;
  readonly action: string;
  readonly name: string;
  readonly workspace: string;
  readonly may: string;
  readonly made: string;
  readonly by: string;
  readonly with: (way: string, key: string) => string;
  readonly network: string;
  readonly appOf: string;
  readonly nobody: string;
  readonly wentTo: string;
  readonly callsItself: string;
  readonly notChecked: (name: string) => string;
  readonly last: (count: number) => string;
  readonly seeAll: string;
  readonly footer: (service: string) => string;
}

const YOURS = 'Was it you, or somebody who works for you? Then all is well.';
const GERMAN_YOURS = 'Waren Sie das, oder jemand, der für Sie arbeitet? Dann ist alles gut.';

/** Something new acts in a person's name. */
export const newAccessTexts = inLanguages<NewAccessTexts>(
  {
    kinds: {
      key: {
        title: 'New key',
        lead: (workspace) => `Whoever has a new key works in ${workspace} in your name.`,
        effect: 'Stopping revokes the key at once and for good.',
        isFine: YOURS,
      },
      seat: {
        title: 'New agent seat',
        lead: (workspace) => `A new agent works in ${workspace} in your name.`,
        effect: 'Stopping revokes the seat and its key at once and for good.',
        isFine: YOURS,
      },
      passkey: {
        title: 'New passkey',
        lead: (service) =>
          `A passkey was added to your account at ${service}. Whoever has it can sign in as you, without a mailed code.`,
        effect:
          'Stopping removes the passkey and signs you out in all browsers, because whoever added it was signed in as you. You sign in again with a mailed code.',
        isFine: 'Did you add it? Then there is nothing to do.',
      },
      grant: {
        title: 'New connected app',
        lead: (workspace) =>
          `An app works in ${workspace} in your name since you, or somebody signed in as you, allowed it.`,
        effect: 'Stopping disconnects the app at once and for good.',
        isFine: 'Did you connect it? Then all is well.',
      },
      linked_account: {
        title: 'New way to sign in',
        isFine: 'Did you sign in there? Then all is well. If not, stop it.',
        lead: (service) => `An account at the provider below signs you in to ${service} since just now.`,
        effect: 'Stopping ends the link and signs out all your browsers.',
      },
    },
    stop: (isFine, effect) => `${isFine} If not, stop it. ${effect}`,
    action: 'See it, and stop it',
    name: 'Name',
    workspace: 'Workspace',
    may: 'It may',
    made: 'Made',
    by: 'By',
    with: (way, key) => `${way}, with “${key}”`,
    network: 'From network',
    appOf: 'App of',
    nobody: 'Nobody vouches for it: it registered itself',
    wentTo: 'Answer went to',
    callsItself: 'Calls itself',
    notChecked: (name) => `${name} (not checked)`,
    last: (count) => `This is number ${count} since yesterday. There may be more today, without a mail.`,
    seeAll: 'See everything that works in your name',
    footer: (service) => `${service} sends this for everything new that works in your name.`,
  },
  {
    kinds: {
      key: {
        title: 'Neuer Schlüssel',
        lead: (workspace) => `Wer einen neuen Schlüssel hat, handelt in ${workspace} in Ihrem Namen.`,
        effect: 'Beenden widerruft den Schlüssel sofort und für immer.',
        isFine: GERMAN_YOURS,
      },
      seat: {
        title: 'Neuer Platz für einen Agenten',
        lead: (workspace) => `Ein neuer Agent arbeitet in ${workspace} in Ihrem Namen.`,
        effect: 'Beenden widerruft den Platz und seinen Schlüssel sofort und für immer.',
        isFine: GERMAN_YOURS,
      },
      passkey: {
        title: 'Neuer Passkey',
        lead: (service) =>
          `Ihrem Konto bei ${service} wurde ein Passkey hinzugefügt. Wer ihn hat, kann sich als Sie anmelden, ohne Code per E-Mail.`,
        effect:
          'Beenden entfernt den Passkey und meldet Sie in allen Browsern ab, weil als Sie angemeldet war, wer ihn hinzufügte. Sie melden sich mit einem Code per E-Mail wieder an.',
        isFine: 'Haben Sie ihn hinzugefügt? Dann müssen Sie nichts tun.',
      },
      grant: {
        title: 'Neue verbundene App',
        lead: (workspace) =>
          `Eine App arbeitet in ${workspace} in Ihrem Namen, seit Sie es erlaubt haben, oder jemand, der als Sie angemeldet war.`,
        effect: 'Beenden trennt die App sofort und für immer.',
        isFine: 'Haben Sie sie verbunden? Dann ist alles gut.',
      },
      linked_account: {
        title: 'Neuer Weg zur Anmeldung',
        isFine: 'Haben Sie sich dort angemeldet? Dann ist alles gut.',
        lead: (service) => `Ein Konto beim unten genannten Anbieter meldet Sie ab jetzt bei ${service} an.`,
        effect: 'Beenden löst die Verknüpfung und meldet alle Ihre Browser ab.',
      },
    },
    stop: (isFine, effect) => `${isFine} Wenn nicht, beenden Sie es. ${effect}`,
    action: 'Ansehen und beenden',
    name: 'Name',
    workspace: 'Arbeitsbereich',
    may: 'Darf',
    made: 'Entstanden',
    by: 'Über',
    with: (way, key) => `${way}, mit „${key}“`,
    network: 'Aus dem Netz',
    appOf: 'App von',
    nobody: 'Niemand bürgt für sie: Sie hat sich selbst registriert',
    wentTo: 'Antwort ging an',
    callsItself: 'Nennt sich',
    notChecked: (name) => `${name} (nicht geprüft)`,
    last: (count) => `Dies ist Nummer ${count} seit gestern. Heute kommen vielleicht noch mehr, ohne E-Mail.`,
    seeAll: 'Alles ansehen, was in Ihrem Namen handelt',
    footer: (service) => `${service} sendet dies für alles Neue, das in Ihrem Namen handelt.`,
  },
);

/** By which interface it was made. */
export const waysIn = inLanguages<Readonly<Record<BookingSource | 'system', string>>>(
  {
    dashboard: 'the web page, signed in as you',
    web: 'the web page',
    host_api: 'the API',
    host_mcp: 'MCP',
    public_api: 'the public API',
    public_mcp: 'the public MCP',
    system: 'the service itself',
  },
  {
    dashboard: 'die Webseite, angemeldet als Sie',
    web: 'die Webseite',
    host_api: 'die API',
    host_mcp: 'MCP',
    public_api: 'die öffentliche API',
    public_mcp: 'das öffentliche MCP',
    system: 'den Dienst selbst',
  },
);
