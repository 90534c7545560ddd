import { createHash, timingSafeEqual } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type Answer, type Asked, formOf, type Routes, seeOther } from '../http.ts';
import type { Accounts } from './accounts.ts';
import { consentPage, problemPage } from './consent-page.ts';
import { LONG_FORMS, SCOPES, SIGN_IN_SCOPES } from './scopes.ts';
import type { Code, Grant, TokenStore } from './tokens.ts';

/** A registered app. */
export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Absent: any address. */
  readonly redirectUris?: readonly string[];
}

export interface OAuthParts {
  readonly accounts: Accounts;
  readonly tokens: TokenStore;
  readonly clients: readonly RegisteredClient[];
  readonly url: () => string;
  readonly now: () => number;
}

/** OAuth 2 and OpenID Connect as Google has them: discovery, consent, tokens, revocation, keys. */
export async function oauthRoutes(parts: OAuthParts): Promise<Routes> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(publicKey)), kid: 'stand-in', alg: 'RS256', use: 'sig' };
  const sign = (grant: Grant, nonce: string | null) => idToken(parts, privateKey, grant, nonce);
  return [
    ['GET', '/.well-known/openid-configuration', () => ({ status: 200, body: discovery(parts.url()) })],
    ['GET', '/oauth2/v3/certs', () => ({ status: 200, body: { keys: [key] } })],
    ['GET', '/o/oauth2/v2/auth', (asked) => showConsent(parts, asked)],
    ['POST', '/o/oauth2/v2/auth', (asked) => takeConsent(parts, asked)],
    ['POST', '/token', (asked) => exchange(parts, asked, sign)],
    ['POST', '/revoke', (asked) => revoke(parts, asked)],
  ];
}

const discovery = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/o/oauth2/v2/auth`,
  token_endpoint: `${url}/token`,
  revocation_endpoint: `${url}/revoke`,
  jwks_uri: `${url}/oauth2/v3/certs`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: [...SIGN_IN_SCOPES],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  claims_supported: ['aud', 'email', 'email_verified', 'exp', 'hd', 'iat', 'iss', 'name', 'sub'],
  code_challenge_methods_supported: ['plain', 'S256'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
});

/** What is wrong with an authorization request, in words; null: nothing. */
function problemOf({ clients }: OAuthParts, query: URLSearchParams): string | null {
  const client = clients.find(({ clientId }) => clientId === query.get('client_id'));
  if (!client) return 'invalid_client: The OAuth client was not found.';
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!URL.canParse(redirectUri) || (client.redirectUris && !client.redirectUris.includes(redirectUri)))
    return 'redirect_uri_mismatch: The redirect_uri is not registered for this client.';
  if (query.get('response_type') !== 'code') return 'invalid_request: response_type must be code.';
  const unknown = scopesOf(query).filter((scope) => !SIGN_IN_SCOPES.includes(scope) && !(scope in SCOPES));
  if (unknown.length > 0) return `invalid_scope: ${unknown.join(', ')}`;
  if (query.has('code_challenge') && query.get('code_challenge_method') !== 'S256')
    return 'invalid_request: code_challenge_method must be S256.';
  return null;
}

const scopesOf = (query: URLSearchParams): string[] => (query.get('scope') ?? '').split(' ').filter(Boolean);

function showConsent(parts: OAuthParts, { url }: Asked): Answer {
  const problem = problemOf(parts, url.searchParams);
  if (problem !== null) return { status: 400, body: problemPage(problem) };
  const people = [...parts.accounts.people.values()];
  return { status: 200, body: consentPage(people, scopesOf(url.searchParams), url.searchParams) };
}

/** The posted form: `account` or `refuse`, the ticked `scope`s, and in the address what the client wants. */
function takeConsent(parts: OAuthParts, asked: Asked): Answer {
  const query = asked.url.searchParams;
  const problem = problemOf(parts, query);
  if (problem !== null) return { status: 400, body: problemPage(problem) };
  const form = formOf(asked);
  const back = new URL(query.get('redirect_uri') ?? '');
  const state = query.get('state');
  if (state !== null) back.searchParams.set('state', state);
  const account = parts.accounts.people.get(form.get('account') ?? '');
  if (!account) {
    back.searchParams.set('error', 'access_denied');
    return seeOther(back.href);
  }
  const wanted = scopesOf(query);
  const ticked = wanted.filter((scope) => SIGN_IN_SCOPES.includes(scope) || form.getAll('scope').includes(scope));
  const grant = { account, clientId: query.get('client_id') ?? '', scopes: ticked };
  // Without a new consent page, the refresh token of the first one stays the only one.
  const isNew = query.get('prompt')?.includes('consent') || !parts.tokens.hasRefresh(grant);
  const code = parts.tokens.giveCode({
    ...grant,
    redirectUri: query.get('redirect_uri') ?? '',
    challenge: query.get('code_challenge'),
    nonce: query.get('nonce'),
    givesRefreshToken: query.get('access_type') === 'offline' && isNew,
  });
  back.searchParams.set('code', code);
  back.searchParams.set('scope', ticked.map((scope) => LONG_FORMS[scope] ?? scope).join(' '));
  return seeOther(back.href);
}

const refused = (status: number, error: string, error_description: string): Answer => ({
  status,
  body: { error, error_description },
});

type Sign = (grant: Grant, nonce: string | null) => Promise<string>;

async function exchange(parts: OAuthParts, asked: Asked, sign: Sign): Promise<Answer> {
  const form = formOf(asked);
  const client = clientOf(parts, asked, form);
  if (!client) return refused(401, 'invalid_client', 'Unauthorized');
  const { tokens } = parts;
  if (form.get('grant_type') === 'refresh_token') {
    const grant = tokens.ofRefresh(form.get('refresh_token') ?? '');
    if (grant?.clientId !== client.clientId) return refused(400, 'invalid_grant', 'Token has been expired or revoked.');
    return { status: 200, body: await tokensFor(parts, grant, sign) };
  }
  if (form.get('grant_type') !== 'authorization_code')
    return refused(400, 'unsupported_grant_type', 'Invalid grant_type');
  const code = tokens.takeCode(form.get('code') ?? '');
  if (code?.clientId !== client.clientId) return refused(400, 'invalid_grant', 'Malformed auth code.');
  if (code.redirectUri !== form.get('redirect_uri')) return refused(400, 'redirect_uri_mismatch', 'Bad Request');
  if (!verifies(code, form.get('code_verifier'))) return refused(400, 'invalid_grant', 'Invalid code verifier.');
  const more = code.givesRefreshToken ? { refresh_token: tokens.giveRefresh(code) } : {};
  return { status: 200, body: { ...(await tokensFor(parts, code, sign, code.nonce)), ...more } };
}

function clientOf({ clients }: OAuthParts, { headers }: Asked, form: URLSearchParams): RegisteredClient | undefined {
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1];
  const [id, secret] = basic
    ? Buffer.from(basic, 'base64').toString('utf8').split(':').map(decodeURIComponent)
    : [form.get('client_id'), form.get('client_secret')];
  return clients.find(({ clientId, clientSecret }) => clientId === id && clientSecret === secret);
}

/** PKCE (RFC 7636): a code that began with a challenge needs its verifier. */
function verifies({ challenge }: Code, verifier: string | null): boolean {
  if (challenge === null) return true;
  const hash = createHash('sha256')
    .update(verifier ?? '')
    .digest();
  const wanted = Buffer.from(challenge, 'base64url');
  return wanted.length === hash.length && timingSafeEqual(wanted, hash);
}

async function tokensFor({ tokens }: OAuthParts, grant: Grant, sign: Sign, nonce: string | null = null) {
  return {
    access_token: tokens.giveAccess(grant),
    expires_in: tokens.accessSeconds,
    scope: grant.scopes.map((scope) => LONG_FORMS[scope] ?? scope).join(' '),
    token_type: 'Bearer',
    ...(grant.scopes.includes('openid') ? { id_token: await sign(grant, nonce) } : {}),
  };
}

function idToken(
  { url, now }: OAuthParts,
  key: Parameters<SignJWT['sign']>[0],
  { account, clientId, scopes }: Grant,
  nonce: string | null,
): Promise<string> {
  const seconds = Math.floor(now() / 1_000);
  const [, domain = ''] = account.email.split('@');
  const claims = {
    ...(scopes.includes('email') ? { email: account.email, email_verified: true } : {}),
    ...(scopes.includes('profile') ? { name: account.name } : {}),
    ...(/^(gmail|googlemail)\.com$/.test(domain) ? {} : { hd: domain }),
    ...(nonce === null ? {} : { nonce }),
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'stand-in', typ: 'JWT' })
    .setIssuer(url())
    .setAudience(clientId)
    .setSubject(account.sub)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 3_600)
    .sign(key);
}

/** The token is in the query or in the form. */
function revoke({ tokens }: OAuthParts, asked: Asked): Answer {
  const token = asked.url.searchParams.get('token') ?? formOf(asked).get('token') ?? '';
  return tokens.revoke(token) ? { status: 200, body: {} } : refused(400, 'invalid_token', 'Token expired or revoked');
}
