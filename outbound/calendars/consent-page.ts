import * as oidc from 'openid-client';
import { oauthFailureOf } from '../../domain/accounts/oauth-failures.ts';
import type { CalendarApp } from '../../domain/calendars/consent.ts';
import { type ConsentedAccount, ConsentFailed, type PendingConsent } from '../../domain/calendars/consent.ts';
import type { CalendarProviderName, RemoteCalendar } from '../../domain/calendars/remote-event.ts';
import { discover } from './oauth.ts';
import { askedScopes, missingPermissions } from './permissions.ts';
import { ProviderError } from './provider.ts';
import { providerOf } from './providers.ts';

/** The person waits for this page. */
const LIST_WITHIN_MS = 8_000;

/** The consent page of one provider: authorization code flow with PKCE, state and nonce; the id token's signature is checked. */
export class ConsentPage {
  readonly #name: CalendarProviderName;
  readonly #app: CalendarApp;
  #found: Promise<oidc.Configuration> | undefined;

  constructor(name: CalendarProviderName, app: CalendarApp) {
    this.#name = name;
    this.#app = app;
  }

  begin(redirectUri: string, loginHint: string | null): Promise<{ url: URL; pending: PendingConsent }> {
    return translated(async () => {
      const pending: PendingConsent = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(await this.#configuration(), {
        redirect_uri: redirectUri,
        scope: askedScopes(this.#name),
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
        ...promptOf(this.#name, loginHint),
      });
      return { url, pending };
    });
  }

  finish(callback: URL, pending: PendingConsent): Promise<ConsentedAccount> {
    return translated(async () => {
      const answer = await oidc.authorizationCodeGrant(await this.#configuration(), callback, {
        pkceCodeVerifier: pending.codeVerifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      });
      const scopes = (answer.scope ?? '').split(' ').filter(Boolean);
      const missing = missingPermissions(this.#name, scopes);
      if (missing.length > 0) throw new ConsentFailed('incomplete', missing.join(' '), missing);
      // Without it access would end within the hour.
      if (answer.refresh_token === undefined) throw new ConsentFailed('refused', 'no refresh token');
      return {
        ...accountOf(this.#name, answer.claims() ?? {}),
        ...{ scopes, refreshToken: answer.refresh_token, accessToken: answer.access_token },
        accessExpiresMs: Date.now() + (answer.expiresIn() ?? 0) * 1_000,
        calendars: await this.#listCalendars(answer.access_token),
      };
    });
  }

  #listCalendars(accessToken: string): Promise<RemoteCalendar[]> {
    const account = providerOf(this.#name, this.#app).account(accessToken);
    return account.listCalendars({ signal: AbortSignal.timeout(LIST_WITHIN_MS) });
  }

  #configuration(): Promise<oidc.Configuration> {
    this.#found ??= discover(this.#app, [oidc.enableNonRepudiationChecks]);
    this.#found.catch(() => {
      this.#found = undefined;
    });
    return this.#found;
  }
}

/** Google gives a refresh token only with a new consent. Someone who connects an account again does not choose among accounts. */
const promptOf = (name: CalendarProviderName, loginHint: string | null): Record<string, string> => {
  const hint = loginHint === null ? {} : { login_hint: loginHint };
  if (name === 'google')
    return { access_type: 'offline', prompt: loginHint === null ? 'consent select_account' : 'consent', ...hint };
  return { ...(loginHint === null ? { prompt: 'select_account' } : {}), ...hint };
};

type Claims = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Of Microsoft, `sub` is another one for each app, and addresses change at both. */
function accountOf(name: CalendarProviderName, claims: Claims): Pick<ConsentedAccount, 'accountId' | 'email'> {
  const { sub, tid, oid, email, preferred_username: userName } = claims;
  const parts = name === 'google' ? [text(sub)] : [text(tid), text(oid)];
  const address = text(email) || text(userName);
  if (parts.includes('') || address === '') throw new ConsentFailed('refused', 'claims are missing');
  return { accountId: parts.join('.'), email: address };
}

/** Failures of the provider or the network become ConsentFailed; others pass unchanged. */
async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw (error instanceof Error && failureOf(error)) || error;
  }
}

function failureOf(error: Error): ConsentFailed | undefined {
  if (error instanceof ConsentFailed) return error;
  if (error instanceof ProviderError) {
    const isAway = error.failure === 'away' || error.failure === 'throttled';
    return new ConsentFailed(isAway ? 'away' : 'refused', `${error.failure} ${error.detail}`);
  }
  if (isBarred(error)) return new ConsentFailed('barred', 'an administrator must consent');
  const found = oauthFailureOf(error);
  return found && new ConsentFailed(found.failure === 'canceled' ? 'denied' : found.failure, found.detail);
}

/** Microsoft says by a number in the description that an administrator must consent; Google has a word for it. */
const isBarred = (error: Error): boolean =>
  ('error' in error && error.error === 'admin_policy_enforced') ||
  ('error_description' in error && /^AADSTS(90094|90099|900941|65001)\b/.test(String(error.error_description)));
