import { CONNECTOR_SCOPES } from '../../domain/oauth/connector-scopes.ts';
import type { Urls } from '../core/urls.ts';
import { canonicalResource, resourceOf } from './paths.ts';
import { isLoopback, redirectFault } from './redirect-fault.ts';

/**
 * Clients ask for more than we have: scopes of others, grants for devices, parameters of OpenID Connect. A strict server refuses them, and the
 * person sees an app that never connects. These functions leave out what we do not have; nothing is ever added to what an app may do.
 */

/** The metadata that an app may register. Addresses of logos and terms are not shown to anybody, so they are not kept. */
const TAKEN = ['redirect_uris', 'client_name', 'token_endpoint_auth_method', 'jwks', 'jwks_uri'] as const;
const GRANT_TYPES: readonly string[] = ['authorization_code', 'refresh_token'];

type Metadata = Record<string, unknown>;

const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** An app on a person's computer: its redirects lead to a port of its own choice, or to a scheme. */
const isNative = (redirectUris: readonly string[]): boolean =>
  redirectUris.some((uri) => isLoopback(uri) || !/^https?:/i.test(uri));

/** A registration, or a metadata document, as we take it. `client_id` stays: a document names its own address. */
export function narrowMetadata(given: Metadata): Metadata {
  const grantTypes = stringsIn(given.grant_types).filter((one) => GRANT_TYPES.includes(one));
  const kept = Object.fromEntries(TAKEN.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
  return {
    ...(given.client_id === undefined ? {} : { client_id: given.client_id }),
    // Of an app that names none the library would want a secret.
    token_endpoint_auth_method: 'none',
    ...kept,
    // A document of a web app may not name shared secrets: the check of the server needs to see them.
    ...('client_secret' in given && { client_secret: given.client_secret }),
    ...(grantTypes.length > 0 && { grant_types: grantTypes }),
    ...(isNative(stringsIn(given.redirect_uris)) || given.application_type !== 'web'
      ? { application_type: 'native' }
      : { application_type: 'web' }),
  };
}

/** A registration needs no account and is kept for a month: it is no place to store things. */
const MOST = { name: 120, redirectUris: 20, redirectUri: 2_000, allRedirectUris: 4_000, keys: 8_000 } as const;

/** Text that PostgreSQL can't store: NUL, and half of a surrogate pair. */
const UNSTORABLE = /\\u0000|\\ud[89a-f][0-9a-f]{2}/i;

/** Why a registration, or a metadata document, is refused here; undefined: it is not. */
export function faultOf(metadata: Metadata): string | undefined {
  if (UNSTORABLE.test(JSON.stringify(metadata))) return 'text must be well-formed, without NUL';
  // Sizes first: reading an address takes longer than its length.
  const fault = unfit(metadata);
  if (fault !== undefined) return fault;
  return stringsIn(metadata.redirect_uris)
    .map(redirectFault)
    .find((one) => one !== undefined);
}

/** Returns the fault of a value that is too large, or no place for keys; undefined: none. */
function unfit({ client_name: name, redirect_uris: uris, jwks, jwks_uri: keysAt }: Metadata): string | undefined {
  if (typeof name === 'string' && name.length > MOST.name) return `client_name: at most ${MOST.name} characters`;
  const all = stringsIn(uris);
  if (all.length > MOST.redirectUris) return `redirect_uris: at most ${MOST.redirectUris}`;
  if (all.some((uri) => uri.length > MOST.redirectUri))
    return `redirect_uris: at most ${MOST.redirectUri} characters each`;
  if (all.join('').length > MOST.allRedirectUris)
    return `redirect_uris: at most ${MOST.allRedirectUris} characters together`;
  if (jwks !== undefined && JSON.stringify(jwks).length > MOST.keys) return `jwks: at most ${MOST.keys} characters`;
  if (typeof keysAt === 'string' && !keysAt.startsWith('https://')) return 'jwks_uri: must begin with https://';
  if (typeof keysAt === 'string' && keysAt.length > MOST.redirectUri)
    return `jwks_uri: at most ${MOST.redirectUri} characters`;
  return undefined;
}

const PROMPTS: readonly string[] = ['none', 'login', 'consent'];
/** Of OpenID Connect: without the scope openid the server refuses a request that has one. Answers come in the query, whatever mode is asked for. */
const DROPPED = ['nonce', 'claims', 'acr_values', 'id_token_hint', 'max_age', 'claims_locales', 'response_mode'];

/** The query of an authorization request as we take it. */
export function narrowAuthorization(urls: Urls, query: URLSearchParams): URLSearchParams {
  const narrowed = new URLSearchParams(query);
  for (const name of DROPPED) narrowed.delete(name);
  const scopes = scopesIn(query.get('scope'));
  narrowed.set('scope', scopes.length > 0 ? scopes.join(' ') : CONNECTOR_SCOPES.join(' '));
  const prompts = (query.get('prompt') ?? '').split(' ').filter((one) => PROMPTS.includes(one));
  if (prompts.length > 0) narrowed.set('prompt', prompts.join(' '));
  else narrowed.delete('prompt');
  return withResource(urls, narrowed);
}

/** The body of a token request as we take it. `refused`: it is for another resource; a refresh token would be used up before that shows. */
export function narrowToken(
  urls: Urls,
  body: URLSearchParams,
): { readonly body: URLSearchParams; readonly refused: boolean } {
  const narrowed = withResource(urls, new URLSearchParams(body));
  const scopes = scopesIn(body.get('scope'));
  // Those of the grant, unless fewer are asked for.
  if (scopes.length > 0) narrowed.set('scope', scopes.join(' '));
  else narrowed.delete('scope');
  const resources = narrowed.getAll('resource');
  return { body: narrowed, refused: resources.some((resource) => resource !== resourceOf(urls)) };
}

const scopesIn = (scope: string | null): string[] => {
  const asked = new Set((scope ?? '').split(' '));
  return CONNECTOR_SCOPES.filter((one) => asked.has(one));
};

/** Each way to write our resource becomes one; others stay, and are refused. */
function withResource(urls: Urls, params: URLSearchParams): URLSearchParams {
  const resources = new Set(params.getAll('resource').map((given) => canonicalResource(urls, given) ?? given));
  params.delete('resource');
  for (const resource of resources) params.append('resource', resource);
  return params;
}
