import { tokenHash } from '../../../domain/secrets.ts';
import type { Visit } from '../shell/visit.ts';

const TOKEN = /^[\w-]{43}$/;
const REF = /^~[\w-]{43}$/;

/**
 * Names a link by its hash. Addresses that others keep hold this instead of the token: the rows of sign-in, and the browser's history.
 * Only its person, signed in, gets further by either.
 */
export const refOf = (hash: Buffer): string => `~${hash.toString('base64url')}`;

/** The hash of the link that an address names, by token or by hash; null: it cannot be one. */
export function linkHashOf(visit: Visit): Buffer | null {
  const given = visit.part('token');
  if (TOKEN.test(given)) return tokenHash(given);
  return REF.test(given) ? Buffer.from(given.slice(1), 'base64url') : null;
}

export const pathOfLink = (hash: Buffer): string => `/calendars/connect/${refOf(hash)}`;
