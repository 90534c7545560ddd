import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** One finished call of an operation. */
  observe(operation: string, status: number, durationSeconds: number): void;
  /** One answered web page, by its path pattern. Its operations are observed separately. */
  observePage(page: string, status: number, durationSeconds: number): void;
  /** A code or token of a connected app came twice. */
  countReplay(): void;
  /** One answered request of the authorization server (`token`, `authorize` …). */
  observeOAuth(endpoint: string, status: number, durationSeconds: number): void;
  /** One webhook of the payment provider: `received`, or why it was refused. */
  observeWebhook(result: string): void;
  /**
   * Serves GET /metrics for Prometheus on its own, non-public port. Resolves once it listens.
   * @param refresh called before each answer; it sets gauges of `registry`
   */
  serve(place: MetricsPlace, refresh?: Refresh): Promise<Server>;
}

export interface MetricsPlace {
  readonly port: number;
  /** The IP address to listen on. */
  readonly host: string;
}

export type Refresh = (registry: Registry) => () => Promise<void>;

const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

const durationOfOAuth = (registry: Registry) =>
  new Histogram({
    name: 'holdfast_oauth_duration_seconds',
    help: 'Duration of requests to the authorization server by endpoint and status.',
    labelNames: ['endpoint', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });

const webhooksOf = (registry: Registry) =>
  new Counter({
    name: 'holdfast_payment_webhooks_total',
    help: 'Webhooks of the payment provider by result: received, or why they were refused.',
    labelNames: ['result'] as const,
    registers: [registry],
  });

const replaysOf = (registry: Registry) =>
  new Counter({
    name: 'holdfast_oauth_replays_total',
    help: 'Codes and tokens of connected apps that came twice, and ended the access of their app.',
    registers: [registry],
  });

export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const oauth = durationOfOAuth(registry);
  const replays = replaysOf(registry);
  const webhooks = webhooksOf(registry);
  const calls = new Histogram({
    name: 'holdfast_call_duration_seconds',
    help: 'Duration of calls by operation and status, all surfaces; those that pages make are among them.',
    labelNames: ['operation', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });

  const pages = new Histogram({
    name: 'holdfast_page_duration_seconds',
    help: 'Duration of pages by the pattern of their address and status.',
    labelNames: ['page', 'status'] as const,
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });

  return {
    countReplay: () => replays.inc(),
    observe: (operation, status, durationSeconds) => calls.observe({ operation, status }, durationSeconds),
    observeOAuth: (endpoint, status, durationSeconds) => oauth.observe({ endpoint, status }, durationSeconds),
    observeWebhook: (result) => webhooks.inc({ result }),
    observePage: (page, status, durationSeconds) => pages.observe({ page, status }, durationSeconds),
    serve({ port, host }, refresh) {
      collectDefaultMetrics({ register: registry });
      const setGauges = refresh?.(registry);
      const answer = async (): Promise<string> => {
        await setGauges?.();
        return registry.metrics();
      };
      const server = createServer((request, response) => {
        if (request.url !== '/metrics') return response.writeHead(404).end();
        answer().then(
          (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
          (error: unknown) => response.writeHead(500).end(String(error)),
        );
      });
      return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port, host }, () => resolve(server));
      });
    },
  };
};
