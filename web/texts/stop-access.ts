import { inLanguages } from '../../domain/languages.ts';

/** The owner of an account ends a key, seat, passkey, app or linked account by the link of a mail. */
export const stopAccessWords = inLanguages(
  {
    kinds: {
      key: {
        what: 'Key',
        stop: 'Stop this key',
        way: 'Whoever has it works in your name.',
        effect:
          'The key is revoked at once and for good, with every key, seat and open invitation that was made with it.',
      },
      seat: {
        what: 'Agent seat',
        stop: 'Stop this agent',
        way: 'It works in your name.',
        effect: 'The seat and its key are revoked at once and for good, with everything that was made with them.',
      },
      passkey: {
        what: 'Passkey',
        stop: 'Remove this passkey',
        way: 'Whoever has it can sign in as you.',
        effect:
          'The passkey is removed at once and for good, all your browsers are signed out, and the keys end that were made by signing in without a browser since: whoever added it was signed in as you.',
      },
      grant: {
        what: 'Connected app',
        stop: 'Disconnect this app',
        way: 'It works in your name.',
        effect:
          'It can do nothing in your name any more, at once and for good, and every key, seat and open invitation that was made with it ends.',
      },
      linked_account: {
        what: 'Account',
        stop: 'Unlink this account',
        way: 'Whoever signs in there is signed in here as you.',
        effect:
          'The link ends at once, all your browsers are signed out, and the keys end that were made by signing in without a browser since. If somebody signs in there again with your address, a new mail tells you.',
      },
    },
    stays: 'Meetings that were booked, and people who joined a workspace.',
    ways: {
      dashboard: 'The web page, signed in as you',
      web: 'The web page',
      host_api: 'The API',
      host_mcp: 'MCP',
      public_api: 'The public API',
      public_mcp: 'The public MCP',
      system: 'The service itself',
    },
    over: (what: string, name: string) => `${what} “${name}” does not work any more`,
    overTitle: 'It does not work any more',
    unknown: (way: string) => `${way} Stop it if you do not know it.`,
    ended: 'It is ended for good, and can do nothing in your name.',
    can: 'What it can do, in your name',
    ifStop: 'If you stop it',
    whatStays: 'What stays',
    ifNothing: 'If you do nothing',
    goesOn: 'It goes on. You can end it later, in the settings of the dashboard.',
    you: 'It was you? Close this page; nothing happens.',
    see: 'See what else has a way in',
    workspace: 'Workspace',
    made: 'Made',
    by: 'By',
    with: (way: string, key: string) => `${way}, with “${key}”`,
    network: 'From network',
    appOf: 'App of',
    nobody: 'Nobody vouches for it: it registered itself',
    wentTo: 'Answer went to',
  },
  {
    kinds: {
      key: {
        what: 'Schlüssel',
        stop: 'Diesen Schlüssel beenden',
        way: 'Wer ihn hat, handelt in Ihrem Namen.',
        effect:
          'Der Schlüssel endet sofort und für immer, mit jedem Schlüssel, Platz und jeder offenen Einladung, die mit ihm entstanden.',
      },
      seat: {
        what: 'Platz eines Agenten',
        stop: 'Diesen Agenten beenden',
        way: 'Er handelt in Ihrem Namen.',
        effect: 'Der Platz und sein Schlüssel enden sofort und für immer, mit allem, was mit ihnen entstand.',
      },
      passkey: {
        what: 'Passkey',
        stop: 'Diesen Passkey entfernen',
        way: 'Wer ihn hat, kann sich als Sie anmelden.',
        effect:
          'Der Passkey wird sofort und für immer entfernt, alle Ihre Browser werden abgemeldet, und die Schlüssel enden, die seitdem ohne Browser entstanden: Wer ihn hinzufügte, war als Sie angemeldet.',
      },
      grant: {
        what: 'Verbundene App',
        stop: 'Diese App trennen',
        way: 'Sie handelt in Ihrem Namen.',
        effect:
          'Sie kann sofort und für immer nichts mehr in Ihrem Namen tun, und jeder Schlüssel, Platz und jede offene Einladung, die mit ihr entstanden, endet.',
      },
      linked_account: {
        what: 'Konto',
        stop: 'Verknüpfung mit diesem Konto lösen',
        way: 'Wer sich dort anmeldet, ist hier als Sie angemeldet.',
        effect:
          'Die Verknüpfung endet sofort, alle Ihre Browser werden abgemeldet, und die Schlüssel enden, die seitdem ohne Browser entstanden. Wenn sich dort jemand mit Ihrer Adresse wieder anmeldet, erfahren Sie es per Mail.',
      },
    },
    stays: 'Gebuchte Termine, und Menschen, die einem Arbeitsbereich beitraten.',
    ways: {
      dashboard: 'Die Webseite, angemeldet als Sie',
      web: 'Die Webseite',
      host_api: 'Die API',
      host_mcp: 'MCP',
      public_api: 'Die öffentliche API',
      public_mcp: 'Das öffentliche MCP',
      system: 'Der Dienst selbst',
    },
    over: (what: string, name: string) => `${what} „${name}“ gilt nicht mehr`,
    overTitle: 'Es gilt nicht mehr',
    unknown: (way: string) => `${way} Beenden Sie es, wenn Sie es nicht kennen.`,
    ended: 'Es ist für immer beendet und kann nichts in Ihrem Namen tun.',
    can: 'Was es in Ihrem Namen kann',
    ifStop: 'Wenn Sie es beenden',
    whatStays: 'Was bleibt',
    ifNothing: 'Wenn Sie nichts tun',
    goesOn: 'Es geht weiter. Sie können es später beenden, in den Einstellungen der Übersicht.',
    you: 'Das waren Sie? Schließen Sie diese Seite; nichts geschieht.',
    see: 'Sehen, was noch Zugang hat',
    workspace: 'Arbeitsbereich',
    made: 'Entstanden',
    by: 'Durch',
    with: (way: string, key: string) => `${way}, mit „${key}“`,
    network: 'Aus dem Netz',
    appOf: 'App von',
    nobody: 'Niemand bürgt für sie: Sie hat sich selbst registriert',
    wentTo: 'Antwort ging an',
  },
);
