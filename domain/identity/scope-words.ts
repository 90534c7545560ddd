import type { AgentScope } from '../../schemas/shapes/access.ts';
import { inLanguages } from '../languages.ts';

/** What a scope allows, as the person reads it in mails and on home. */
export const SCOPE_WORDS: Readonly<Record<AgentScope, string>> = {
  'agent.identity.read': 'see what you allowed',
  'agent.identity.revoke': 'end what you allowed',
  'agent.user.signup': 'make an account for you, if you have none',
  'agent.workspace.create': 'make workspaces that you own',
  'agent.workspace.invite': 'invite people in your name to workspaces that you own or administer',
  'agent.billing.checkout': 'prepare payments, which a person then makes',
  'agent.booking.read': 'read your meetings, and everybody’s if you are owner, admin or manager of its workspace',
  'agent.booking.write':
    'book, move and cancel meetings in your name, and everybody’s if you are owner, admin or manager of its workspace',
  'agent.calendar.connect': 'make links by which you connect a calendar',
};

/** The same in the person's language. */
export const scopeWords = inLanguages<Readonly<Record<AgentScope, string>>>(SCOPE_WORDS, {
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
});
