import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express';
import type { Logger } from 'pino';
import { hostsOf } from '../domain/client-networks.ts';
import type { Areas } from '../schemas/operation.ts';
import { brokenPath, hiddenError, notFound, sendError } from './core/answer.ts';
import type { Dispatcher } from './core/call.ts';
import { describeError, expectedFailure } from './core/failures.ts';
import type { RateLimiter } from './core/limits.ts';
import type { Metrics } from './core/metrics.ts';
import { type IpOf, requestIdOf, type TrustProxy } from './core/request.ts';
import type { Services } from './core/services.ts';
import type { Urls } from './core/urls.ts';
import { PUBLIC_REST_PATH, REST_PATH } from './discovery/addresses.ts';
import { type DiscoveryDocuments, documentListener } from './discovery/documents.ts';
import type { PersonalPaths } from './discovery/search-engines.ts';
import type { McpEndpoint } from './mcp/mcp.ts';
import { IN_APP_MCP_PATH, MCP_PATH } from './mcp/path.ts';
import type { AuthorizationServer } from './oauth/authorization-server.ts';
import { connectorMetadata } from './oauth/connector-metadata.ts';
import { CONNECTOR_PATH } from './oauth/paths.ts';
import { restListener } from './rest/rest.ts';

/** Server-rendered pages, mounted behind the API of their origin. They answer their own 404 below their own paths. */
export interface PageRouters {
  readonly app?: Router;
  readonly public?: Router;
  /** For robots.txt. */
  readonly personalPaths?: PersonalPaths;
  /** Prepares in the background what some pages would otherwise make at their first request. */
  prepare?(): Promise<void>;
}

/** The parts that pages share with the other surfaces. */
export interface PageMachinery {
  readonly dispatcher: Dispatcher;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
  readonly oauth: AuthorizationServer;
}

export type MakePages = (services: Services, machinery: PageMachinery) => PageRouters;

export interface OriginParts {
  readonly contract: Areas;
  readonly dispatcher: Dispatcher;
  readonly publicMcp: McpEndpoint;
  readonly inAppMcp: McpEndpoint;
  readonly connector: McpEndpoint;
  readonly oauth: AuthorizationServer;
  readonly urls: Urls;
  /** Messages of other services. */
  readonly inbound: Early;
  /** Public keys below `/.well-known`. */
  readonly wellKnown: Early;
  /** The documents that describe the service. */
  readonly documents: DiscoveryDocuments;
  readonly pages: PageRouters;
  /** Set in local mode only. */
  readonly mailbox: Router | undefined;
  readonly trustProxy: TrustProxy;
  readonly ipOf: IpOf;
  /** Name of the session cookie. */
  readonly cookieName: string;
  readonly log: Logger;
}

export interface Origins {
  readonly app: RequestListener;
  readonly public: RequestListener;
  readonly mcp: RequestListener;
}

/** The Origin header values of an address. */
export const originsOf = (url: string): string[] => hostsOf(url).map((host) => `${new URL(url).protocol}//${host}`);

const answerNothing: RequestHandler = (request, response) => sendError(response, requestIdOf(request), notFound());

const nameRequest: RequestHandler = (request, response, next) => {
  response.setHeader('X-Request-Id', requestIdOf(request));
  next();
};

const isBadPath = (error: unknown): boolean =>
  error instanceof URIError || (error instanceof Error && 'status' in error && error.status === 400);

/** Answers paths that cannot be decoded, and bugs outside any operation. */
const answerFailure = (log: Logger, error: unknown, request: IncomingMessage, response: ServerResponse): void => {
  const requestId = requestIdOf(request);
  if (isBadPath(error)) {
    sendError(response, requestId, brokenPath());
    return;
  }
  const failure = expectedFailure(error);
  if (!failure) log.error({ requestId, err: describeError(error, undefined) }, 'unexpected error outside an operation');
  if (response.headersSent) response.destroy();
  else sendError(response, requestId, failure ?? hiddenError(requestId));
};

const answerError =
  (log: Logger): ErrorRequestHandler =>
  (error, request, response, _next) =>
    answerFailure(log, error, request, response);

/** Answers a request; undefined: its path is elsewhere. */
type Early = (request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined;

const mcpAt =
  (mcpPath: string, { answer }: McpEndpoint): Early =>
  (request, response) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    return path === mcpPath || path === `${mcpPath}/` ? answer(request, response) : undefined;
  };

/** REST and MCP come before Express, which costs more than the rest of a short call (docs/decisions/operation.md#work-between-calls). */
const before =
  (early: readonly Early[], app: Express, log: Logger): RequestListener =>
  (request, response) => {
    for (const answer of early) {
      const answered = answer(request, response);
      if (answered) {
        answered.catch((error: unknown) => answerFailure(log, error, request, response));
        return;
      }
    }
    app(request, response);
  };

const bareApp = (trustProxy: TrustProxy): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);
  return app;
};

const finish = (app: Express, pages: Router | undefined, log: Logger): Express => {
  if (pages) app.use(nameRequest, pages);
  return app.use(answerNothing).use(answerError(log));
};

/** The apps of the three origins. */
export const createOrigins = ({
  contract,
  dispatcher,
  publicMcp,
  inAppMcp,
  connector,
  oauth,
  urls,
  inbound,
  wellKnown,
  documents,
  pages,
  mailbox,
  trustProxy,
  ipOf,
  cookieName,
  log,
}: OriginParts): Origins => {
  const [app, publicApp] = [bareApp(trustProxy), bareApp(trustProxy)];
  const surface = { dispatcher, cookieName, ipOf };
  // One of its paths is below that of REST.
  const host = [
    inbound,
    wellKnown,
    restListener(contract, { ...surface, name: 'host' }, REST_PATH),
    mcpAt(IN_APP_MCP_PATH, inAppMcp),
    documentListener(documents.app),
  ];
  const guests = [
    restListener(contract, { ...surface, name: 'public' }, PUBLIC_REST_PATH),
    mcpAt(MCP_PATH, publicMcp),
    documentListener(documents.public),
  ];
  if (mailbox) app.use(mailbox);
  // Before all that reads bodies.
  app.use(oauth.handler);
  const apps = [mcpAt(CONNECTOR_PATH, connector), connectorMetadata(urls, oauth), documentListener(documents.mcp)];
  return {
    app: before(host, finish(app, pages.app, log), log),
    public: before(guests, finish(publicApp, pages.public, log), log),
    mcp: before(apps, finish(bareApp(trustProxy), undefined, log), log),
  };
};

/** Load balancers and orchestrators call this with any Host. */
const HEALTH_PATH = '/api/v1/health';
const LONGEST_LOGGED_HOST = 100;

type ChooseApp = (host: string, path: string) => RequestListener | undefined;

/** Chooses the app by the Host header. An unknown Host gets 404, and is logged. */
const choosing = (appOf: ChooseApp, log: Logger, message: string) => {
  const refuse = bareApp(false).use((request, response, next) => {
    const host = (request.headers.host ?? '').slice(0, LONGEST_LOGGED_HOST);
    log.warn({ requestId: requestIdOf(request), host }, message);
    answerNothing(request, response, next);
  });
  return (request: IncomingMessage, response: ServerResponse): void => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const chosen = appOf((request.headers.host ?? '').toLowerCase(), path) ?? refuse;
    chosen(request, response);
  };
};

/** One listener for all origins, chosen by the Host header. Other hosts reach only the health check. */
export const byHost = (origins: Origins, { appUrl, publicUrl, mcpUrl }: Urls, log: Logger) => {
  const apps = new Map<string, RequestListener>();
  for (const host of hostsOf(mcpUrl)) apps.set(host, origins.mcp);
  for (const host of hostsOf(publicUrl)) apps.set(host, origins.public);
  for (const host of hostsOf(appUrl)) apps.set(host, origins.app);
  const appOf: ChooseApp = (host, path) => (path === HEALTH_PATH ? origins.app : apps.get(host));
  return choosing(appOf, log, 'refused: neither APP_URL nor PUBLIC_URL nor MCP_URL has this Host');
};

/** Open to every Host: health, and MCP, which refuses other Hosts itself. */
const FOR_ALL_HOSTS: ReadonlySet<string> = new Set([HEALTH_PATH, MCP_PATH, IN_APP_MCP_PATH, CONNECTOR_PATH]);

/**
 * The listener of one origin. It checks the Host, because of DNS rebinding: a web page whose name points to this
 * machine could otherwise sign in and read as if it were of this origin.
 */
export const underItsHost = (origin: RequestListener, url: string, log: Logger) => {
  const hosts = new Set(hostsOf(url));
  const appOf: ChooseApp = (host, path) => (hosts.has(host) || FOR_ALL_HOSTS.has(path) ? origin : undefined);
  return choosing(appOf, log, `refused: ${url} has another Host`);
};
