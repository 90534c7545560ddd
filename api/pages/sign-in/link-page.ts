import { tokenHash } from '../../../domain/secrets.ts';
import { signInByLink } from '../../../store/accounts/sign-in.ts';
import { findLink } from '../../../store/accounts/sign-in-links.ts';
import type { Visit } from '../shell/visit.ts';
import { browserHash, hasSignInPageToken, signInPageToken } from './browser.ts';
import { asksTooOften, startSession } from './start-session.ts';

const again = { href: '/login', label: 'Ask for a new link' };

const DEAD = {
  unknown: { title: 'This link does not work', text: 'It may be cut off. Take it from the newest mail.', link: again },
  used: { title: 'This link was used already', text: 'Each link works once.', link: again },
  expired: {
    title: 'This link is too old',
    text: 'Links work for 15 minutes, and end when you sign in by another.',
    link: again,
  },
} as const;

const TOKEN = /^[\w-]{43}$/;

const pathOf = (token: string): string => `/login/link/${token}`;

/** GET /login/link/{token}: shows who will be signed in. Mail scanners open links too, so opening it changes nothing. */
export async function showLink(visit: Visit): Promise<void> {
  if (await asksTooOften(visit, 'publicRead')) return;
  const token = visit.part('token');
  const link = TOKEN.test(token) ? await findLink(visit.kit.services.sql, tokenHash(token)) : undefined;
  if (link?.state !== 'open') {
    const state = link?.state ?? 'unknown';
    return visit.show('problem', DEAD[state], state === 'unknown' ? 404 : 410);
  }
  visit.show('link', {
    email: link.email,
    elsewhere: !link.browserHash.equals(browserHash(visit)),
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
