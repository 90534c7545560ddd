import type { IncomingMessage, ServerResponse } from 'node:http';
import { CONNECTOR_SCOPES } from '../../domain/oauth/connector-scopes.ts';
import { apiHeaders } from '../core/answer.ts';
import { requestIdOf } from '../core/request.ts';
import type { Urls } from '../core/urls.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { CONNECTOR_PATH, OAUTH_PATHS, type OAuthEndpoint, resourceOf } from './paths.ts';

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** Where clients read how to sign in (RFC 9728): the form with the path of the resource. The bare one answers, too. */
export const RESOURCE_METADATA_PATH = `${RESOURCE_METADATA}${CONNECTOR_PATH}`;

/**
 * Clients look for the authorization server at the connector's origin, or guess its endpoints there. Strict ones never do; for others these
 * are the same answers as on the app origin (docs/decisions/access.md#connected-apps).
 */
const MIRRORED: ReadonlyMap<string, OAuthEndpoint> = new Map<string, OAuthEndpoint>([
  [OAUTH_PATHS.metadata, 'metadata'],
  [`${OAUTH_PATHS.metadata}${CONNECTOR_PATH}`, 'metadata'],
  [OAUTH_PATHS.openid, 'openid'],
  [`${OAUTH_PATHS.openid}${CONNECTOR_PATH}`, 'openid'],
  ['/token', 'token'],
  ['/register', 'register'],
]);

const resourceMetadata = (urls: Urls): string =>
  JSON.stringify({
    resource: resourceOf(urls),
    resource_name: 'Holdfast',
    authorization_servers: [urls.appUrl],
    scopes_supported: CONNECTOR_SCOPES,
    bearer_methods_supported: ['header'],
  });

const sendResourceMetadata = (request: IncomingMessage, response: ServerResponse, body: string): void => {
  const length = String(Buffer.byteLength(body));
  const headers = [...apiHeaders(requestIdOf(request)), 'Content-Type', 'application/json', 'Content-Length', length];
  response.writeHead(200, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
};

/**
 * Answers what describes the connector, on its origin.
 * @returns undefined: the path or method is another
 */
export const connectorMetadata =
  (urls: Urls, server: Pick<AuthorizationServer, 'answerAs'>) =>
  (request: IncomingMessage, response: ServerResponse): Promise<void> | undefined => {
    const url = request.url ?? '';
    const [path = ''] = url.split('?', 1);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && (path === RESOURCE_METADATA || path === RESOURCE_METADATA_PATH)) {
      sendResourceMetadata(request, response, resourceMetadata(urls));
      return Promise.resolve();
    }
    // A browser goes on to the app origin, where its cookies are.
    if (isRead && path === '/authorize') {
      const location = `${urls.appUrl}${OAUTH_PATHS.authorize}${url.slice(path.length)}`;
      response.writeHead(302, [...apiHeaders(requestIdOf(request)), 'Location', location]);
      response.end();
      return Promise.resolve();
    }
    const endpoint = MIRRORED.get(path);
    return endpoint === undefined ? undefined : server.answerAs(endpoint, request, response);
  };
