import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { type Answer, type Asked, formOf, type Routes, seeOther } from '../http.ts';
import { consentPage, problemPage } from './consent-page.ts';
import { idToken, publicKeys } from './id-token.ts';
import { PERSONAL_TENANT, type Person } from './people.ts';
import { SCOPES, SIGN_IN_SCOPES, shortForm } from './scopes.ts';
import type { Code, Grant, TokenStore } from './tokens.ts';

/** A registered app. */
export interface RegisteredClient {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Absent: any address. */
  readonly redirectUris?: readonly string[];
}

export interface OAuthParts {
  readonly people: ReadonlyMap<string, Person>;
  readonly tokens: TokenStore;
  readonly clients: readonly RegisteredClient[];
  readonly url: () => string;
  readonly now: () => number;
}

/**
 * The Microsoft identity platform, version 2.0: discovery, consent, tokens, keys. There is no revocation. `:tenant` is `common`,
 * `organizations`, `consumers` or an id. Unlike Microsoft's, the issuer of `common` is a plain one: OpenID clients know the pattern
 * `{tenantid}` at Microsoft's own address alone.
 */
export function oauthRoutes(parts: OAuthParts): Routes {
  return [
    [
      'GET',
      '/:tenant/v2.0/.well-known/openid-configuration',
      ({ params }) => ({ status: 200, body: discovery(`${parts.url()}/${params.tenant}`) }),
    ],
    ['GET', '/:tenant/discovery/v2.0/keys', async () => ({ status: 200, body: await publicKeys() })],
    ['GET', '/:tenant/oauth2/v2.0/authorize', (asked) => showConsent(parts, asked)],
    ['POST', '/:tenant/oauth2/v2.0/authorize', (asked) => takeConsent(parts, asked)],
    ['POST', '/:tenant/oauth2/v2.0/token', (asked) => exchange(parts, asked)],
  ];
}

const discovery = (base: string) => ({
  issuer: `${base}/v2.0`,
  authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
  token_endpoint: `${base}/oauth2/v2.0/token`,
  jwks_uri: `${base}/discovery/v2.0/keys`,
  response_modes_supported: ['query'],
  response_types_supported: ['code'],
  subject_types_supported: ['pairwise'],
  id_token_signing_alg_values_supported: ['RS256'],
  scopes_supported: [...SIGN_IN_SCOPES],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  claims_supported: ['sub', 'iss', 'aud', 'exp', 'iat', 'nonce', 'preferred_username', 'name', 'tid', 'oid', 'email'],
});

const scopesOf = (query: URLSearchParams): string[] =>
  (query.get('scope') ?? '').split(' ').filter(Boolean).map(shortForm);

/** Accounts that a tenant lets in. */
const peopleOf = ({ people }: OAuthParts, tenant: string): Person[] =>
  [...people.values()].filter(({ isPersonal, tid }) => {
    if (tenant === 'common') return true;
    if (tenant === 'consumers' || tenant === PERSONAL_TENANT) return isPersonal;
    return tenant === 'organizations' ? !isPersonal : tenant === tid;
  });

/** What is wrong with an authorization request, in words; null: nothing. */
function problemOf({ clients }: OAuthParts, query: URLSearchParams): string | null {
  const client = clients.find(({ clientId }) => clientId === query.get('client_id'));
  if (!client) return `AADSTS700016: Application with identifier '${query.get('client_id')}' was not found.`;
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!URL.canParse(redirectUri) || (client.redirectUris && !client.redirectUris.includes(redirectUri)))
    return `AADSTS50011: The redirect URI '${redirectUri}' does not match the redirect URIs configured for the application.`;
  if (query.get('response_type') !== 'code') return 'AADSTS900144: The request must contain response_type=code.';
  const unknown = scopesOf(query).filter((scope) => !SIGN_IN_SCOPES.includes(scope) && !(scope in SCOPES));
  if (unknown.length > 0)
    return `AADSTS650053: The application asked for scope '${unknown.join(' ')}' that doesn't exist.`;
  if (query.has('code_challenge') && query.get('code_challenge_method') !== 'S256')
    return 'AADSTS501481: code_challenge_method must be S256.';
  return null;
}

function showConsent(parts: OAuthParts, { url, params }: Asked): Answer {
  const query = url.searchParams;
  const problem = problemOf(parts, query);
  if (problem !== null) return { status: 400, body: problemPage(problem) };
  return { status: 200, body: consentPage(peopleOf(parts, params.tenant ?? ''), scopesOf(query), query, url.pathname) };
}

const REFUSALS: Readonly<Record<string, string>> = {
  yes: 'AADSTS65004: User declined to consent to access the app.',
  admin: 'AADSTS90094: Admin consent is required for the permissions requested by this application.',
};

/** The posted form: `account` or `refuse`, the ticked `scope`s, and in the address what the client wants. */
function takeConsent(parts: OAuthParts, asked: Asked): Answer {
  const query = asked.url.searchParams;
  const problem = problemOf(parts, query);
  if (problem !== null) return { status: 400, body: problemPage(problem) };
  const form = formOf(asked);
  const back = new URL(query.get('redirect_uri') ?? '');
  const state = query.get('state');
  const person = peopleOf(parts, asked.params.tenant ?? '').find(({ email }) => email === form.get('account'));
  if (!person) {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', REFUSALS[form.get('refuse') ?? ''] ?? REFUSALS.yes ?? '');
  } else {
    const scopes = scopesOf(query).filter(
      (scope) => SIGN_IN_SCOPES.includes(scope) || form.getAll('scope').includes(scope),
    );
    const code = parts.tokens.giveCode({
      ...{ person, clientId: query.get('client_id') ?? '', scopes, redirectUri: query.get('redirect_uri') ?? '' },
      ...{ challenge: query.get('code_challenge'), nonce: query.get('nonce') },
    });
    back.searchParams.set('code', code);
  }
  if (state !== null) back.searchParams.set('state', state);
  back.searchParams.set('session_state', randomUUID());
  return seeOther(back.href);
}

/** Microsoft's form of RFC 6749, 5.2. */
const refused = (status: number, error: string, number: number, words: string): Answer => ({
  status,
  body: {
    error,
    error_description: `AADSTS${number}: ${words}`,
    error_codes: [number],
    timestamp: new Date().toISOString().replace('T', ' ').replace(/\.\d+/, ''),
    trace_id: randomUUID(),
    correlation_id: randomUUID(),
  },
});

async function exchange(parts: OAuthParts, asked: Asked): Promise<Answer> {
  const form = formOf(asked);
  const client = clientOf(parts, asked, form);
  if (!client) return refused(401, 'invalid_client', 7000215, 'Invalid client secret provided.');
  const { tokens } = parts;
  const answer = async (grant: Grant, nonce: string | null): Promise<Answer> => ({
    status: 200,
    body: await tokensFor(parts, asked.params.tenant ?? '', grant, nonce),
  });
  if (form.get('grant_type') === 'refresh_token') {
    const grant = tokens.spendRefresh(form.get('refresh_token') ?? '', client.clientId);
    if (!grant) return refused(400, 'invalid_grant', 50173, 'The provided grant has expired due to it being revoked.');
    const wanted = scopesOf(new URLSearchParams({ scope: form.get('scope') ?? '' }));
    if (wanted.some((scope) => !grant.scopes.includes(scope)))
      return refused(
        400,
        'invalid_grant',
        65001,
        'The user or administrator has not consented to use the application.',
      );
    return answer(grant, null);
  }
  if (form.get('grant_type') !== 'authorization_code')
    return refused(400, 'unsupported_grant_type', 70003, 'The app requested an unsupported grant type.');
  const code = tokens.takeCode(form.get('code') ?? '');
  if (code?.clientId !== client.clientId)
    return refused(400, 'invalid_grant', 54005, 'OAuth2 Authorization code was already redeemed, or is not valid.');
  if (code.redirectUri !== form.get('redirect_uri'))
    return refused(
      400,
      'invalid_client',
      500112,
      'The reply address does not match the one of the authorization request.',
    );
  if (!verifies(code, form.get('code_verifier')))
    return refused(400, 'invalid_grant', 501481, 'The Code_Verifier does not match the code_challenge.');
  return answer(code, code.nonce);
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

/** The scope of the answer never names offline_access. */
async function tokensFor({ tokens, url, now }: OAuthParts, tenant: string, grant: Grant, nonce: string | null) {
  const { scopes } = grant;
  return {
    token_type: 'Bearer',
    scope: scopes.filter((scope) => scope !== 'offline_access').join(' '),
    ...{ expires_in: tokens.accessSeconds, ext_expires_in: tokens.accessSeconds },
    access_token: tokens.giveAccess(grant),
    ...(scopes.includes('offline_access') ? { refresh_token: tokens.giveRefresh(grant) } : {}),
    ...(scopes.includes('openid') ? { id_token: await idToken(`${url()}/${tenant}/v2.0`, grant, nonce, now()) } : {}),
  };
}
