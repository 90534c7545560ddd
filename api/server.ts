import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostsOf } from '../domain/client-networks.ts';
import type { Areas } from '../schemas/operation.ts';
import { sessionCookieName } from './auth/credentials.ts';
import type { Dispatcher } from './core/call.ts';
import { createDispatcher } from './core/dispatch.ts';
import type { HandlersOf } from './core/endpoints.ts';
import { createRateLimiter, type RateLimiter } from './core/limits.ts';
import { createMetrics, type MetricsPlace } from './core/metrics.ts';
import { clientIpOf, type IpOf, type TrustProxy } from './core/request.ts';
import type { Services } from './core/services.ts';
import type { Urls } from './core/urls.ts';
import { discoveryDocuments } from './discovery/documents.ts';
import { intentKeysListener } from './discovery/intent-keys.ts';
import { operatingGauges } from './handlers/ops/operating-gauges.ts';
import { inboundListener } from './inbound/inbound.ts';
import { connectorMcp } from './mcp/connector.ts';
import { inAppMcp } from './mcp/in-app.ts';
import { mcpEndpoint } from './mcp/mcp.ts';
import { publicMcp } from './mcp/public.ts';
import type { McpService } from './mcp/service.ts';
import { AuthorizationServer } from './oauth/authorization-server.ts';
import { byHost, createOrigins, type MakePages, type Origins, originsOf, underItsHost } from './origins.ts';
import { devMailbox } from './pages/app/dev-mailbox.ts';

/** Three listeners, or a single one that chooses by Host. Port 0 takes a free port. */
export type Ports =
  | { readonly app: number; readonly public: number; readonly mcp: number }
  | { readonly single: number };

export interface ApiOptions {
  readonly ports: Ports;
  /** The address to listen on. Default: all. */
  readonly host?: string;
  /** The public addresses. Default: localhost and the ports in use. */
  readonly urls?: Urls;
  readonly trustProxy?: TrustProxy;
  readonly rateLimitFactor?: number;
  readonly redisUrl?: string;
  readonly metrics?: MetricsPlace;
  readonly deadlineMs?: number;
  readonly makePages?: MakePages;
}

export interface Api {
  /** Resolves once every listener answers. Rejects when a port is taken. */
  listen(): Promise<Urls>;
  /** Stops accepting, lets calls in flight finish for up to `graceMs`, then cuts what is left. */
  close(graceMs?: number): Promise<void>;
  /** Prepares rarely requested, expensive parts in the background: the docs, the authorization server. */
  prepareRest(): Promise<void>;
}

interface Listener {
  readonly name: keyof Origins | 'single';
  readonly server: Server;
}

const GRACE_MS = 10_000;
const IDLE_CHECK_MS = 50;

const openServer = (port: number, host: string | undefined): Promise<Server> => {
  // Cuts slow senders. Keep-alive is longer than the idle time of common load balancers (60 s).
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => resolve(server));
  });
};

const openListeners = async (ports: Ports, host: string | undefined): Promise<Listener[]> => {
  const listeners: Listener[] = [];
  try {
    for (const [name, port] of Object.entries(ports))
      listeners.push({ name: name as Listener['name'], server: await openServer(port, host) });
    return listeners;
  } catch (error) {
    for (const { server } of listeners) server.close();
    throw error;
  }
};

const portOf = ({ server }: Listener): number => (server.address() as AddressInfo).port;

const localUrls = (listeners: readonly Listener[]): Urls => {
  const byName = new Map(listeners.map((listener) => [listener.name, portOf(listener)]));
  const urlOf = (name: keyof Origins): string => `http://localhost:${byName.get(name) ?? byName.get('single')}`;
  return { appUrl: urlOf('app'), publicUrl: urlOf('public'), mcpUrl: urlOf('mcp') };
};

/** Waits for calls in flight. Closes connections that become idle: they would keep the server open. */
const drain = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(cut);
      resolve();
    });
  });

/** Three MCP endpoints: for guests on the public origin, for keys on the app origin, for apps that people connected on their own origin. */
const mcpEndpoints = (
  contract: Areas,
  dispatcher: Dispatcher,
  limiter: RateLimiter,
  services: Pick<Services, 'urls' | 'version' | 'secrets' | 'sql' | 'log' | 'legacyKeyPrefix'>,
  ipOf: IpOf,
) => {
  const { urls, version } = services;
  const origins = new Set([urls.appUrl, urls.publicUrl, urls.mcpUrl].flatMap(originsOf));
  const serve = (service: McpService, url: string) =>
    mcpEndpoint({ service, dispatcher, limiter, ipOf, version, origins, hosts: new Set(hostsOf(url)) });
  return {
    publicMcp: serve(publicMcp(contract), urls.publicUrl),
    inAppMcp: serve(inAppMcp(contract, dispatcher), urls.appUrl),
    connector: serve(connectorMcp(contract, dispatcher, services), urls.mcpUrl),
  };
};

interface Assembly {
  readonly origins: Origins;
  prepareRest(): Promise<void>;
  release(): Promise<void>;
}

/** Puts the parts together, once the addresses are known. */
const assemble = async <C extends Areas>(
  contract: C,
  handlers: HandlersOf<C>,
  services: Services,
  { rateLimitFactor = 1, redisUrl, metrics: metricsPlace, deadlineMs, trustProxy = false, makePages }: ApiOptions,
): Promise<Assembly> => {
  const { log, urls } = services;
  const limiter = createRateLimiter({ factor: rateLimitFactor, redisUrl, log });
  const metrics = createMetrics();
  const deadline = deadlineMs === undefined ? {} : { deadlineMs };
  const dispatcher = createDispatcher(contract, handlers, services, { limiter, metrics, ...deadline });
  const ipOf = clientIpOf(trustProxy);
  const mcp = mcpEndpoints(contract, dispatcher, limiter, services, ipOf);
  const oauth = new AuthorizationServer({ ...services, limiter, ipOf, metrics, deadlineMs });
  const pages = makePages?.(services, { dispatcher, limiter, metrics, oauth }) ?? {};
  const mailbox = services.localMailbox ? devMailbox(services.sql, new Set(hostsOf(urls.appUrl))) : undefined;
  const metricsServer =
    metricsPlace && (await metrics.serve(metricsPlace, operatingGauges(services.sql, services.taskQueue)));
  return {
    origins: createOrigins({
      contract,
      dispatcher,
      ...mcp,
      ...{ oauth, urls },
      inbound: inboundListener({ ...services, onWebhook: metrics.observeWebhook }, { limiter, ipOf }),
      wellKnown: intentKeysListener(services),
      documents: discoveryDocuments(urls, services.version, pages.personalPaths ?? { app: [], public: [] }),
      pages,
      mailbox,
      trustProxy,
      ipOf,
      cookieName: sessionCookieName(urls.appUrl),
      log,
    }),
    async prepareRest() {
      await pages.prepare?.();
      await oauth.load();
    },
    async release() {
      metricsServer?.close();
      await Promise.all(Object.values(mcp).map((endpoint) => endpoint.close()));
      limiter.close();
    },
  };
};

/** The API process: three origins, one set of operations. No request needs memory of an earlier one. */
export const createApi = <C extends Areas>(
  contract: C,
  handlers: HandlersOf<C>,
  baseServices: Omit<Services, 'urls'>,
  options: ApiOptions,
): Api => {
  let listeners: Listener[] = [];
  const assembleAt = (urls: Urls): Promise<Assembly> =>
    assemble(contract, handlers, { ...baseServices, urls }, options);
  // Slow: starts now if the addresses are known, not at `listen`.
  let assembly = options.urls && assembleAt(options.urls);
  // Reported by `listen`.
  assembly?.catch(() => {});
  return {
    async listen() {
      listeners = await openListeners(options.ports, options.host);
      const urls = options.urls ?? localUrls(listeners);
      assembly ??= assembleAt(urls);
      const { origins } = await assembly;
      const { log } = baseServices;
      const listenerOf = (name: Listener['name']) =>
        name === 'single' ? byHost(origins, urls, log) : underItsHost(origins[name], urls[`${name}Url`], log);
      for (const { name, server } of listeners) {
        // Before a process ends, callers must know that their connection does: else the next call on it is cut.
        server.on('request', (_request, response) => {
          if (baseServices.lifecycle.isStopping) response.shouldKeepAlive = false;
        });
        server.on('request', listenerOf(name));
      }
      return urls;
    },
    async prepareRest() {
      await (await assembly)?.prepareRest();
    },
    async close(graceMs = GRACE_MS) {
      baseServices.waits.end();
      await Promise.all(listeners.map(({ server }) => drain(server, graceMs)));
      await (await assembly?.catch(() => undefined))?.release();
    },
  };
};
