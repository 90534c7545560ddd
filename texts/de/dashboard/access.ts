import type * as en from '../../en/dashboard/access.ts';

export const keptWebhooksWords: typeof en.keptWebhooksWords = {
  title: (count: number) => (count === 1 ? '1 Webhook ist noch an' : `${count} Webhooks sind noch an`),
  text: 'Eingestellt mit dem Zugang, der eben geendet hat. Gesendet wird weiter, was hier geschieht, mit Namen und Antworten der Gäste, an:',
  more: (count: number) => `und ${count} weitere`,
  off: (count: number): string => (count === 1 ? 'Auch ausschalten' : 'Diese Webhooks auch ausschalten'),
  leave: 'Anlassen',
};

export const createKeyWords: typeof en.createKeyWords = {
  forever: 'bis er widerrufen wird',
  days7: '7 Tage',
  days30: '30 Tage',
  days90: '90 Tage',
  year: 'ein Jahr',
  secretHint:
    'Senden Sie ihn als Authorization: Bearer, oder setzen Sie HOLDFAST_API_KEY für das Kommandozeilenprogramm.',
  yours: 'Ihr neuer Schlüssel',
  title: 'Neuer Schlüssel',
  submit: 'Schlüssel anlegen',
  name: 'Name',
  nameHint: 'Wer oder was ihn benutzt.',
  may: 'Was er darf',
  manage: 'Abrechnung verwalten',
  all: 'Alles, was Sie dürfen',
  read: 'Nur lesen',
  billing: 'Nur Abrechnung',
  mode: 'Modus',
  live: 'Echt',
  test: 'Test: Mails werden aufbewahrt statt gesendet; Zeiten sind wirklich belegt',
  works: 'Er gilt',
};

export const createSeatWords: typeof en.createSeatWords = {
  secretHint: 'Geben Sie ihn nur dem Agenten: Wer diesen Schlüssel hat, handelt als dieser Platz.',
  keyOf: (name: string) => `Der Schlüssel von ${name}`,
  title: 'Neuer Platz für einen Agenten',
  submit: 'Platz anlegen',
  name: 'Name',
  hint: 'Was er tut, wird unter diesem Namen protokolliert.',
  may: 'Was er darf',
  all: 'Alles, was Sie dürfen',
  read: 'Nur lesen',
  email: 'Die eigene E-Mail des Agenten',
};

export const seatListWords: typeof en.seatListWords = {
  hidden: 'Ihre Rolle sieht die Abrechnung; Plätze sind für Inhaber und Mitglieder.',
  taken: (active: number, cap: number) => `${active} von ${cap}`,
  takenEnd: 'belegt.',
  full: 'Widerrufen Sie einen, oder wählen Sie einen größeren Tarif, um einen weiteren anzulegen.',
  admins: 'Inhaber und Admins verwalten sie.',
  seats: 'Plätze für Agenten',
  revoke: 'Widerrufen',
  ofSeat: (name: string) => `: der Platz von ${name}`,
  over: (count: number) => `Widerrufen (${count})`,
  nothing: 'Darf jetzt nichts',
  actsAs: (role: string) => `Handelt als ${role}`,
  reads: 'Liest nur',
  billing: 'Nur Abrechnung',
  never: 'Nie benutzt',
  made: (day: string) => `angelegt am ${day}`,
  used: (at: string) => `zuletzt benutzt ${at}`,
  revoked: (day: string) => `widerrufen am ${day}`,
  ends: (at: string) => `endet ${at}`,
};

export const keysSectionWords: typeof en.keysSectionWords = {
  hint: 'Was Sie hier angelegt haben, und was Werkzeuge und Agenten bekamen, die Sie zugelassen haben.',
  revoked: (name: string) => `${name} ist widerrufen.`,
  add: 'Neuer Schlüssel',
  title: 'Schlüssel und verbundene Geräte',
  what: 'Ihre Schlüssel',
  ask: (name: string) => `${name} widerrufen?`,
  verb: 'Schlüssel widerrufen',
  stops: (key: string) =>
    `Was den Schlüssel ${key} benutzt, hört sofort auf zu arbeiten. Plätze und offene Einladungen, die mit ihm entstanden, enden auch, und kommende Buchungen eines Testschlüssels werden abgesagt. Das lässt sich nicht rückgängig machen.`,
};

export const accessPageWords: typeof en.accessPageWords = {
  title: 'API-Schlüssel und Agenten',
  lead: (name: string) => `Programme und Agenten, die in ${name} handeln.`,
};

export const seatsSectionWords: typeof en.seatsSectionWords = {
  hint: 'Ein freier Platz gibt einem Agenten einen Namen und einen eigenen Schlüssel; was er tut, wird unter diesem Namen protokolliert.',
  revoked: (name: string) => `Der Platz von ${name} ist widerrufen.`,
  plans: 'Tarife mit mehr Plätzen',
  add: 'Neuer Platz',
  title: 'Plätze für Agenten',
  what: 'die Plätze für Agenten',
  ask: (name: string) => `Den Platz von ${name} widerrufen?`,
  verb: 'Platz widerrufen',
  text: 'Der Agent verliert seinen Schlüssel sofort, und der Platz ist für einen anderen frei. Plätze und offene Einladungen, die mit diesem Schlüssel entstanden, enden auch. Das lässt sich nicht rückgängig machen.',
};

export const keyListWords: typeof en.keyListWords = {
  acts: 'handelt wie sein Ersteller',
  reads: 'liest',
  billing: 'verwaltet die Abrechnung',
  none: 'Noch keine Schlüssel.',
  run: 'Führen Sie im Terminal',
  ask: 'aus, lassen Sie einen Agenten darum bitten, oder',
  make: 'legen Sie hier einen an',
  working: 'Gültige Schlüssel',
  revoke: 'Widerrufen',
  over: (count: number) => `Widerrufen und abgelaufen (${count})`,
  app: 'Verbundene App',
  test: 'Test',
  never: 'Nie benutzt',
  made: (day: string) => `angelegt am ${day}`,
  used: (at: string) => `zuletzt benutzt ${at}`,
  revoked: (day: string) => `widerrufen am ${day}`,
  expired: (day: string) => `abgelaufen am ${day}`,
  until: (day: string) => `bis ${day}`,
};
