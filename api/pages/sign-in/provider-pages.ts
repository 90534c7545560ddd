import { PROVIDER_NAMES } from '../../../domain/accounts/providers.ts';
import { type Identity, signInByIdentity } from '../../../store/accounts/sign-in.ts';
import { returnPath } from '../../auth/return-to.ts';
import { clearCookie, readCookie, setCookie } from '../../auth/session-cookie.ts';
import { ProviderRefused, type RefusalReason } from '../../sign-in/provider-failures.ts';
import type { Began, Provider } from '../../sign-in/providers.ts';
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

const back = { href: '/login', label: 'Back to sign-in' };

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
      visit.kit.services.flowClient.start('accessNotice', { id: signedIn.linkedNow, workspaceId: null });
    return visit.goTo(attempt.returnTo);
  }
  const name = PROVIDER_NAMES[provider.name];
  visit.show(
    'problem',
    {
      title: `${name} does not vouch for your address`,
      text: `${name} did not say that the email address of this account is yours today. Sign in by mail instead: that proves it.`,
      link: { href: `/login${queryText({ return_to: attempt.returnTo })}`, label: 'Sign in by mail' },
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
  if (reason === 'away') {
    visit.response.set('Retry-After', '30');
    const text = `${name} does not answer right now. Try again in a minute, or sign in by mail.`;
    visit.show('problem', { title: 'One moment, please', text, link: back }, 503);
  } else if (reason === 'misconfigured') {
    const text = `${name} does not accept how this service is registered there. Its operator finds why in the log. Please sign in by mail.`;
    visit.show('problem', { title: `${name} does not work here right now`, text, link: back }, 503);
  } else {
    const text = `What came back from ${name} is not an answer to a sign-in that this browser began. Please begin again.`;
    visit.show('problem', { title: 'That did not work', text, link: back }, 400);
  }
}
