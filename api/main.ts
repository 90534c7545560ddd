import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { deriveSecrets } from '../domain/secrets.ts';
import { type Config, environment, loadConfig } from '../infra/config.ts';
import { createLog } from '../infra/log.ts';
import { describeStartFailure } from '../infra/start-failure.ts';
import { started } from '../infra/start-signal.ts';
import { contract } from '../schemas/contract.ts';
import { connect } from '../store/database.ts';
import { createServices } from './create-services.ts';
import { lazyBookingFlows } from './flows/lazy-booking-flows.ts';
import { dnsResolveMx } from './handlers/booking/mail-domains.ts';
import { handlers } from './handlers/index.ts';
import { makePages } from './pages/shell/make-pages.ts';
import { PagesNotBuilt } from './pages/shell/web-build.ts';
import { type Api, createApi } from './server.ts';

/** Later than the first answers. */
const LOAD_REST_AFTER_MS = 2_000;

const versionOf = (packageFile: URL): string =>
  (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;

interface Process {
  readonly api: Api;
  /** Loads what the first answers do not need. */
  loadRest(): Promise<void>;
  /** Closes the database and Temporal. */
  release(): Promise<void>;
}

/** The first call that needs it loads and connects it. */
const lazyTemporal = ({ temporal }: Config) => {
  let connecting: Promise<Client> | undefined;
  const connectOnce = async (): Promise<Client> =>
    (await import('../infra/temporal.ts')).createTemporalClient(temporal);
  return {
    client: (): Promise<Client> => {
      connecting ??= connectOnce();
      return connecting;
    },
    close: async () => (await connecting)?.connection.close(),
  };
};

/** Builds the API process. Connects to nothing yet: reads are answered while Temporal is down. */
const assemble = (config: Config, log: Logger): Process => {
  const { appUrl, publicUrl, mcpUrl, ports, trustProxy, rateLimitFactor, redisUrl, metricsPorts } = config;
  const sql = connect(config.databaseUrl, { name: 'holdfast-api' });
  const temporal = lazyTemporal(config);
  const bookingFlows = lazyBookingFlows(async () => {
    const [{ createBookingFlows }, client] = await Promise.all([import('./flows/booking-flows.ts'), temporal.client()]);
    return createBookingFlows(client, config.taskQueue);
  });
  const services = createServices({
    sql,
    log,
    temporal: temporal.client,
    taskQueue: config.taskQueue,
    bookingFlows,
    resolveMx: dnsResolveMx(),
    signIn: { mode: config.mode, providerClients: config.identityProviders },
    mailService: { name: config.mailFrom.name, fromEmail: config.mailFrom.email, publicUrl },
    secrets: deriveSecrets(config.secretKey),
    legacyKeyPrefix: config.legacyKeyPrefix,
    version: versionOf(new URL('../package.json', import.meta.url)),
    webFolder: config.webFolder ?? fileURLToPath(new URL('../web/dist', import.meta.url)),
    localMailbox: config.mode === 'local' && config.postmarkToken === undefined,
  });
  const api = createApi(contract, handlers, services, {
    ports,
    urls: { appUrl, publicUrl, mcpUrl },
    trustProxy,
    rateLimitFactor,
    makePages,
    ...(config.mode === 'local' ? { host: '127.0.0.1' } : {}),
    ...(redisUrl === undefined ? {} : { redisUrl }),
    ...(metricsPorts.api === undefined ? {} : { metricsPort: metricsPorts.api }),
  });
  const release = async () => {
    await Promise.all([sql.end({ timeout: 1 }), temporal.close()]);
  };
  return { api, loadRest: bookingFlows.load, release };
};

const stopOnSignal = ({ api, release }: Process, log: Logger): void => {
  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping: calls in flight may finish');
    await api.close();
    await release();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

const run = async (): Promise<void> => {
  const config = loadConfig(environment);
  const log = createLog(config, 'api');
  const parts = assemble(config, log);
  stopOnSignal(parts, log);
  // Production loads now: loading during calls delays their 503. Local mode serves the first page sooner instead.
  if (config.mode === 'production') await parts.loadRest();
  await started();
  log.info(await parts.api.listen(), 'listening');
  setTimeout(() => parts.loadRest().catch(() => {}), LOAD_REST_AFTER_MS).unref();
};

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof PagesNotBuilt ? error.message : describeStartFailure(error)}\n`);
  process.exit(1);
});
