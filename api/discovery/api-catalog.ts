import type { Urls } from '../core/urls.ts';
import { openapiUrl } from '../openapi/path.ts';
import { cardPath, DISCOVERY_PATHS, mcpServers, PUBLIC_REST_PATH, REST_PATH } from './addresses.ts';
import { CARD_TYPE } from './server-cards.ts';

/** The API catalogue (RFC 9727) as a set of links (RFC 9264). */
export const apiCatalog = (urls: Urls) => ({
  linkset: [
    ...[`${urls.publicUrl}${PUBLIC_REST_PATH}`, `${urls.appUrl}${REST_PATH}`].map((anchor) => ({
      anchor,
      'service-desc': [{ href: openapiUrl(urls), type: 'application/json' }],
      'service-doc': [{ href: `${urls.appUrl}/docs`, type: 'text/html' }],
      'service-meta': [{ href: `${urls.appUrl}${DISCOVERY_PATHS.manifest}`, type: 'application/json' }],
      status: [{ href: `${urls.appUrl}${REST_PATH}/health`, type: 'application/json' }],
    })),
    ...mcpServers(urls).map((server) => ({
      anchor: server.url,
      'service-desc': [{ href: `${new URL(server.url).origin}${cardPath(server)}`, type: CARD_TYPE }],
      'service-doc': [{ href: `${urls.appUrl}/docs`, type: 'text/html' }],
    })),
  ],
});
