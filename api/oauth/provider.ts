import type { EventEmitter } from 'node:events';
import type { Configuration, ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { clientNetwork } from '../../domain/client-networks.ts';
import type { ReadClientDocument } from '../../domain/oauth/client-documents.ts';
import { CONNECTOR_SCOPES } from '../../domain/oauth/connector-scopes.ts';
import { knownTokenKeys, signingTokenKey } from '../../domain/oauth/token-keys.ts';
import type { Secrets } from '../../domain/secrets.ts';
import { hasPerson } from '../../store/accounts/sessions.ts';
import { describeError } from '../core/failures.ts';
import type { RateLimiter } from '../core/limits.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Urls } from '../core/urls.ts';
import { adapterOf, isClientSecret } from './adapter.ts';
import { asking, retrySeconds, watchedAdapter } from './away.ts';
import { type Documents, documentsOf, noteFault } from './documents.ts';
import { faultOf, narrowMetadata } from './narrow.ts';
import { calls } from './oauth-call.ts';
import { CONSENT_PATH, OAUTH_PATHS, OAUTH_SESSION_COOKIE, resourceOf } from './paths.ts';
import { steps } from './steps.ts';

/** Contract, Connector. */
export const ACCESS_TOKEN_SECONDS = 3_600;
const REFRESH_TOKEN_SECONDS = 90 * 24 * 3_600;
const CODE_SECONDS = 60;
/** A person may have to find a mail first. */
const REQUEST_SECONDS = 3_600;
/** Between two requests of one browser: nobody stays signed in here. */
const SESSION_SECONDS = 600;
const DOCUMENT_CACHE_SECONDS = { min: 60, max: 24 * 3_600 };
/** The assertion of an app is stored until it expires: an expiry in the year 5000 would be stored that long. */
const ASSERTION_SECONDS = 300;

/** For log lines that are written within a request. */
const nameOfCall = () => {
  const call = calls.getStore();
  return call && { requestId: call.requestId, oauth: call.endpoint ?? 'consent' };
};

export interface ProviderParts {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly urls: Urls;
  readonly limiter: RateLimiter;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'countReplay'>;
  /** How long a request waits for the database, in milliseconds. Default: as every call. */
  readonly deadlineMs?: number | undefined;
  /** Loads with the first document. */
  readonly readClientDocument: ReadClientDocument;
}

type Library = typeof import('oidc-provider');
export type OAuthProvider = InstanceType<Library['Provider']>;

/** Metadata documents are narrowed as registrations are. Sets of keys stay as they are. */
const narrowed = (body: string): string => {
  try {
    const value: unknown = JSON.parse(body);
    const isDocument = value !== null && typeof value === 'object' && 'client_id' in value;
    if (!isDocument) return body;
    const narrow = narrowMetadata(value as Record<string, unknown>);
    if (faultOf(narrow) === undefined) return JSON.stringify(narrow);
    noteFault('refused_metadata');
    return '';
  } catch {
    return body;
  }
};

const fetchBy =
  ({ read }: Documents): NonNullable<Configuration['fetch']> =>
  async (url) => {
    const document = await read(String(url));
    if (!document) throw new Error('the document can not be read');
    const { status, cacheControl } = document;
    return new Response(narrowed(document.body), { status, headers: { 'cache-control': cacheControl } });
  };

const TTL: NonNullable<Configuration['ttl']> = {
  ...{ AccessToken: ACCESS_TOKEN_SECONDS, AuthorizationCode: CODE_SECONDS, RefreshToken: REFRESH_TOKEN_SECONDS },
  ...{ Grant: REFRESH_TOKEN_SECONDS, Interaction: REQUEST_SECONDS, Session: SESSION_SECONDS, IdToken: CODE_SECONDS },
};

const SCOPES = [...CONNECTOR_SCOPES, 'offline_access'];

/** The scopes that any app may have. */
const rules: Configuration = {
  responseTypes: ['code'],
  scopes: SCOPES,
  pkce: { required: () => true },
  clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
  clientDefaults: {
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
  },
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  interactions: { url: (_ctx, { uid }) => `${CONSENT_PATH}/${uid}` },
  // Never that of an earlier consent: each one is for one workspace.
  loadExistingGrant: async ({ oidc }) => {
    const grantId = oidc.result?.consent?.grantId;
    return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
  },
  // Workspace, role and end are read from the grant at each call: a token only names it.
  extraTokenClaims: async (_ctx, token) => ('grantId' in token ? { gid: token.grantId } : undefined),
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  expiresWithSession: async () => false,
  rotateRefreshToken: true,
  clientBasedCORS: () => false,
  ttl: TTL,
};

const configurationOf = ({ errors }: Library, parts: ProviderParts, nowMs: number): Configuration => {
  const { sql, secrets, urls } = parts;
  const resource = resourceOf(urls);
  const documents = documentsOf({ ...parts, errors });
  const keys = knownTokenKeys(secrets, nowMs).map(({ privateJwk }) => ({ ...privateJwk }));
  const ask = asking({ ...parts, errors, startedMs: () => calls.getStore()?.startedMs, named: nameOfCall });
  const adapters = adapterOf({
    ...{ sql, issuer: urls.appUrl, resource, accessTokenSeconds: ACCESS_TOKEN_SECONDS },
    endedBy: () => (calls.getStore()?.endpoint === 'revoke' ? 'client' : 'replay'),
    onReplay: (grantId) => {
      parts.metrics.countReplay();
      const { requestId } = calls.getStore() ?? {};
      parts.log.warn({ requestId, keyId: grantId }, 'a code or token of a connected app came twice: its access ended');
    },
    onReuse: (grantId, networks) => {
      const { requestId } = calls.getStore() ?? {};
      const what = 'a refresh token of a connected app came twice within its grace: both uses were accepted';
      parts.log.warn({ requestId, keyId: grantId, networks }, what);
    },
    network: () => clientNetwork(calls.getStore()?.ip ?? ''),
    spent: () => new errors.InvalidGrant('it was used before'),
  });
  return {
    ...rules,
    adapter: (model: string) => watchedAdapter(adapters(model), ask),
    jwks: { keys },
    routes: {
      ...{ authorization: OAUTH_PATHS.authorize, token: OAUTH_PATHS.token, jwks: OAUTH_PATHS.jwks },
      ...{ registration: OAUTH_PATHS.register, revocation: OAUTH_PATHS.revoke, end_session: '/oauth/end-session' },
    },
    cookies: cookiesOf(parts),
    features: featuresOf(parts, documents, resource, errors),
    assertJwtClientAuthClaimsAndHeader: async (_ctx, { exp }) => {
      if (!(Number(exp) <= Date.now() / 1_000 + ASSERTION_SECONDS))
        throw new errors.InvalidClientAuth(`exp must be at most ${ASSERTION_SECONDS} seconds ahead`);
    },
    findAccount: async (_ctx, id) =>
      (await ask(() => hasPerson(sql, id))) ? { accountId: id, claims: async () => ({ sub: id }) } : undefined,
    renderError: renderErrorFor,
    fetch: fetchBy(documents),
  };
};

const cookiesOf = ({ secrets, urls }: ProviderParts): NonNullable<Configuration['cookies']> => {
  const options = { httpOnly: true, sameSite: 'lax', secure: urls.appUrl.startsWith('https:'), signed: true } as const;
  return {
    keys: [secrets.oauthCookies.toString('base64url')],
    names: {
      session: OAUTH_SESSION_COOKIE,
      interaction: `${OAUTH_SESSION_COOKIE}-ask`,
      resume: `${OAUTH_SESSION_COOKIE}-back`,
    },
    long: options,
    short: options,
  };
};

const featuresOf = (
  { secrets }: ProviderParts,
  { mayFetch }: Documents,
  resource: string,
  errors: Library['errors'],
): NonNullable<Configuration['features']> => ({
  devInteractions: { enabled: false },
  // Both are on by default. The connector takes bearer tokens, so a token bound to a key would be a promise that nobody keeps.
  pushedAuthorizationRequests: { enabled: false },
  dPoP: { enabled: false },
  userinfo: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
  registration: { enabled: true, issueRegistrationAccessToken: false },
  clientIdMetadataDocument: {
    enabled: true,
    ack: 'draft-02',
    cacheDuration: DOCUMENT_CACHE_SECONDS,
    allowFetch: (_ctx, clientId) => mayFetch(clientId),
  },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => resource,
    useGrantedResource: () => true,
    getResourceServerInfo: (_ctx, asked) => {
      if (asked !== resource) throw new errors.InvalidTarget('this server gives access to its own connector only');
      const { kid } = signingTokenKey(secrets, Date.now());
      return {
        scope: CONNECTOR_SCOPES.join(' '),
        audience: resource,
        accessTokenFormat: 'jwt',
        accessTokenTTL: ACCESS_TOKEN_SECONDS,
        jwt: { sign: { alg: 'ES256', kid } },
      };
    },
  },
});

/** Pages are drawn elsewhere; programs get JSON, whatever they say they accept. */
const renderErrorFor = async (ctx: KoaContextWithOIDC, out: ErrorOut, error: Error): Promise<void> => {
  const call = calls.getStore();
  if (call && ctx.path.startsWith(OAUTH_PATHS.authorize)) {
    const retryAfterSeconds = retrySeconds(error);
    const more = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    call.problem = { error: out.error, status: Math.max(ctx.status, 400), ...more };
    ctx.respond = false;
    return;
  }
  ctx.type = 'json';
  ctx.body = out;
};

const EVENTS = [
  'authorization.error',
  'grant.error',
  'registration_create.error',
  'revocation.error',
  'discovery.error',
  'jwks.error',
] as const;

/** Makes the server of the library (docs/decisions/access.md#connected-apps). Its keys serve from the month before to the month after this one. */
export async function makeProvider(parts: ProviderParts, nowMs: number): Promise<OAuthProvider> {
  const library = await import('oidc-provider');
  const provider = new library.Provider(parts.urls.appUrl, configurationOf(library, parts, nowMs));
  // The headers that say where a request came to are ours (authorization-server.ts).
  provider.proxy = true;
  for (const step of steps(SCOPES)) provider.use(step);
  provider.Client.prototype.compareClientSecret = function compare(given: string) {
    return isClientSecret(this.clientSecret, given);
  };
  const note = (_ctx: unknown, { error }: { readonly error?: string }): void => {
    const call = calls.getStore();
    if (call && error !== undefined) call.error = error;
  };
  // As an emitter of Node: the types have one overload for each event.
  const emitter: EventEmitter = provider;
  for (const event of EVENTS) emitter.on(event, note);
  provider.on('server_error', (_ctx, error) => {
    const { requestId } = calls.getStore() ?? {};
    parts.log.error(
      { requestId, err: describeError(error, undefined) },
      'unexpected error of the authorization server',
    );
  });
  return provider;
}
