import { getServers } from 'node:dns';
import { access } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { type Client, WithStartWorkflowOperation } from '@temporalio/client';
import { NativeConnection, Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { connectPostmark, postmarkMailer } from '../activities/mail/postmark.ts';
import { localMailer, type Mailer } from '../activities/mail/send.ts';
import { createLookUpDomain } from '../activities/prep/look-up-domain.ts';
import { createSharedPace } from '../activities/prep/pace.ts';
import { modeOf, TEST_KEY_WORDS } from '../domain/billing/payments-account.ts';
import { tokenKeysOf } from '../domain/sealed-token.ts';
import { deriveSecrets, markOf } from '../domain/secrets.ts';
import { type Config, environment, loadConfig } from '../infra/config.ts';
import { requireInstallation } from '../infra/installation.ts';
import { createLog, takeConsole } from '../infra/log.ts';
import { lookUpWords } from '../infra/look-up-variables.ts';
import { describeStartFailure, orFail } from '../infra/start-failure.ts';
import { started } from '../infra/start-signal.ts';
import { connectionOptions, createTemporalClient, missingSearchAttributes, unreachable } from '../infra/temporal.ts';
import { createProviders } from '../outbound/calendars/providers.ts';
import { openOutbound, openWebhooks } from '../outbound/open-outbound.ts';
import { stripePayments } from '../outbound/payments/stripe/payments.ts';
import { connect } from '../store/database.ts';
import { missingMigrations } from '../store/migrate.ts';
import { buildOf, identityOf } from './build.ts';
import { workflowBundle } from './bundle.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';
import { sdkLogger } from './sdk-logger.ts';
import { createWorkers, makeSweepSchedule, scheduleSweep, type Workers } from './worker.ts';

/**
 * So many confirmations run at once in one worker: each is one transaction, and those of one busy host wait for each other. Ten more are
 * for calendars that are read meanwhile.
 */
const MAX_CONNECTIONS = 30;

/**
 * Each thread collects once its heap has grown by so much since the last time. By itself V8 lets 70 MB grow to 280: what a look-up or a
 * reading leaves has lived for seconds, so only a full collection finds it (docs/decisions/operation.md#work-between-calls).
 */
const HEAP_GROWING_PERCENT = 40;

async function run(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWING_PERCENT}`);
  const config = loadConfig(environment);
  const log = createLog(config, 'worker');
  takeConsole(log);
  await installRuntime(config, log);
  let heartbeat: Heartbeat | undefined;
  stopOnSignal(() => heartbeat, log);
  const sql = connect(config.databaseUrl, { name: 'holdfast-worker', maxConnections: MAX_CONNECTIONS });
  const client = createTemporalClient(config.temporal);
  await checkBundle(config);
  await started();
  const [connection, codePath] = await Promise.all([
    reachTemporal(config),
    config.bundlePath ?? workflowBundle('.local'),
  ]);
  await requireInstallation({
    missingMigrations: () => missingMigrations(sql),
    missingSearchAttributes: () => missingSearchAttributes(client),
  });
  const payments = modeOf(config.payments);
  if (config.mode === 'production' && payments === 'test') log.warn(TEST_KEY_WORDS);
  const self = {
    ...{ id: uuidv7(), build: await buildOf(config, codePath), taskQueue: config.taskQueue, payments },
    secretMark: markOf(deriveSecrets(config.secretKey)),
  };
  const workers = await assemble({ config, log, sql, client, connection, codePath, identity: identityOf(self) });
  const running = workers.run();
  heartbeat = startHeartbeat(sql, self, log);
  const isReady = getReady(client, config.taskQueue).then(() => true);
  if (await Promise.race([running.then(() => false), isReady]))
    log.info(
      { taskQueue: config.taskQueue, build: self.build, ...lookUpWords(config, getServers()) },
      'the worker runs',
    );
  const keeping = keepSweepSchedule(client, config.taskQueue, log);
  await running;
  clearInterval(keeping);
  await heartbeat.stop();
  await connection.close();
  await client.connection.close();
  await sql.end({ timeout: 5 });
}

/**
 * On SIGTERM and SIGINT the SDK stops the worker: it takes no more work, finishes what it has, then run() ends. The heartbeat stops first,
 * so that readiness does not count this worker any more. A second signal ends the process at once, and so does the first while it starts.
 * @param running the heartbeat, once the worker runs
 */
const stopOnSignal = (running: () => Heartbeat | undefined, log: Logger): void => {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    const heartbeat = running();
    if (isStopping || heartbeat === undefined) process.exit(signal === 'SIGINT' ? 130 : 143);
    isStopping = true;
    log.info({ signal }, 'stopping: work in hand may finish');
    void heartbeat.stop();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};

const installRuntime = ({ metricsPorts, metricsAddress }: Config, log: Logger): Promise<Runtime> =>
  orFail(
    () =>
      Runtime.install({
        logger: sdkLogger(log),
        telemetryOptions: {
          logging: { filter: { core: 'WARN', other: 'WARN' }, forward: {} },
          ...(metricsPorts.worker && {
            metrics: { prometheus: { bindAddress: socketOf(metricsAddress, metricsPorts.worker) } },
          }),
        },
      }),
    'METRICS_PORT_WORKER: the worker cannot serve its metrics there. Is the port taken?',
  );

const socketOf = (address: string, port: number): string => `${isIPv6(address) ? `[${address}]` : address}:${port}`;

const reachTemporal = ({ temporal }: Config): Promise<NativeConnection> =>
  orFail(() => NativeConnection.connect(connectionOptions(temporal)), unreachable(temporal));

async function checkBundle({ bundlePath }: Config): Promise<void> {
  if (bundlePath === undefined) return;
  await orFail(
    () => access(bundlePath),
    'WORKFLOW_BUNDLE: there is no such file. Name a bundle that this version made, or leave the variable out to have it made.',
  );
}

interface Parts {
  readonly config: Config;
  readonly log: Logger;
  readonly sql: Sql;
  readonly client: Client;
  readonly connection: NativeConnection;
  readonly codePath: string;
  /** Shown by Temporal as the worker's name. */
  readonly identity: string;
}

function assemble({ config, log, sql, client, connection, codePath, identity }: Parts): Promise<Workers> {
  const secrets = deriveSecrets(config.secretKey);
  return createWorkers({
    connection,
    namespace: config.temporal.namespace,
    taskQueue: config.taskQueue,
    identity,
    workflowBundle: { codePath },
    client,
    dependencies: {
      sql,
      secrets,
      mailer: createMailer(config, sql),
      service: { name: config.mailFrom.name, fromEmail: config.mailFrom.email, publicUrl: config.publicUrl },
      links: { appUrl: config.appUrl, publicUrl: config.publicUrl },
      now: Date.now,
      calendarProviders: createProviders(config.calendarApps),
      payments: config.payments ? stripePayments(config.payments) : null,
      lookUpDomain: config.enrichment
        ? createLookUpDomain({ ...openOutbound(config), registryPace: (limits) => createSharedPace(sql, limits) })
        : null,
      sendWebhook: openWebhooks(config),
      tokenKeys: tokenKeysOf(config.calendarTokenKeys, secrets.calendarTokens),
    },
    log,
  });
}

function createMailer({ postmarkToken }: Config, db: Sql): Mailer {
  if (!postmarkToken) return localMailer(db, Date.now);
  return postmarkMailer(connectPostmark(postmarkToken), db, { messageStream: 'outbound', now: Date.now });
}

/** Runs a first update: it takes 200 ms and more, and no guest should wait for it. */
async function getReady(temporal: Client, taskQueue: string): Promise<void> {
  await scheduleSweep(temporal, taskQueue);
  const startWorkflowOperation = new WithStartWorkflowOperation('warmUp', {
    workflowId: `warm-up/${uuidv7()}`,
    taskQueue,
    args: [],
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
  await temporal.workflow.executeUpdateWithStart('warm', { startWorkflowOperation });
}

const LOOKS_FOR_SCHEDULE_EACH_MS = 60_000;

/** A Temporal that lost its data has no schedule any more: without it nothing is deleted, and no flow that was lost is started again. */
const keepSweepSchedule = (client: Client, taskQueue: string, log: Logger): NodeJS.Timeout =>
  setInterval(() => {
    makeSweepSchedule(client, taskQueue).then(
      (isNew) => isNew && log.warn('Temporal had lost the schedule of the sweep; it is there again'),
      () => {},
    );
  }, LOOKS_FOR_SCHEDULE_EACH_MS);

run().catch((error: unknown) => {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exit(1);
});
