import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express';
import type { Logger } from 'pino';
import { invalid } from '../schemas/errors.ts';
import { hiddenError, notFound, sendError } from './core/answer.ts';
import type { Areas } from './core/areas.ts';
import { describeError } from './core/describe-error.ts';
import type { Dispatcher } from './core/dispatcher.ts';
import { expectedFailure } from './core/failures.ts';
import type { Metrics } from './core/metrics.ts';
import type { RateLimiter } from './core/rate-limits.ts';
import { requestIdOf } from './core/request-id.ts';
import type { Services } from './core/services.ts';
import type { Urls } from './core/urls.ts';
import type { McpEndpoint } from './mcp/mcp.ts';
import { IN_APP_MCP_PATH, MCP_PATH } from './mcp/path.ts';
import { restRouter } from './rest/rest.ts';

/** Express's format: the number of proxies, or their addresses and networks. */
export type TrustProxy = boolean | number | string;

/** Server-rendered pages, mounted behind the API of their origin. They answer their own 404 below their own paths. */
export interface PageRouters {
  readonly app?: Router;
  readonly public?: Router;
}

/** What pages share with the other surfaces. */
export interface PageMachinery {
  readonly dispatcher: Dispatcher;
  readonly limiter: RateLimiter;
  readonly metrics: Metrics;
}

export type MakePages = (services: Services, machinery: PageMachinery) => PageRouters;

export interface OriginParts {
  readonly contract: Areas;
  readonly dispatcher: Dispatcher;
  readonly publicMcp: McpEndpoint;
  readonly inAppMcp: McpEndpoint;
  readonly pages: PageRouters;
  /** Set in local mode only. */
  readonly mailbox: Router | undefined;
  readonly trustProxy: TrustProxy;
  /** Name of the session cookie. */
  readonly cookieName: string;
  readonly log: Logger;
}

export interface Origins {
  readonly app: Express;
  readonly public: Express;
  readonly mcp: Express;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The Host header values of an address: for loopback, all its names. */
export const hostsOf = (url: string): string[] => {
  const { hostname, host, port } = new URL(url);
  if (!LOOPBACK.includes(hostname)) return [host];
  return LOOPBACK.map((name) => (port ? `${name}:${port}` : name));
};

/** The Origin header values of an address. */
export const originsOf = (url: string): string[] => hostsOf(url).map((host) => `${new URL(url).protocol}//${host}`);

const answerNothing: RequestHandler = (request, response) => sendError(response, requestIdOf(request), notFound());

const nameRequest: RequestHandler = (request, response, next) => {
  response.setHeader('X-Request-Id', requestIdOf(request));
  next();
};

const isBadPath = (error: unknown): boolean =>
  error instanceof URIError || (error instanceof Error && 'status' in error && error.status === 400);

/** Answers the rest: paths that cannot be decoded, and bugs outside any operation. */
const answerError =
  (log: Logger): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const requestId = requestIdOf(request);
    if (isBadPath(error)) {
      sendError(response, requestId, invalid([{ path: '', message: 'the path has a broken percent-encoding' }]));
      return;
    }
    const failure = expectedFailure(error);
    if (!failure)
      log.error({ requestId, err: describeError(error, undefined) }, 'unexpected error outside an operation');
    if (response.headersSent) response.destroy();
    else sendError(response, requestId, failure ?? hiddenError(requestId));
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
  pages,
  mailbox,
  trustProxy,
  cookieName,
  log,
}: OriginParts): Origins => {
  const app = bareApp(trustProxy).use(restRouter(contract, dispatcher, 'host', '/api/v1', cookieName));
  const publicApp = bareApp(trustProxy).use(restRouter(contract, dispatcher, 'public', '/api/v1/public', cookieName));
  if (mailbox) app.use(mailbox);
  publicApp.all(MCP_PATH, (request, response) => publicMcp.answer(request, response));
  app.all(IN_APP_MCP_PATH, (request, response) => inAppMcp.answer(request, response));
  return {
    app: finish(app, pages.app, log),
    public: finish(publicApp, pages.public, log),
    mcp: finish(bareApp(trustProxy), undefined, log),
  };
};

/** Load balancers and orchestrators call this with any Host. */
const HEALTH_PATH = '/api/v1/health';
const LONGEST_LOGGED_HOST = 100;

type ChooseApp = (host: string, path: string) => Express | undefined;

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
  const apps = new Map<string, Express>();
  for (const host of hostsOf(mcpUrl)) apps.set(host, origins.mcp);
  for (const host of hostsOf(publicUrl)) apps.set(host, origins.public);
  for (const host of hostsOf(appUrl)) apps.set(host, origins.app);
  const appOf: ChooseApp = (host, path) => (path === HEALTH_PATH ? origins.app : apps.get(host));
  return choosing(appOf, log, 'refused: neither APP_URL nor PUBLIC_URL nor MCP_URL has this Host');
};

/** Open to every Host: health, and MCP, which refuses other Hosts itself. */
const FOR_ALL_HOSTS: ReadonlySet<string> = new Set([HEALTH_PATH, MCP_PATH, IN_APP_MCP_PATH]);

/**
 * The listener of one origin. It checks the Host, because of DNS rebinding: a web page whose name points to this
 * machine could otherwise sign in and read as if it were of this origin.
 */
export const underItsHost = (origin: Express, url: string, log: Logger) => {
  const hosts = new Set(hostsOf(url));
  const appOf: ChooseApp = (host, path) => (hosts.has(host) || FOR_ALL_HOSTS.has(path) ? origin : undefined);
  return choosing(appOf, log, `refused: ${url} has another Host`);
};
