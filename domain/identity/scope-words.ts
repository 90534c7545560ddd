import type { AgentScope } from '../../schemas/shapes/access.ts';

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
