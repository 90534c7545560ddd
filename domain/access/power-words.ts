import type { Role, Scope } from '../../schemas/shapes/access.ts';
import { DEFAULT_LANGUAGE, inLanguages, type Language } from '../languages.ts';

const KEYS_AND_SEATS = 'make and revoke keys and agent seats';
const GERMAN_KEYS_AND_SEATS = 'Schlüssel und Plätze für Agenten anlegen und widerrufen';

/** Connected apps make no keys and seats (decision 0340). */
const OF_APPS: Readonly<Record<string, string>> = {
  [KEYS_AND_SEATS]: 'revoke keys and agent seats',
  [GERMAN_KEYS_AND_SEATS]: 'Schlüssel und Plätze für Agenten widerrufen',
};

const OF_MANAGERS = [
  'see, book, move and cancel everybody’s meetings, and read what guests wrote',
  'make, change and archive event types',
  'change everybody’s hours',
  'manage teams',
] as const;
const OF_ADMINS = [
  ...OF_MANAGERS,
  'invite and remove people',
  KEYS_AND_SEATS,
  'choose a plan, and prepare payments',
  'send what happens here to any address (webhooks), with guests’ names and answers',
] as const;
const OF_BILLING = ['see the plan and the invoices', 'choose a plan, and prepare payments'] as const;

/** What a role allows in a workspace, as a person reads it in mails and on pages: one line of a list each. */
export const ROLE_POWERS: Readonly<Record<Role, readonly string[]>> = {
  owner: OF_ADMINS,
  admin: OF_ADMINS,
  manager: OF_MANAGERS,
  member: [
    'see, book, move and cancel your meetings, and read what your guests wrote',
    'make, change and archive event types of your own',
    'change your hours',
  ],
  billing_only: OF_BILLING,
};

/** What a seat with the role manager or member can not do, in the same words. */
export const SEAT_LIMITS = 'It invites nobody, makes no keys and pays nothing.';

const GERMAN_MANAGERS = [
  'Termine von allen sehen, buchen, verschieben und absagen, und lesen, was Gäste schrieben',
  'Terminarten anlegen, ändern und archivieren',
  'die Zeiten von allen ändern',
  'Teams verwalten',
] as const;
const GERMAN_ADMINS = [
  ...GERMAN_MANAGERS,
  'Menschen einladen und entfernen',
  GERMAN_KEYS_AND_SEATS,
  'einen Tarif wählen und Zahlungen vorbereiten',
  'an jede Adresse senden, was hier geschieht (Webhooks), mit Namen und Antworten von Gästen',
] as const;

/** The same in the reader's language. */
export const rolePowers = inLanguages<Readonly<Record<Role, readonly string[]>>>(ROLE_POWERS, {
  owner: GERMAN_ADMINS,
  admin: GERMAN_ADMINS,
  manager: GERMAN_MANAGERS,
  member: [
    'Ihre Termine sehen, buchen, verschieben und absagen, und lesen, was Ihre Gäste schrieben',
    'eigene Terminarten anlegen, ändern und archivieren',
    'Ihre Zeiten ändern',
  ],
  billing_only: ['Tarif und Rechnungen sehen', 'einen Tarif wählen und Zahlungen vorbereiten'],
});

export const seatLimits = inLanguages<string>(
  SEAT_LIMITS,
  'Er lädt niemanden ein, legt keine Schlüssel an und bezahlt nichts.',
);

const lookingWords = inLanguages<string>(
  'see what you see in the workspace: meetings with what guests wrote, event types, hours, people',
  'sehen, was Sie im Arbeitsbereich sehen: Termine mit dem, was Gäste schrieben, Terminarten, Zeiten, Menschen',
);

interface Power {
  readonly scopes: readonly Scope[];
  readonly role: Role | null;
}

/**
 * What a key or a connected app allows, one line each.
 * @param power `role`: of its person, or its own if that allows less; null: nothing of theirs
 */
export function powersOf({ scopes, role }: Power, language: Language = DEFAULT_LANGUAGE, isApp = false): string[] {
  if (role === null) return [];
  const words = rolePowers[language];
  const powers = new Set<string>(scopes.includes('workspace.act') ? words[role] : []);
  if (!scopes.includes('workspace.act') && scopes.includes('workspace.read')) powers.add(lookingWords[language]);
  if (scopes.includes('billing.manage')) for (const power of words.billing_only) powers.add(power);
  return isApp ? [...powers].map((power) => OF_APPS[power] ?? power) : [...powers];
}
