import type * as en from '../en/access.ts';

export const scopeWords: typeof en.scopeWords = {
  'agent.identity.read': 'sehen, was Sie erlaubt haben',
  'agent.identity.revoke': 'beenden, was Sie erlaubt haben',
  'agent.user.signup': 'ein Konto für Sie anlegen, wenn Sie keines haben',
  'agent.workspace.create': 'Arbeitsbereiche anlegen, die Ihnen gehören',
  'agent.workspace.invite': 'in Ihrem Namen in Arbeitsbereiche einladen, die Ihnen gehören oder die Sie verwalten',
  'agent.billing.checkout': 'Zahlungen vorbereiten, die dann ein Mensch ausführt',
  'agent.booking.read': 'Ihre Termine lesen, und die von allen, wenn Sie dort Inhaber, Admin oder Manager sind',
  'agent.booking.write':
    'in Ihrem Namen Termine buchen, verschieben und absagen, und die von allen, wenn Sie dort Inhaber, Admin oder Manager sind',
  'agent.calendar.connect': 'Links anlegen, mit denen Sie einen Kalender verbinden',
};

const KEYS_AND_SEATS = 'Schlüssel und Plätze für Agenten anlegen und widerrufen';
const OF_MANAGERS = [
  'Termine von allen sehen, buchen, verschieben und absagen, und lesen, was Gäste schrieben',
  'Terminarten anlegen, ändern und archivieren',
  'die Zeiten von allen ändern',
  'Teams verwalten',
] as const;
const OF_ADMINS = [
  ...OF_MANAGERS,
  'Menschen einladen und entfernen',
  KEYS_AND_SEATS,
  'einen Tarif wählen und Zahlungen vorbereiten',
  'an jede Adresse senden, was hier geschieht (Webhooks), mit Namen und Antworten von Gästen',
] as const;

export const rolePowers: typeof en.rolePowers = {
  owner: OF_ADMINS,
  admin: OF_ADMINS,
  manager: OF_MANAGERS,
  member: [
    'Ihre Termine sehen, buchen, verschieben und absagen, und lesen, was Ihre Gäste schrieben',
    'eigene Terminarten anlegen, ändern und archivieren',
    'Ihre Zeiten ändern',
  ],
  billing_only: ['Tarif und Rechnungen sehen', 'einen Tarif wählen und Zahlungen vorbereiten'],
};

export const powerWords: typeof en.powerWords = {
  keysAndSeats: KEYS_AND_SEATS,
  keysAndSeatsOfApps: 'Schlüssel und Plätze für Agenten widerrufen',
  reading:
    'sehen, was Sie im Arbeitsbereich sehen: Termine mit dem, was Gäste schrieben, Terminarten, Zeiten, Menschen',
  seatLimits: 'Er lädt niemanden ein, legt keine Schlüssel an und bezahlt nichts.',
};

export const wayOutNames: typeof en.wayOutNames = {
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
};

export const wayOutWords: typeof en.wayOutWords = {
  more: (count) => `${count} weitere`,
  withKey: (ways) => `Was damit entstand oder eingestellt wurde, endet mit: ${ways}.`,
  withSignIn: (ways) => `Was seitdem in Ihrem Namen entstand oder eingestellt wurde, endet auch: ${ways}.`,
};
