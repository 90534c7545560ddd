import type { AccessKind } from '../../../domain/access/new-access.ts';
import type { BookingSource } from '../../../schemas/shapes/access.ts';

interface KindTexts {
  /** "New key" */
  readonly title: string;
  /** What it may do. @param where the workspace; the service, if it is of none */
  readonly lead: (where: string) => string;
  /** What stopping does. */
  readonly effect: string;
  /** When all is well. */
  readonly isFine: string;
}

const YOURS = 'Was it you, or somebody who works for you? Then all is well.';

/** Mails to hosts are in English. */
export const newAccessTexts: Readonly<Record<AccessKind, KindTexts>> = {
  key: {
    title: 'New key',
    lead: (workspace) => `Whoever has a new key works in ${workspace} in your name.`,
    effect: 'Stopping revokes the key and everything that was made with it, at once and for good.',
    isFine: YOURS,
  },
  seat: {
    title: 'New agent seat',
    lead: (workspace) => `A new agent works in ${workspace} in your name.`,
    effect: 'Stopping revokes the seat and everything that was made with it, at once and for good.',
    isFine: YOURS,
  },
  passkey: {
    title: 'New passkey',
    lead: (service) =>
      `A passkey was added to your account at ${service}. Whoever has it can sign in as you, without a mailed code.`,
    effect:
      'Stopping removes the passkey and signs you out in all browsers, because whoever added it was signed in as you. Keys that apps have got since then by signing in as you end, too. You sign in again with a mailed code.',
    isFine: 'Did you add it? Then there is nothing to do.',
  },
  grant: {
    title: 'New connected app',
    lead: (workspace) =>
      `An app works in ${workspace} in your name since you, or somebody signed in as you, allowed it.`,
    effect: 'Stopping disconnects the app and revokes everything that was made with it, at once and for good.',
    isFine: 'Did you connect it? Then all is well.',
  },
  linked_account: {
    title: 'New way to sign in',
    isFine: 'Did you sign in there? Then all is well. If not, stop it.',
    lead: (service) => `An account at the provider below signs you in to ${service} since just now.`,
    effect:
      'Stopping ends the link, signs out all your browsers, and ends the keys that were made by signing in without a browser since.',
  },
};

/** By which interface it was made. */
export const WAYS_IN: Readonly<Record<BookingSource | 'system', string>> = {
  dashboard: 'the web page, signed in as you',
  web: 'the web page',
  host_api: 'the API',
  host_mcp: 'MCP',
  public_api: 'the public API',
  public_mcp: 'the public MCP',
  system: 'the service itself',
};
