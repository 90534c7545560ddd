import type { Configuration } from 'openid-client';
import { type OAuthFailure, oauthFailureOf } from '../../domain/accounts/oauth-failures.ts';
import type { AccountProvider } from '../../domain/accounts/providers.ts';
import { plausibleName } from '../../domain/untrusted-text.ts';
import { Email } from '../../schemas/shapes/fields.ts';
import type { Identity } from '../../store/accounts/sign-in.ts';

/** Why a sign-in failed. */
export type RefusalReason = OAuthFailure;

export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  readonly reason: RefusalReason;
  /** The library's and the protocol's word for it; never an answer's text. */
  readonly detail: string;

  constructor(reason: RefusalReason, detail: string) {
    super(`The identity provider did not sign anybody in (${reason}, ${detail}).`);
    this.reason = reason;
    this.detail = detail;
  }
}

/** Runs the work. Failures of the provider or the network become ProviderRefused; others pass unchanged. */
async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderRefused || !(error instanceof Error)) throw error;
    const found = oauthFailureOf(error);
    throw found ? new ProviderRefused(found.failure, found.detail) : error;
  }
}

export type ProviderName = Exclude<AccountProvider, 'apple'>;

/** Our registration at an identity provider. */
export interface ProviderClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** As in its discovery document; Microsoft's holds `common`, for accounts of any tenant. */
  readonly issuer: string;
}

export type ProviderClients = Readonly<Partial<Record<ProviderName, ProviderClient>>>;

/** The state that the browser must return for a sign-in; sealed in its cookie. */
export interface Began {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** One identity provider: authorization code flow with PKCE, state and nonce, by openid-client. */
export interface Provider {
  readonly name: ProviderName;
  /** Where the browser goes, and what it must return. @throws ProviderRefused away */
  begin(redirectUri: string): Promise<{ readonly url: URL; readonly began: Began }>;
  /** Returns the person who signed in. @param callback the whole address that the browser returned to @throws ProviderRefused */
  finish(callback: URL, began: Began): Promise<Identity>;
}

export interface ProviderOptions {
  /** Tests redirect a provider's requests elsewhere. */
  readonly fetch?: typeof fetch;
}

export type Providers = ReadonlyMap<ProviderName, Provider>;

/** The configured providers. No request before the first sign-in. */
export const createProviders = (clients: ProviderClients, options: ProviderOptions = {}): Providers =>
  new Map(
    (['google', 'microsoft'] as const).flatMap((name) => {
      const client = clients[name];
      return client ? [[name, createProvider(name, client, options)] as const] : [];
    }),
  );

/** A provider's addresses and keys change rarely; a failed read is not kept. */
const KEPT_FOR_MS = 60 * 60_000;
const TIMEOUT_SECONDS = 5;

/** Loaded by the first sign-in: most processes answer without it at first. */
const library = () => import('openid-client');

function createProvider(name: ProviderName, client: ProviderClient, options: ProviderOptions): Provider {
  let known: { readonly configuration: Promise<Configuration>; readonly untilMs: number } | undefined;
  const configuration = (): Promise<Configuration> => {
    if (known && known.untilMs > Date.now()) return known.configuration;
    const asked = discover(client, options);
    known = { configuration: asked, untilMs: Date.now() + KEPT_FOR_MS };
    asked.catch(() => {
      known = undefined;
    });
    return asked;
  };
  return {
    name,
    begin: (redirectUri) => translated(async () => begin(await configuration(), redirectUri)),
    finish: (callback, began) =>
      translated(async () => {
        const claims = await exchange(await configuration(), callback, began);
        return identityOf(name, claims);
      }),
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderClient, options: ProviderOptions) {
  const oidc = await library();
  const server = new URL(issuer);
  return oidc.discovery(server, clientId, undefined, oidc.ClientSecretPost(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    // The code flow may trust TLS alone; we also check the signature.
    execute: [oidc.enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
    ...(options.fetch ? { [oidc.customFetch]: options.fetch as never } : {}),
  });
}

async function begin(configuration: Configuration, redirectUri: string): Promise<{ url: URL; began: Began }> {
  const oidc = await library();
  const began: Began = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    codeVerifier: oidc.randomPKCECodeVerifier(),
  };
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: began.state,
    nonce: began.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(began.codeVerifier),
    code_challenge_method: 'S256',
    prompt: 'select_account',
  });
  return { url, began };
}

type Claims = Readonly<Record<string, unknown>>;

async function exchange(configuration: Configuration, callback: URL, began: Began): Promise<Claims> {
  const oidc = await library();
  const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
    pkceCodeVerifier: began.codeVerifier,
    expectedState: began.state,
    expectedNonce: began.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new ProviderRefused('refused', 'no claims');
  return claims;
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
const isTrue = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1';

const GOOGLE_MAILBOX = /@(gmail|googlemail)\.com$/i;

/**
 * Returns whether the provider states that the address is theirs today. Google's `email_verified` is from the day of the check: it holds
 * today only if Google keeps the mailbox, or a Workspace (`hd`) the account. Microsoft's is `xms_edov`, because any tenant's
 * administrator may write any address into `email` (docs/decisions/identity.md#verified-addresses).
 */
function vouchesFor(provider: ProviderName, email: string, { email_verified, hd, xms_edov }: Claims): boolean {
  if (provider === 'microsoft') return isTrue(xms_edov);
  return isTrue(email_verified) && (text(hd) !== null || GOOGLE_MAILBOX.test(email));
}

/**
 * The identity in the claims. The account's owner chose the name, and guests' pages show it: a text that does not look
 * like a name is dropped.
 */
export function identityOf(provider: ProviderName, claims: Claims): Identity {
  const { iss, sub, email, name } = claims;
  const address = Email.safeParse(text(email)).data ?? null;
  return {
    provider,
    issuer: String(iss),
    subject: String(sub),
    verifiedEmail: address !== null && vouchesFor(provider, address, claims) ? address : null,
    name: plausibleName(text(name)),
  };
}
