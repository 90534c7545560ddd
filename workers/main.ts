import { access } from 'node:fs/promises';
import { type Client, WithStartWorkflowOperation } from '@temporalio/client';
import { NativeConnection, Runtime, type Worker } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { connectPostmark, postmarkMailer } from '../activities/mail/postmark.ts';
import { localMailer, type Mailer } from '../activities/mail/send.ts';
import { deriveSecrets } from '../domain/secrets.ts';
import { type Config, environment, loadConfig } from '../infra/config.ts';
import { createLog } from '../infra/log.ts';
import { describeStartFailure, orFail } from '../infra/start-failure.ts';
import { started } from '../infra/start-signal.ts';
import { connectionOptions, createTemporalClient, unreachable } from '../infra/temporal.ts';
import { connect } from '../store/database.ts';
import { workflowBundle } from './bundle.ts';
import { sdkLogger } from './sdk-logger.ts';
import { createWorker, scheduleSweep } from './worker.ts';

/** So many confirmations run at once in one worker: each is one transaction, and those of one busy host wait for each other. */
const MOST_CONNECTIONS = 20;

async function run(): Promise<void> {
  const config = loadConfig(environment);
  const log = createLog(config, 'worker');
  await installRuntime(config, log);
  const sql = connect(config.databaseUrl, { name: 'holdfast-worker', maxConnections: MOST_CONNECTIONS });
  const client = createTemporalClient(config.temporal);
  await checkBundle(config);
  await started();
  const [connection, codePath] = await Promise.all([
    reachTemporal(config),
    config.bundlePath ?? workflowBundle('.local'),
  ]);
  const worker = await assemble({ config, log, sql, client, connection, codePath });
  // The SDK stops the worker on SIGTERM and SIGINT: it takes no more work, finishes what it has, then run() ends.
  logDrain(log);
  const running = worker.run();
  const isReady = getReady(client, config.taskQueue).then(() => true);
  if (await Promise.race([running.then(() => false), isReady]))
    log.info({ taskQueue: config.taskQueue }, 'the worker runs');
  await running;
  await connection.close();
  await client.connection.close();
  await sql.end({ timeout: 5 });
}

const logDrain = (log: Logger): void => {
  for (const name of ['SIGTERM', 'SIGINT'] as const)
    process.once(name, (signal) => log.info({ signal }, 'stopping: work in hand may finish'));
};

const installRuntime = ({ metricsPorts }: Config, log: Logger): Promise<Runtime> =>
  orFail(
    () =>
      Runtime.install({
        logger: sdkLogger(log),
        telemetryOptions: {
          logging: { filter: { core: 'WARN', other: 'WARN' }, forward: {} },
          ...(metricsPorts.worker && { metrics: { prometheus: { bindAddress: `0.0.0.0:${metricsPorts.worker}` } } }),
        },
      }),
    'METRICS_PORT_WORKER: the worker cannot serve its metrics there. Is the port taken?',
  );

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
}

const assemble = ({ config, log, sql, client, connection, codePath }: Parts): Promise<Worker> =>
  createWorker({
    connection,
    namespace: config.temporal.namespace,
    taskQueue: config.taskQueue,
    workflowBundle: { codePath },
    client,
    dependencies: {
      sql,
      secrets: deriveSecrets(config.secretKey),
      mailer: createMailer(config, sql),
      service: { name: config.mailFrom.name, fromEmail: config.mailFrom.email, publicUrl: config.publicUrl },
      links: { appUrl: config.appUrl, publicUrl: config.publicUrl },
      now: Date.now,
    },
    log,
  });

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

run().catch((error: unknown) => {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exit(1);
});
