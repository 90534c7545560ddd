import { hostsOf } from '../../domain/client-networks.ts';
import type { Urls } from '../core/urls.ts';

/** The connector, on its own origin (spec, Remote and in-app MCP endpoints). */
export const CONNECTOR_PATH = '/mcp';

/** Of the authorization server, on the app origin. */
export const OAUTH_PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  jwks: '/oauth/jwks',
  metadata: '/.well-known/oauth-authorization-server',
  openid: '/.well-known/openid-configuration',
} as const;
export type OAuthEndpoint = keyof typeof OAUTH_PATHS;

/** The library's cookie of a signed-in person, which nobody keeps; with its signature. */
export const OAUTH_SESSION_COOKIE = 'holdfast-oauth';

/** The page on which a person decides. */
export const CONSENT_PATH = '/oauth/consent';

const byPath = new Map(Object.entries(OAUTH_PATHS).map(([name, path]) => [path as string, name as OAuthEndpoint]));

/** The library's ids of requests. It takes any other text below its endpoint for a new request, or for one whose app gets an error. */
const DECIDED = new RegExp(`^${OAUTH_PATHS.authorize}/[\\w-]{43}$`);

/** Returns the endpoint at a path; undefined: none. Below /oauth/authorize stand the requests that a person has decided. */
export const endpointAt = (path: string): OAuthEndpoint | undefined =>
  DECIDED.test(path) ? 'authorize' : byPath.get(path);

/** The resource that access tokens are for (RFC 8707). */
export const resourceOf = ({ mcpUrl }: Pick<Urls, 'mcpUrl'>): string => `${mcpUrl}${CONNECTOR_PATH}`;

const LONGEST_RESOURCE = 2_000;

/**
 * The resource as we write it, if a client means ours: ChatGPT sends the origin, others a slash at the end.
 * @returns undefined: it means another
 */
export function canonicalResource(urls: Pick<Urls, 'mcpUrl'>, given: string): string | undefined {
  if (given.length > LONGEST_RESOURCE || !URL.canParse(given)) return undefined;
  const { protocol, host, pathname, search, hash } = new URL(given);
  const isOurs = protocol === new URL(urls.mcpUrl).protocol && hostsOf(urls.mcpUrl).includes(host);
  const isPath = ['/', CONNECTOR_PATH, `${CONNECTOR_PATH}/`].includes(pathname);
  // The address that a person typed may choose sets of tools.
  const isSearch = [...new URLSearchParams(search).keys()].every((name) => name === 'toolsets');
  return isOurs && isPath && isSearch && hash === '' ? resourceOf(urls) : undefined;
}
