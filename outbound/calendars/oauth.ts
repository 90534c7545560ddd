import * as oidc from 'openid-client';
import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';
import { type CallLimits, ProviderError, type Tokens } from './provider.ts';

/** Our registration at a provider: the one that sign-in uses. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** As in its discovery document. */
  readonly issuer: string;
}

const TIMEOUT_SECONDS = 5;

/** The token endpoint of a provider, found by discovery once. */
export class TokenEndpoint {
  readonly #name: CalendarProviderName;
  readonly #client: OAuthClient;
  #found: Promise<oidc.Configuration> | undefined;

  constructor(name: CalendarProviderName, client: OAuthClient) {
    this.#name = name;
    this.#client = client;
  }

  /** @throws ProviderError token_refused: the person must connect again; misconfigured: our registration is wrong */
  async refresh(refreshToken: string, { signal }: CallLimits): Promise<Tokens> {
    const answer = await this.#call(signal, (configuration) => oidc.refreshTokenGrant(configuration, refreshToken));
    return {
      accessToken: answer.access_token,
      accessExpiresMs: Date.now() + (answer.expiresIn() ?? 0) * 1_000,
      refreshToken: answer.refresh_token ?? null,
      scopes: (answer.scope ?? '').split(' ').filter(Boolean),
    };
  }

  /** Takes our access back. Microsoft has no such endpoint: there only the person can. */
  async revoke(refreshToken: string, { signal }: CallLimits): Promise<void> {
    if (this.#name === 'microsoft') return;
    await this.#call(signal, (configuration) => oidc.tokenRevocation(configuration, refreshToken)).catch(
      (error: unknown) => {
        // Revoked before, by the person or by an earlier try.
        if (!(error instanceof ProviderError) || error.failure !== 'token_refused') throw error;
      },
    );
  }

  async #call<T>(signal: AbortSignal, call: (configuration: oidc.Configuration) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    try {
      return await call(await this.#configuration());
    } catch (error) {
      throw oauthFailure(error);
    }
  }

  #configuration(): Promise<oidc.Configuration> {
    this.#found ??= discover(this.#client);
    this.#found.catch(() => {
      this.#found = undefined;
    });
    return this.#found;
  }
}

/** Reads where a provider's endpoints are. @param execute what else the configuration does */
export function discover(
  { issuer, clientId, clientSecret }: OAuthClient,
  execute: readonly ((configuration: oidc.Configuration) => void)[] = [],
): Promise<oidc.Configuration> {
  const server = new URL(issuer);
  return oidc.discovery(server, clientId, undefined, oidc.ClientSecretPost(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    execute: [...execute, ...(server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
  });
}

/** Errors of RFC 6749 by which a person loses nothing but a click: they connect again. */
const PERSON_MUST_ACT = new Set([
  'invalid_grant',
  'interaction_required',
  'consent_required',
  'login_required',
  'invalid_token',
]);

/** A wrong or expired client secret, or another fault of our registration. */
const OPERATOR_MUST_ACT = new Set(['invalid_client', 'unauthorized_client', 'unsupported_grant_type']);

/** Only `error` decides: descriptions change, and may hold an address. */
function oauthFailure(error: unknown): ProviderError {
  if (error instanceof oidc.ResponseBodyError) {
    const { error: word, status } = error;
    const detail = `${status} ${/^\w+$/.test(word) ? word : 'other'}`;
    if (PERSON_MUST_ACT.has(word)) return new ProviderError('token_refused', detail);
    if (OPERATOR_MUST_ACT.has(word)) return new ProviderError('misconfigured', detail);
    return new ProviderError(status >= 500 || word === 'temporarily_unavailable' ? 'away' : 'refused', detail);
  }
  return new ProviderError('away', error instanceof Error ? error.name : 'unknown');
}
