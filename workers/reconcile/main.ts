/** `npm run reconcile`: compares the rows of the database with the flows of Temporal, and mends with --apply. */
import { parseArgs } from 'node:util';
import { environment, loadReconcileConfig } from '../../infra/config.ts';
import { requireInstallation } from '../../infra/installation.ts';
import { describeStartFailure } from '../../infra/start-failure.ts';
import { createTemporalClient } from '../../infra/temporal.ts';
import { connect } from '../../store/database.ts';
import { missingMigrations } from '../../store/migrate.ts';
import { readDueMails } from '../../store/prep/prep-mails.ts';
import { flowId } from '../../workflows/catalogue.ts';
import { findDifferences } from './differences.ts';
import { mender } from './mend.ts';

const USAGE = `Compares the rows of the database with the flows of Temporal.

  npm run reconcile                       lists what differs, changes nothing
  npm run reconcile -- --apply            starts the missing flows and nudges the others
  npm run reconcile -- --apply --include-ended   also where a flow ended, or has another time, and its row does not know why
  npm run reconcile -- --per-second 50    flows that are started or nudged each second (default 100)

DATABASE_URL, TEMPORAL_ADDRESS and TASK_QUEUE are the same as for the worker. Safe while the service runs.`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function readOptions() {
  const { values } = parseArgs({
    options: {
      apply: { type: 'boolean', default: false },
      'include-ended': { type: 'boolean', default: false },
      'per-second': { type: 'string', default: '100' },
      help: { type: 'boolean', default: false },
    },
  });
  const perSecond = Number(values['per-second']);
  if (!(perSecond > 0)) throw new TypeError('--per-second must be a number above 0');
  return { apply: values.apply, includeEnded: values['include-ended'], perSecond, help: values.help };
}

async function run(): Promise<void> {
  const options = readOptions();
  if (options.help) return print(USAGE);
  const { databaseUrl, temporal, taskQueue } = loadReconcileConfig(environment);
  const sql = connect(databaseUrl, { name: 'holdfast-reconcile', maxConnections: 2 });
  const client = createTemporalClient(temporal);
  await requireInstallation({ missingMigrations: () => missingMigrations(sql) });
  const mend = mender(client, { sql, taskQueue, ...options });
  const counts = new Map<string, number>();
  let dueMails = 0;
  try {
    for await (const difference of findDifferences(sql, client, taskQueue)) {
      const outcome = options.apply ? await mend(difference) : 'found';
      const name = `${difference.kind} ${outcome}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      print(
        `${difference.kind} ${difference.workflowId}: row: ${difference.rowSays}; flow: ${difference.flowSays}; ${outcome}`,
      );
    }
    for (const { bookingId, dueAt, startAt } of await readDueMails(sql)) {
      dueMails++;
      print(
        `mail_due ${flowId('prepPack', bookingId)}: due since ${dueAt.toISOString()}, the meeting begins ${startAt.toISOString()}; leaves once a worker runs`,
      );
    }
  } finally {
    await Promise.all([sql.end({ timeout: 5 }), client.connection.close()]);
  }
  for (const [name, count] of counts) print(`${count} ${name}`);
  if (dueMails > 0) print(`${dueMails} mail_due`);
  if (counts.size === 0) print('Rows and flows agree.');
  else if (!options.apply) print('Nothing was changed. Mend with: npm run reconcile -- --apply');
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof TypeError ? error.message : describeStartFailure(error)}\n`);
  process.exit(1);
});
