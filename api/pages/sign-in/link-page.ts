import { tokenHash } from '../../../domain/secrets.ts';
import { signInByLink } from '../../../store/accounts/sign-in.ts';
import { findLink } from '../../../store/accounts/sign-in-links.ts';
import { loginWords } from '../../../texts/en/pages/accounts.ts';
import type { Visit } from '../shell/visit.ts';
import { browserHash, hasSignInPageToken, signInPageToken } from './browser.ts';
import { asksTooOften, startSession } from './start-session.ts';

const TOKEN = /^[\w-]{43}$/;

const pathOf = (token: string): string => `/login/link/${token}`;

/** GET /login/link/{token}: shows who will be signed in. Mail scanners open links too, so opening it changes nothing. */
export async function showLink(visit: Visit): Promise<void> {
  if (await asksTooOften(visit, 'publicRead')) return;
  const token = visit.part('token');
  const found = TOKEN.test(token) ? await findLink(visit.kit.services.sql, tokenHash(token)) : undefined;
  if (found?.state !== 'open') {
    const state = found?.state ?? 'unknown';
    const words = visit.words(loginWords);
    const link = { href: '/login', label: words.newLink };
    return visit.show('problem', { ...words[state], link }, state === 'unknown' ? 404 : 410);
  }
  visit.show('link', {
    email: found.email,
    elsewhere: !found.browserHash.equals(browserHash(visit)),
    action: pathOf(token),
    pageToken: signInPageToken(visit, `link/${token}`),
  });
}

/** POST /login/link/{token}: signs this browser in. The link works once. */
export async function submitLink(visit: Visit): Promise<void> {
  if (await asksTooOften(visit)) return;
  const token = visit.part('token');
  // A form from another site, or one that was open for hours: the page asks again.
  if (!TOKEN.test(token) || !hasSignInPageToken(visit, `link/${token}`))
    return visit.goTo(pathOf(encodeURIComponent(token)));
  const signedIn = await startSession(visit, 'email', (session) =>
    signInByLink(visit.kit.services.sql, tokenHash(token), session),
  );
  if (!signedIn) return visit.goTo(pathOf(token));
  // A stranger may have requested the link in another browser: they must not choose the target page.
  visit.goTo(signedIn.browserHash.equals(browserHash(visit)) ? signedIn.returnTo : '/');
}
