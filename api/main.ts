import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { agentInboxes } from '../domain/accounts/agent-inboxes.ts';
import { modeOf, TEST_KEY_WORDS } from '../domain/billing/payments-account.ts';
import type { AccountReader } from '../domain/event-types/imports/account.ts';
import type { ReadClientDocument } from '../domain/oauth/client-documents.ts';
import { tokenKeysOf } from '../domain/sealed-token.ts';
import { deriveSecrets } from '../domain/secrets.ts';
import { type Config, environment, loadConfig } from '../infra/config.ts';
import { requireAgentDomains, requireInstallation } from '../infra/installation.ts';
import { createLog, takeConsole } from '../infra/log.ts';
import { describeStartFailure } from '../infra/start-failure.ts';
import { started } from '../infra/start-signal.ts';
import { createConsents } from '../outbound/calendars/consents.ts';
import { createPaymentPages } from '../outbound/payments/payment-pages.ts';
import { contract } from '../schemas/contract.ts';
import { connect } from '../store/database.ts';
import { missingMigrations } from '../store/migrate.ts';
import type { Lifecycle } from './core/lifecycle.ts';
import { finish, finishInBackground } from './core/steps.ts';
import { createServices } from './create-services.ts';
import { lazyBookingFlows } from './flows/lazy-booking-flows.ts';
import { dnsResolveMx } from './handlers/booking/mail-domains.ts';
import { handlers } from './handlers/index.ts';
import { toolSteps } from './mcp/thin-entry.ts';
import { makePages } from './pages/shell/make-pages.ts';
import { PagesNotBuilt } from './pages/shell/web-build.ts';
import { type Api, createApi } from './server.ts';

/** Later than the first answers. */
const LOAD_REST_AFTER_MS = 2_000;
/** Later than a local stack needs to start all else. */
const PREPARE_REST_AFTER_MS = 6_000;

const ATTRIBUTES_WITHIN_MS = 2_000;

const versionOf = (packageFile: URL): string =>
  (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;

interface Process {
  readonly api: Api;
  readonly lifecycle: Lifecycle;
  /** @throws StartFailure if migrations or search attributes are missing. What is away is not missing. */
  requireInstalled(): Promise<void>;
  /** Loads what the first answers do not need. */
  loadRest(doSteps: typeof finish | typeof finishInBackground): Promise<void>;
  /** Closes the database and Temporal. */
  release(): Promise<void>;
}

/** The first call that needs it loads and connects it. */
const lazyTemporal = ({ temporal }: Config) => {
  let connecting: Promise<Client> | undefined;
  const connectOnce = async (): Promise<Client> =>
    (await import('../infra/temporal.ts')).createTemporalClient(temporal);
  const connected = (): Promise<Client> => {
    connecting ??= connectOnce();
    return connecting;
  };
  return {
    client: connected,
    async missingSearchAttributes(): Promise<readonly string[]> {
      const [{ missingSearchAttributes }, client] = await Promise.all([import('../infra/temporal.ts'), connected()]);
      return client.withDeadline(Date.now() + ATTRIBUTES_WITHIN_MS, () => missingSearchAttributes(client));
    },
    close: async () => (await connecting)?.connection.close(),
  };
};

/** The first document of an app loads the fetch: most processes answer their first calls without one. */
const lazyClientDocuments = ({ appUrl, internetStandInUrl }: Config): ReadClientDocument => {
  let loading: Promise<ReadClientDocument> | undefined;
  const load = async (): Promise<ReadClientDocument> => {
    const [{ clientDocuments }, { openOutbound }] = await Promise.all([
      import('../outbound/client-documents.ts'),
      import('../outbound/open-outbound.ts'),
    ]);
    return clientDocuments(openOutbound({ appUrl, internetStandInUrl }).outbound);
  };
  return async (url) => {
    loading ??= load();
    return (await loading)(url);
  };
};

/** The first import by key loads the fetch. */
const lazyAccounts = ({ appUrl, internetStandInUrl }: Config): AccountReader => {
  let loading: Promise<AccountReader> | undefined;
  const load = async (): Promise<AccountReader> => {
    const [{ accountReader }, { openOutbound }] = await Promise.all([
      import('../outbound/scheduling-accounts/read-account.ts'),
      import('../outbound/open-outbound.ts'),
    ]);
    return accountReader(openOutbound({ appUrl, internetStandInUrl }).outbound);
  };
  return async (service, apiKey) => {
    loading ??= load();
    return (await loading)(service, apiKey);
  };
};

/** The configuration that the services need. */
function settingsOf(config: Config) {
  const secrets = deriveSecrets(config.secretKey);
  return {
    taskQueue: config.taskQueue,
    resolveMx: dnsResolveMx(),
    looksUpGuests: config.enrichment,
    signIn: { mode: config.mode, providerClients: config.identityProviders, apple: config.apple },
    mailService: { name: config.mailFrom.name, fromEmail: config.mailFrom.email, publicUrl: config.publicUrl },
    secrets,
    calendarConsents: createConsents(config.calendarApps),
    tokenKeys: tokenKeysOf(config.calendarTokenKeys, secrets.calendarTokens),
    payments: { mode: modeOf(config.payments), isProduction: config.mode === 'production' },
    paymentPages: config.payments ? createPaymentPages(config.payments) : null,
    checkoutReturnOrigins: config.checkoutReturnOrigins,
    isAgentInbox: agentInboxes(config.agentMailDomains),
    readClientDocument: lazyClientDocuments(config),
    readAccount: lazyAccounts(config),
    legacyKeyPrefix: config.legacyKeyPrefix,
    version: versionOf(new URL('../package.json', import.meta.url)),
    webFolder: config.webFolder ?? fileURLToPath(new URL('../web/dist', import.meta.url)),
    temporalUi: temporalUiOf(config.temporal),
    localMailbox: config.mode === 'local' && config.postmarkToken === undefined,
  };
}

const temporalUiOf = ({ uiUrl, namespace }: Config['temporal']): string | null =>
  uiUrl === undefined ? null : `${uiUrl}/namespaces/${encodeURIComponent(namespace)}`;

/** Where the API listens, and for which origins. */
const listenersOf = ({ appUrl, publicUrl, mcpUrl, ports, redisUrl, metricsPorts, ...config }: Config) => ({
  ports,
  urls: { appUrl, publicUrl, mcpUrl },
  trustProxy: config.trustProxy,
  rateLimitFactor: config.rateLimitFactor,
  makePages,
  host: config.listenAddress,
  ...(redisUrl === undefined ? {} : { redisUrl }),
  ...(metricsPorts.api === undefined ? {} : { metrics: { port: metricsPorts.api, host: config.metricsAddress } }),
});

/** Builds the API process. Connects to nothing yet: reads are answered while Temporal is down. */
const assemble = (config: Config, log: Logger): Process => {
  const sql = connect(config.databaseUrl, { name: 'holdfast-api' });
  const temporal = lazyTemporal(config);
  const bookingFlows = lazyBookingFlows(async () => {
    const [{ createBookingFlows }, client] = await Promise.all([import('./flows/booking-flows.ts'), temporal.client()]);
    return createBookingFlows(client, config.taskQueue);
  });
  const services = createServices({
    ...settingsOf(config),
    sql,
    log,
    temporal: temporal.client,
    namespace: config.temporal.namespace,
    bookingFlows,
    missingSearchAttributes: temporal.missingSearchAttributes,
  });
  const api = createApi(contract, handlers, services, listenersOf(config));
  const release = async () => {
    await services.lifecycle.settled();
    await Promise.all([sql.end({ timeout: 1 }), temporal.close()]);
  };
  const requireInstalled = () =>
    requireInstallation({
      missingMigrations: () => missingMigrations(sql),
      // Local mode: Temporal starts later, and its libraries would delay the first page.
      ...(config.mode === 'production' && { missingSearchAttributes: temporal.missingSearchAttributes }),
    });
  const loadRest = async (doSteps: typeof finish | typeof finishInBackground) => {
    await doSteps(toolSteps(contract));
    await bookingFlows.load();
  };
  return { api, lifecycle: services.lifecycle, requireInstalled, loadRest, release };
};

/**
 * On SIGTERM readiness answers 503 at once, calls are still answered for the drain time, then the listeners close and calls in flight
 * finish. A second signal ends the process at once.
 */
const stopOnSignal = ({ api, lifecycle, release }: Process, drainSeconds: number, log: Logger): void => {
  const stop = async (signal: NodeJS.Signals) => {
    if (lifecycle.isStopping) process.exit(signal === 'SIGINT' ? 130 : 143);
    lifecycle.stop();
    log.info({ signal, drainSeconds }, 'stopping: calls in flight may finish');
    await delay(drainSeconds * 1_000);
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
  takeConsole(log);
  const parts = assemble(config, log);
  stopOnSignal(parts, config.drainSeconds, log);
  // Production loads now: loading during calls delays their 503. Local mode serves the first page sooner instead.
  if (config.mode === 'production' && modeOf(config.payments) === 'test') log.warn(TEST_KEY_WORDS);
  if (config.mode === 'production') await parts.loadRest(finish);
  await started();
  await Promise.all([parts.requireInstalled(), requireAgentDomains(config.agentMailDomains)]);
  log.info(await parts.api.listen(), 'listening');
  setTimeout(() => parts.loadRest(finishInBackground).catch(() => {}), LOAD_REST_AFTER_MS).unref();
  setTimeout(() => parts.api.prepareRest().catch(() => {}), PREPARE_REST_AFTER_MS).unref();
};

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof PagesNotBuilt ? error.message : describeStartFailure(error)}\n`);
  process.exit(1);
});
