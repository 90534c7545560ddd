import { inLanguages } from '../../domain/languages.ts';

const counted = (count: number | null, one: string): string =>
  count === null ? `Unlimited ${one}s` : `${count === 0 ? 'No' : count} ${one}${count === 1 ? '' : 's'}`;

const countedInGerman = (count: number | null, one: string, many: string, none: string): string => {
  if (count === null) return `${many} unbegrenzt`;
  return count === 0 ? `${none} ${one}` : `${count} ${count === 1 ? one : many}`;
};

/** What each plan allows, and what it costs. */
export const plansWords = inLanguages(
  {
    title: 'Plans',
    lead: 'Every new account tries Growth for 14 days, without a card. Afterwards it is Free, and nothing is deleted.',
    seeYours: 'See your plan, and how much of it is used',
    signIn: 'Sign in, or start your trial',
    small:
      'Prices are in US dollars for each member, without VAT. A year costs ten months. When a plan has no room for one more, only adding is refused: what is there stays, and guests can book.',
    forGood: 'for good',
    monthly: 'per member, monthly',
    onePerson: 'For one person',
    yearly: (usd: number) => `or $${usd} yearly`,
    upTo: (most: number) => `Up to ${most} members`,
    members: (count: number) => counted(count, 'member'),
    eventTypes: (count: number | null) => counted(count, 'event type'),
    teams: (count: number | null) => counted(count, 'team'),
    seats: (count: number | null) => counted(count, 'agent seat'),
    choose: (plan: string) => `Choose ${plan}`,
  },
  {
    title: 'Tarife',
    lead: 'Jedes neue Konto probiert Growth 14 Tage lang, ohne Karte. Danach gilt Free, und nichts wird gelöscht.',
    seeYours: 'Ihren Tarif ansehen, und wie viel davon genutzt ist',
    signIn: 'Anmelden, oder die Probezeit beginnen',
    small:
      'Preise in US-Dollar je Mitglied, ohne Umsatzsteuer. Ein Jahr kostet zehn Monate. Wenn ein Tarif für nichts Weiteres Platz hat, lässt sich nur nichts hinzufügen: Was da ist, bleibt, und Gäste können buchen.',
    forGood: 'auf Dauer',
    monthly: 'je Mitglied und Monat',
    onePerson: 'Für eine Person',
    yearly: (usd: number) => `oder $${usd} im Jahr`,
    upTo: (most: number) => `Bis zu ${most} Mitglieder`,
    members: (count: number) => countedInGerman(count, 'Mitglied', 'Mitglieder', 'Kein'),
    eventTypes: (count: number | null) => countedInGerman(count, 'Terminart', 'Terminarten', 'Keine'),
    teams: (count: number | null) => countedInGerman(count, 'Team', 'Teams', 'Kein'),
    seats: (count: number | null) => countedInGerman(count, 'Platz für Agenten', 'Plätze für Agenten', 'Kein'),
    choose: (plan: string) => `${plan} wählen`,
  },
);
