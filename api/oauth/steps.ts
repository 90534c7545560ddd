import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { RETRY_AFTER_SECONDS } from './away.ts';
import { calls } from './oauth-call.ts';
import { OAUTH_PATHS } from './paths.ts';
import { isLoopback } from './redirect-fault.ts';

/** Of the library's metadata (RFC 8414) what we serve. The rest belongs to OpenID Connect, which we do not. */
const SERVED = [
  ...['issuer', 'authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint', 'jwks_uri'],
  ...['response_types_supported', 'grant_types_supported', 'code_challenge_methods_supported'],
  ...['token_endpoint_auth_methods_supported', 'token_endpoint_auth_signing_alg_values_supported'],
  ...['authorization_response_iss_parameter_supported', 'client_id_metadata_document_supported'],
  // Without it, clients may send one (its default is true in OpenID Connect).
  'request_uri_parameter_supported',
  // Clients that read openid-configuration refuse it without these two.
  ...['subject_types_supported', 'id_token_signing_alg_values_supported'],
] as const;

/** The metadata as we promise them: nothing that is not served. @param scopes those that apps can ask for */
function servedMetadata(made: Readonly<Record<string, unknown>>, scopes: readonly string[]): object {
  return {
    ...Object.fromEntries(SERVED.flatMap((name) => (made[name] === undefined ? [] : [[name, made[name]]]))),
    scopes_supported: scopes,
    response_modes_supported: ['query'],
    revocation_endpoint_auth_methods_supported: made.token_endpoint_auth_methods_supported,
    revocation_endpoint_auth_signing_alg_values_supported: made.token_endpoint_auth_signing_alg_values_supported,
  };
}

type Step = Parameters<Provider['use']>[0];

/** The library opens its endpoints to every web page. Ours are closed to those of other origins (contract). */
const closeCors: Step = async (ctx, next) => {
  await next();
  for (const name of Object.keys(ctx.response.headers)) if (name.startsWith('access-control-')) ctx.remove(name);
};

/** Says when to come again, to who asks while a part is away (docs/decisions/access.md#connected-apps), or too often. */
const sayWhen: Step = async (ctx, next) => {
  await next();
  if (ctx.status === 503) ctx.set('Retry-After', String(RETRY_AFTER_SECONDS));
  if (ctx.status === 429) ctx.set('Retry-After', String(calls.getStore()?.retryAfterSeconds ?? 60));
};

/** Returns whether a person has decided this request: the library found one that it did not just begin. */
const isDecided = (ctx: unknown): boolean =>
  (ctx as { oidc?: KoaContextWithOIDC['oidc'] }).oidc?.entities.Interaction?.result !== undefined;

/**
 * A request leads nowhere before a person has decided it, whatever its path: registering an app needs no account (RFC 9700, 4.11.2), and
 * a scheme may open any program of the computer. Only an app that listens on this computer gets the error.
 */
const stayHere: Step = async (ctx, next) => {
  await next();
  const call = calls.getStore();
  const location = ctx.response.get('location');
  // The page of consent is named without an origin.
  if (call?.endpoint !== 'authorize' || !URL.canParse(location) || isDecided(ctx)) return;
  const { searchParams, hash } = new URL(location);
  const error = searchParams.get('error') ?? new URLSearchParams(hash.slice(1)).get('error');
  if (error !== null && isLoopback(location)) return;
  ctx.remove('location');
  call.problem = { error: error ?? 'invalid_request', status: 400 };
  ctx.respond = false;
};

const METADATA_PATHS: readonly string[] = [OAUTH_PATHS.metadata, OAUTH_PATHS.openid];

/** The library's features and our rules differ: promises what is served. */
const promiseServed =
  (scopes: readonly string[]): Step =>
  async (ctx, next) => {
    await next();
    if (METADATA_PATHS.includes(ctx.path) && ctx.status === 200)
      ctx.body = servedMetadata(ctx.body as Record<string, unknown>, scopes);
  };

/** The app of the request: without it an app that never connects cannot be found in the log. */
const noteClient: Step = async (ctx, next) => {
  try {
    await next();
  } finally {
    const call = calls.getStore();
    const clientId = (ctx as { oidc?: KoaContextWithOIDC['oidc'] }).oidc?.client?.clientId;
    if (call && clientId !== undefined) call.clientId = clientId;
  }
};

/** The steps around each request of the library's server. */
export const steps = (scopes: readonly string[]): readonly Step[] => [
  ...[noteClient, closeCors, sayWhen, promiseServed(scopes), stayHere],
];
