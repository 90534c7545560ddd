import { type Client, WithStartWorkflowOperation } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { connectPostmark, postmarkMailer } from '../activities/mail/postmark.ts';
import { localMailer, type Mailer } from '../activities/mail/send.ts';
import { deriveSecrets } from '../domain/secrets.ts';
import { type Config, environment, loadConfig } from '../infra/config.ts';
import { createLog } from '../infra/log.ts';
import { connectionOptions, createTemporalClient } from '../infra/temporal.ts';
import { connect } from '../store/database.ts';
import { workflowBundle } from './bundle.ts';
import { createWorker, scheduleSweep } from './worker.ts';

const config = loadConfig(environment);
const log = createLog(config, 'worker');
Runtime.install({
  logger: new DefaultLogger('WARN', ({ level, message }) =>
    level === 'ERROR' ? log.error(message) : log.warn(message),
  ),
  telemetryOptions: {
    logging: { filter: { core: 'WARN', other: 'WARN' }, forward: {} },
    ...(config.metricsPort && { metrics: { prometheus: { bindAddress: `0.0.0.0:${config.metricsPort}` } } }),
  },
});
const sql = connect(config.databaseUrl, { name: 'holdfast-worker', maxConnections: 20 });
const client = createTemporalClient(config.temporal);
const [connection, codePath] = await Promise.all([
  NativeConnection.connect(connectionOptions(config.temporal)),
  config.bundlePath ?? workflowBundle('.local'),
]);
const worker = await createWorker({
  connection,
  namespace: config.temporal.namespace,
  taskQueue: config.taskQueue,
  workflowBundle: { codePath },
  client,
  booking: {
    sql,
    secrets: deriveSecrets(config.secretKey),
    mailer: createMailer(config, sql),
    service: { name: config.mailFrom.name, fromEmail: config.mailFrom.email, publicUrl: config.publicUrl },
    links: { appUrl: config.appUrl, publicUrl: config.publicUrl },
    now: Date.now,
  },
  log,
});
// The SDK stops the worker on SIGTERM and SIGINT: it takes no more work, finishes what it has, then run() ends.
const running = worker.run();
await scheduleSweep(client, config.taskQueue);
await warmUp(client, config.taskQueue);
log.info({ taskQueue: config.taskQueue }, 'the worker runs');
await running;
await connection.close();
await client.connection.close();
await sql.end({ timeout: 5 });

function createMailer({ postmarkToken }: Config, db: Sql): Mailer {
  if (!postmarkToken) return localMailer(db, Date.now);
  return postmarkMailer(connectPostmark(postmarkToken), db, { messageStream: 'outbound', now: Date.now });
}

/** The first update after a start takes 200 ms and more: better ours than a guest's. */
async function warmUp(temporal: Client, taskQueue: string): Promise<void> {
  const startWorkflowOperation = new WithStartWorkflowOperation('warmUp', {
    workflowId: `warm-up/${uuidv7()}`,
    taskQueue,
    args: [],
    workflowIdConflictPolicy: 'USE_EXISTING',
  });
  await temporal.workflow.executeUpdateWithStart('warm', { startWorkflowOperation });
}
