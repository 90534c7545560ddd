import { v7 as uuidv7 } from 'uuid';
import { PROVIDER_NAMES } from '../../../domain/accounts/providers.ts';
import { clientNetwork } from '../../../domain/client-networks.ts';
import { signInToken, tokenHash } from '../../../domain/secrets.ts';
import { Email } from '../../../schemas/shapes/fields.ts';
import { openLink } from '../../../store/accounts/sign-in-links.ts';
import { loginWords } from '../../../texts/en/pages/accounts.ts';
import type { NoticeText } from '../../../web/parts/notice.tsx';
import { findPageSession } from '../../auth/page-session.ts';
import { returnPath } from '../../auth/return-to.ts';
import { stalePage } from '../shell/problems.ts';
import { queryText } from '../shell/request-address.ts';
import { seal, unseal } from '../shell/sealed-state.ts';
import type { Visit } from '../shell/visit.ts';
import { browserHash, clientHashesOf, hasSignInPageToken, signInPageToken } from './browser.ts';
import { asksTooOften, zoneOf } from './start-session.ts';

/** What brought the person here, by the address; null: nothing to say. */
function noticeOf(visit: Visit): NoticeText | null {
  const { signedOut, canceled } = visit.words(loginWords);
  if (visit.query('done') === 'signed-out') return { tone: 'success', ...signedOut };
  return visit.query('done') === 'canceled' ? { tone: 'info', ...canceled } : null;
}

interface Again {
  readonly notice: NoticeText | null;
  readonly email?: string;
  readonly problem?: string;
  readonly isPasskeyRefused?: boolean;
  readonly status?: number;
}

/** Shows the sign-in page. @param again the notice, and the input after a problem */
export function renderLogin(visit: Visit, returnTo: string, again: Again): void {
  const { signIn } = visit.kit.services;
  visit.setOptions({ entry: 'login' });
  visit.show(
    'login',
    {
      notice: again.notice,
      email: again.email ?? '',
      problem: again.problem,
      returnTo,
      pageToken: signInPageToken(visit, 'login'),
      isPasskeyRefused: again.isPasskeyRefused ?? false,
      providers: [...signIn.providers.keys()].map((name) => ({
        label: visit.words(loginWords).goOnWith(PROVIDER_NAMES[name]),
        href: `/login/${name}${queryText({ return_to: returnTo })}`,
      })),
      localPeople: signIn.localPeople.map(({ username, name }) => ({ username, name })),
    },
    again.status,
  );
}

const FILLED_IN = 'login';

/** The sign-in page with a filled-in email address. It is sealed: no log and no browser history holds it. */
export const loginHref = ({ kit, now }: Visit, email: string, returnTo: string): string =>
  `/login${queryText({ s: seal(kit.pageKey, FILLED_IN, email, now), return_to: returnTo })}`;

const filledIn = (visit: Visit): string =>
  unseal<string>(visit.kit.pageKey, FILLED_IN, visit.query('s') ?? '', visit.now) ?? '';

/** GET /login */
export async function showLogin(visit: Visit): Promise<void> {
  if (await asksTooOften(visit, 'publicRead')) return;
  const returnTo = returnPath(visit.query('return_to'));
  // Who is signed in for long signs in again for what asks for a fresh sign-in.
  const wantsAgain = visit.query('again') !== undefined;
  const session = wantsAgain ? null : await findPageSession(visit.kit.services, visit.request, visit.response);
  if (session) return visit.goTo(returnTo);
  renderLogin(visit, returnTo, { notice: noticeOf(visit), email: filledIn(visit) });
}

/** POST /login: mails a link. Known, unknown and limited addresses get the same answer. */
export async function submitLogin(visit: Visit): Promise<void> {
  if (await asksTooOften(visit)) return;
  const returnTo = returnPath(visit.field('return_to'));
  const typed = visit.field('email').trim();
  if (!hasSignInPageToken(visit, 'login')) {
    return renderLogin(visit, returnTo, { notice: stalePage(visit.locale), email: typed, status: 403 });
  }
  const email = Email.safeParse(typed).data;
  if (email === undefined) {
    const { emailProblem: problem } = visit.words(loginWords);
    return renderLogin(visit, returnTo, { notice: null, email: typed, problem, status: 400 });
  }
  await mailLink(visit, email, returnTo);
  const state = seal(visit.kit.pageKey, 'link-sent', { email, returnTo }, visit.now);
  visit.goTo(`/login/sent${queryText({ s: state })}`);
}

async function mailLink(visit: Visit, email: string, returnTo: string): Promise<void> {
  const { sql, secrets, flowClient } = visit.kit.services;
  const id = uuidv7();
  await openLink(sql, {
    id,
    email,
    tokenHash: tokenHash(signInToken(secrets, id)),
    browserHash: browserHash(visit),
    returnTo,
    timezone: zoneOf(visit.field('timezone')),
    language: visit.locale.language,
    clientNetwork: clientNetwork(visit.request.ip ?? ''),
    clientHashes: clientHashesOf(visit, email),
  });
  // Of a link above the caps, too: to leave it out would show in the time of the answer. Its flow finds that it has ended.
  flowClient.start('mail', { id, workspaceId: null });
}

/** GET /login/sent */
export function showLinkSent(visit: Visit): void {
  const state = unseal<{ email: string; returnTo: string }>(
    visit.kit.pageKey,
    'link-sent',
    visit.query('s') ?? '',
    visit.now,
  );
  if (state === null) {
    visit.goTo('/login');
    return;
  }
  const { urls, localMailbox } = visit.kit.services;
  visit.show('linkSent', {
    email: state.email,
    mailboxHref: localMailbox ? `${urls.appUrl}/dev/mailbox${queryText({ to: state.email })}` : null,
    againHref: loginHref(visit, state.email, state.returnTo),
  });
}
