import { PROVIDER_NAMES } from '../../../domain/accounts/providers.ts';
import { type Identity, signInByIdentity } from '../../../store/accounts/sign-in.ts';
import { loginWords } from '../../../texts/en/pages/accounts.ts';
import { returnPath } from '../../auth/return-to.ts';
import { clearCookie, readCookie, setCookie } from '../../auth/session-cookie.ts';
import { notifyOfAccess } from '../../flows/notify-of-access.ts';
import { type Began, type Provider, ProviderRefused, type RefusalReason } from '../../sign-in/providers.ts';
import { queryText, searchOf } from '../shell/request-address.ts';
import { seal, unseal } from '../shell/sealed-state.ts';
import type { Visit } from '../shell/visit.ts';
import { asksTooOften, startSession, zoneOf } from './start-session.ts';

const KEPT_FOR_MS = 10 * 60_000;

/** The sealed cookie while the browser is at the provider. */
interface Attempt {
  readonly began: Began;
  readonly returnTo: string;
  readonly timezone: string | null;
  readonly untilMs: number;
}

const subjectOf = ({ name }: Provider): string => `sign-in/${name}`;

/** GET /login/{provider}: sends the browser there. */
export const redirectToProvider =
  (provider: Provider) =>
  async (visit: Visit): Promise<void> => {
    if (await asksTooOften(visit)) return;
    const { urls } = visit.kit.services;
    const returnTo = returnPath(visit.query('return_to'));
    const started = await orShowRefusal(visit, provider, () => provider.begin(redirectUri(visit, provider)));
    if (!started) return;
    const attempt: Attempt = {
      began: started.began,
      returnTo,
      timezone: zoneOf(visit.query('timezone')),
      untilMs: visit.now + KEPT_FOR_MS,
    };
    const sealed = seal(visit.kit.pageKey, subjectOf(provider), attempt, visit.now);
    setCookie(visit.response, urls, sealed, { purpose: 'oidc', maxAgeMs: KEPT_FOR_MS });
    visit.goTo(started.url.href);
  };

/** GET /login/{provider}/callback: signs the browser in if it returns with a valid answer. */
export const handleCallback =
  (provider: Provider) =>
  async (visit: Visit): Promise<void> => {
    if (await asksTooOften(visit)) return;
    const { urls } = visit.kit.services;
    const sealed = readCookie(visit.request, urls, 'oidc') ?? '';
    const attempt = unseal<Attempt>(visit.kit.pageKey, subjectOf(provider), sealed, visit.now);
    clearCookie(visit.response, urls, 'oidc');
    if (attempt === null || attempt.untilMs <= visit.now) return refuse(visit, provider, 'refused');
    const callback = new URL(`${redirectUri(visit, provider)}${searchOf(visit.request)}`);
    const identity = await orShowRefusal(
      visit,
      provider,
      () => provider.finish(callback, attempt.began),
      attempt.returnTo,
    );
    if (identity) await signInAs(visit, provider, identity, attempt);
  };

const redirectUri = (visit: Visit, { name }: Provider): string =>
  `${visit.kit.services.urls.appUrl}/login/${name}/callback`;

async function signInAs(visit: Visit, provider: Provider, identity: Identity, attempt: Attempt): Promise<void> {
  const signedIn = await startSession(visit, provider.name, async (session) => {
    const outcome = await signInByIdentity(visit.kit.services.sql, identity, attempt.timezone, session);
    return outcome === 'unverified' ? undefined : outcome;
  });
  if (signedIn) {
    // The sweep starts it if this process dies.
    if (signedIn.linkedNow !== null)
      await notifyOfAccess(visit.kit.services, { id: signedIn.linkedNow, workspaceId: null });
    return visit.goTo(attempt.returnTo);
  }
  const words = visit.words(loginWords);
  visit.show(
    'problem',
    {
      ...words.unproven(PROVIDER_NAMES[provider.name]),
      link: { href: `/login${queryText({ return_to: attempt.returnTo })}`, label: words.byMail },
    },
    403,
  );
}

async function orShowRefusal<T>(
  visit: Visit,
  provider: Provider,
  work: () => Promise<T>,
  returnTo = '/',
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    const { reason, detail } = error;
    const level = reason === 'misconfigured' ? 'error' : 'warn';
    visit.kit.services.log[level]({ provider: provider.name, reason, detail }, 'an identity provider signed nobody in');
    if (reason === 'canceled') visit.goTo(`/login${queryText({ done: 'canceled', return_to: returnTo })}`);
    else refuse(visit, provider, reason);
    return undefined;
  }
}

function refuse(visit: Visit, provider: Provider, reason: Exclude<RefusalReason, 'canceled'>): void {
  const name = PROVIDER_NAMES[provider.name];
  const words = visit.words(loginWords);
  const link = { href: '/login', label: words.back };
  if (reason === 'away') {
    visit.response.set('Retry-After', '30');
    visit.show('problem', { ...words.away(name), link }, 503);
  } else if (reason === 'misconfigured') {
    visit.show('problem', { ...words.misconfigured(name), link }, 503);
  } else {
    visit.show('problem', { ...words.notOurs(name), link }, 400);
  }
}
