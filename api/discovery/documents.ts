import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { cachedHeaders } from '../core/answer.ts';
import { requestIdOf } from '../core/request.ts';
import type { Urls } from '../core/urls.ts';
import { cardPath, DISCOVERY_PATHS, type McpName, mcpServers } from './addresses.ts';
import { guideText } from './guide-text.ts';
import { GUIDES, guidePath } from './guides.ts';
import { llmsText } from './llms-text.ts';
import { manifest } from './manifest.ts';
import {
  type CrawledOrigin,
  type PersonalPaths,
  ROBOTS_PATH,
  robotsText,
  SITEMAP_PATH,
  sitemap,
} from './search-engines.ts';
import { aiCatalog, apiCatalog, CARD_TYPE, registryEntry, serverCard } from './server-cards.ts';

const CACHE_SECONDS = 300;
const API_CATALOG_PROFILE = 'https://www.rfc-editor.org/info/rfc9727';

interface DocumentSource {
  readonly type: string;
  readonly make: () => string;
  readonly link?: string;
}

interface Document {
  readonly headers: readonly string[];
  readonly etag: string;
  readonly body: Buffer;
}

/** Paths to what describes the service, of one origin. */
export type Documents = ReadonlyMap<string, DocumentSource>;

export interface DiscoveryDocuments {
  readonly app: Documents;
  readonly public: Documents;
  readonly mcp: Documents;
}

/** The documents of each origin. They are made at the first request, from the configured addresses: the Host header says nothing here. */
export function discoveryDocuments(urls: Urls, version: string, personalPaths: PersonalPaths): DiscoveryDocuments {
  const json = (type: string, make: () => unknown): DocumentSource => ({ type, make: () => JSON.stringify(make()) });
  const cardOf = (name: McpName): [string, DocumentSource][] =>
    mcpServers(urls)
      .filter((server) => server.name === name)
      .map((server) => [cardPath(server), json(CARD_TYPE, () => serverCard(urls, server, version))]);
  const catalog: [string, DocumentSource] = [
    DISCOVERY_PATHS.catalog,
    json('application/ai-catalog+json', () => aiCatalog(urls)),
  ];
  const everywhere: [string, DocumentSource][] = [
    [DISCOVERY_PATHS.manifest, json('application/json', () => manifest(urls, version))],
    catalog,
    [
      DISCOVERY_PATHS.apiCatalog,
      {
        ...json(`application/linkset+json; profile="${API_CATALOG_PROFILE}"`, () => apiCatalog(urls)),
        link: `<${urls.appUrl}${DISCOVERY_PATHS.apiCatalog}>; rel="api-catalog"`,
      },
    ],
    [DISCOVERY_PATHS.llms, { type: 'text/plain; charset=utf-8', make: () => llmsText(urls) }],
  ];
  const forCrawlers = (origin: CrawledOrigin): [string, DocumentSource][] => [
    [ROBOTS_PATH, { type: 'text/plain; charset=utf-8', make: () => robotsText(origin, urls, personalPaths) }],
    [SITEMAP_PATH, { type: 'application/xml; charset=utf-8', make: () => sitemap(origin, urls) }],
  ];
  const guides = GUIDES.map(({ name }): [string, DocumentSource] => [
    `${guidePath(name)}.md`,
    { type: 'text/markdown; charset=utf-8', make: () => guideText(name, urls) },
  ]);
  const registry = json('application/json', () => registryEntry(urls, version));
  return {
    app: new Map([
      ...everywhere,
      [DISCOVERY_PATHS.registry, registry],
      ...cardOf('workspace'),
      ...forCrawlers('app'),
      ...guides,
    ]),
    public: new Map([...everywhere, ...cardOf('booking'), ...forCrawlers('public')]),
    mcp: new Map([catalog, ...cardOf('connector')]),
  };
}

/**
 * Answers the documents of an origin to GET and HEAD.
 * @returns undefined: the path or method is another
 */
export const documentListener = (documents: Documents) => {
  const made = new Map<string, Document>();
  return (request: IncomingMessage, response: ServerResponse): Promise<void> | undefined => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const source = documents.get(path);
    if (!source || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
    const document = made.get(path) ?? documentOf(source);
    made.set(path, document);
    sendDocument(request, response, document);
    return Promise.resolve();
  };
};

function documentOf({ type, make, link }: DocumentSource): Document {
  const body = Buffer.from(make());
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { headers: ['Content-Type', type, ...(link === undefined ? [] : ['Link', link])], etag, body };
}

function sendDocument(request: IncomingMessage, response: ServerResponse, { headers, etag, body }: Document): void {
  const common = cachedHeaders(requestIdOf(request), CACHE_SECONDS);
  const isKnown = (request.headers['if-none-match'] ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag);
  if (isKnown) {
    response.writeHead(304, [...common, 'ETag', etag]);
    response.end();
    return;
  }
  response.writeHead(200, [...common, ...headers, 'ETag', etag, 'Content-Length', String(body.length)]);
  response.end(request.method === 'HEAD' ? undefined : body);
}
