import { z } from 'zod';
import { defineArea } from '../../operation.ts';
import { signedIn } from '../../shapes/signed-in.ts';

const Session = z.object({
  id: z.uuid(),
  method: z.enum(['email', 'google', 'microsoft', 'local', 'passkey']).describe('How the person signed in.'),
  userAgent: z.string().nullable().describe('The browser’s user agent; null: unknown.'),
  ip: z.string().describe('The IP address.'),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().describe('Expiry (UTC).'),
  current: z.boolean().describe('true: this browser.'),
});

/** Browsers signed in as a person (contract, Operations). Sessions only: no key, no MCP. */
export const sessions = defineArea({
  listSessions: {
    ...signedIn,
    title: 'List sessions',
    summary: 'Browsers signed in as you, last seen first.',
    method: 'GET',
    path: '/me/sessions',
    effect: 'read',
    input: z.object({}),
    output: z.object({ sessions: z.array(Session).describe('The browsers that are signed in.') }),
  },
  revokeSession: {
    ...signedIn,
    title: 'Sign a browser out',
    summary: 'Ends one session. Repeating returns the same.',
    method: 'DELETE',
    path: '/me/sessions/{sessionId}',
    effect: 'destroy',
    errors: [...signedIn.errors, 'resource.not_found'],
    input: z.object({ sessionId: z.uuid().describe('From listSessions.') }),
    output: z.object({ id: z.uuid(), status: z.literal('revoked') }),
  },
  revokeAllSessions: {
    ...signedIn,
    title: 'Sign out everywhere',
    summary: 'Ends all your sessions, this one included. Keys stay.',
    method: 'DELETE',
    path: '/me/sessions',
    effect: 'destroy',
    input: z.object({}),
    output: z.object({ revoked: z.int().min(0) }),
  },
});
