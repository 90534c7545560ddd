import { inLanguages } from '../../../domain/languages.ts';

/** A workspace that an agent made, and that no person has taken over. */
export const unclaimedTexts = inLanguages(
  {
    tomorrow: (workspace: string) => `${workspace} becomes inactive tomorrow`,
    inAWeek: (workspace: string) => `${workspace} becomes inactive in a week`,
    lead: (workspace: string, until: string) =>
      `An agent made ${workspace}, and no person has signed in as its owner. Unless a meeting is upcoming, it takes no more bookings from ${until}.`,
    stays:
      'It stays active once its owner signs in with a browser. An agent cannot: it asks its person to take the workspace over, with create_claim_intent. Nothing is deleted, and both work later, too.',
    action: 'Sign in',
    footer: (service: string, workspace: string) => `${service} sent this because you own ${workspace}.`,
  },
  {
    tomorrow: (workspace: string) => `${workspace} wird morgen inaktiv`,
    inAWeek: (workspace: string) => `${workspace} wird in einer Woche inaktiv`,
    lead: (workspace: string, until: string) =>
      `Ein Agent hat ${workspace} angelegt, und noch kein Mensch hat sich als Inhaber angemeldet. Wenn kein Termin bevorsteht, sind dort keine Buchungen mehr möglich ab: ${until}.`,
    stays:
      'Der Arbeitsbereich bleibt aktiv, sobald sich sein Inhaber mit einem Browser anmeldet. Ein Agent kann das nicht: Er bittet seinen Menschen mit create_claim_intent, den Arbeitsbereich zu übernehmen. Nichts wird gelöscht, und beides geht auch später.',
    action: 'Anmelden',
    footer: (service: string, workspace: string) => `Sie bekommen dies von ${service}, weil ${workspace} Ihnen gehört.`,
  },
);
