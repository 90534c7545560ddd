import { createHash } from 'node:crypto';
import { clientNetwork } from '../../../domain/client-networks.ts';
import { foldedAddress } from '../../../domain/mail/folded-address.ts';
import { clientHash } from '../../../domain/secrets.ts';
import { newToken, readCookie, setCookie } from '../../auth/session-cookie.ts';
import { signPageToken, verifyPageToken } from '../shell/page-token.ts';
import type { Visit } from '../shell/visit.ts';

/** The longest that browsers keep a cookie (RFC 6265bis). By it a browser that signed in before is known again. */
const KEPT_FOR_MS = 400 * 24 * 60 * 60_000;
const FORM = /^[\w-]{43}$/;

/**
 * Identifies a browser before sign-in. Sign-in forms are bound to it: another site can neither read it nor send it with a POST,
 * so its forms cannot sign a reader in as somebody else.
 */
function browserOf(visit: Visit): string | undefined {
  const token = readCookie(visit.request, visit.kit.services.urls, 'browser');
  return token !== undefined && FORM.test(token) ? token : undefined;
}

/** The hashes by which this browser and its network are known once they have signed in an address. */
export function clientHashesOf(visit: Visit, email: string): Buffer[] {
  const { secrets } = visit.kit.services;
  const browser = browserOf(visit);
  const clients = [clientNetwork(visit.request.ip ?? ''), ...(browser === undefined ? [] : [`browser ${browser}`])];
  return clients.map((client) => clientHash(secrets, foldedAddress(email), client));
}

/** The browser's hash, as rows store it. */
export const browserHash = (visit: Visit): Buffer =>
  createHash('sha256')
    .update(browserOf(visit) ?? '')
    .digest();

/** The hidden field of a sign-in form. Sets the browser's cookie if it has none. */
export function signInPageToken(visit: Visit, subject: string): string {
  const known = browserOf(visit);
  const browser = known ?? newToken();
  if (known === undefined)
    setCookie(visit.response, visit.kit.services.urls, browser, { purpose: 'browser', maxAgeMs: KEPT_FOR_MS });
  return signPageToken(visit.kit.pageKey, `sign-in/${subject}/${browser}`, visit.now);
}

/** True if the form came from our page in the same browser. */
export function hasSignInPageToken(visit: Visit, subject: string): boolean {
  const browser = browserOf(visit);
  if (browser === undefined) return false;
  return verifyPageToken(visit.kit.pageKey, `sign-in/${subject}/${browser}`, visit.field('pageToken'), visit.now);
}
