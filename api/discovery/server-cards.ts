import type { Urls } from '../core/urls.ts';
import { openapiUrl } from '../openapi/path.ts';
import {
  cardPath,
  DISCOVERY_PATHS,
  type McpServer,
  mcpServer,
  mcpServers,
  PUBLIC_REST_PATH,
  REST_PATH,
} from './addresses.ts';

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

const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json';
const REGISTRY_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
export const CARD_TYPE = 'application/mcp-server-card+json';

const domainOf = ({ appUrl }: Urls): string => new URL(appUrl).hostname;

/** "com.example/holdfast-booking" */
const nameOf = (urls: Urls, { name }: McpServer): string =>
  `${domainOf(urls).split('.').reverse().join('.')}/holdfast-${name}`;

const KEY_HEADER = {
  name: 'Authorization',
  description: 'A workspace key, as "Bearer svc_live_…".',
  isRequired: true,
  isSecret: true,
};

const remoteOf = ({ url, auth }: McpServer) => ({
  type: 'streamable-http',
  url,
  ...(auth === 'api_key' && { headers: [KEY_HEADER] }),
});

/** The fields that both forms of a server card share. */
const detailsOf = (urls: Urls, server: McpServer, version: string) => ({
  name: nameOf(urls, server),
  title: server.title,
  description: server.description,
  version,
  websiteUrl: `${urls.appUrl}/docs`,
  remotes: [remoteOf(server)],
});

/** An MCP server card (SEP-2127). It lists no tools: tools/list does. */
export const serverCard = (urls: Urls, server: McpServer, version: string) => ({
  $schema: CARD_SCHEMA,
  ...detailsOf(urls, server, version),
});

/** The AI Catalog of the domain: where the cards are. */
export const aiCatalog = (urls: Urls) => ({
  specVersion: '1.0',
  entries: mcpServers(urls).map((server) => ({
    identifier: `urn:air:${domainOf(urls)}:mcp:holdfast-${server.name}`,
    type: CARD_TYPE,
    url: `${new URL(server.url).origin}${cardPath(server)}`,
  })),
});

/** The `server.json` that an operator publishes to the MCP registry: the server that works by sign-in alone. */
export const registryEntry = (urls: Urls, version: string) => {
  return { $schema: REGISTRY_SCHEMA, ...detailsOf(urls, mcpServer(urls, 'connector'), version) };
};
