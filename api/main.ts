import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { deriveSecrets } from '../domain/secrets.ts';
import { type Config, ConfigError, environment, loadConfig } from '../infra/config.ts';
import { createLog } from '../infra/log.ts';
import { createTemporalClient } from '../infra/temporal.ts';
import { contract } from '../schemas/contract.ts';
import { connect } from '../store/database.ts';
import { createBookingFlows } from './booking/booking-flows.ts';
import { createMailDomains, dnsResolveMx } from './booking/mail-domains.ts';
import type { Services } from './handler.ts';
import { handlers } from './handlers/index.ts';
import { makePages } from './pages/make-pages.ts';
import { type Api, createApi } from './server.ts';
import { BookingPages } from './slots/booking-pages.ts';
import { SlotAnswers } from './slots/slot-answers.ts';

const versionOf = (packageFile: URL): string =>
  (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;

interface Process {
  readonly api: Api;
  /** Lets go of the database and of Temporal. */
  release(): Promise<void>;
}

/** What the API process is made of. Nothing is connected yet: reads must be answered while Temporal is away. */
const assemble = (config: Config, log: Logger): Process => {
  const { appUrl, publicUrl, mcpUrl, ports, trustProxy, rateLimitFactor, redisUrl, metricsPort } = config;
  const sql = connect(config.databaseUrl, { name: 'holdfast-api' });
  const temporal = createTemporalClient(config.temporal);
  const services: Omit<Services, 'urls'> = {
    sql,
    flows: createBookingFlows(temporal, config.taskQueue),
    pages: new BookingPages(sql),
    slotAnswers: new SlotAnswers(),
    mailDomains: createMailDomains({ resolveMx: dnsResolveMx() }),
    mailService: { name: config.mailFrom.name, fromEmail: config.mailFrom.email, publicUrl },
    secrets: deriveSecrets(config.secretKey),
    legacyKeyPrefix: config.legacyKeyPrefix,
    version: versionOf(new URL('../package.json', import.meta.url)),
    localMailbox: config.mode === 'local' && config.postmarkToken === undefined,
    log,
  };
  const api = createApi(contract, handlers, services, {
    ports,
    urls: { appUrl, publicUrl, mcpUrl },
    trustProxy,
    rateLimitFactor,
    makePages,
    ...(config.mode === 'local' ? { host: '127.0.0.1' } : {}),
    ...(redisUrl === undefined ? {} : { redisUrl }),
    ...(metricsPort === undefined ? {} : { metricsPort }),
  });
  const release = async () => {
    await Promise.all([sql.end({ timeout: 1 }), temporal.connection.close()]);
  };
  return { api, release };
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
  log.info(await parts.api.listen(), 'listening');
};

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
});
