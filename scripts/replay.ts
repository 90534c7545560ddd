import { readFile } from 'node:fs/promises';
import type { Client, HistoryAndWorkflowId } from '@temporalio/client';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { ConfigError, environment, loadTemporalConfig } from '../infra/config.ts';
import { describeStartFailure } from '../infra/start-failure.ts';
import { createTemporalClient } from '../infra/temporal.ts';
import { workflowBundle } from '../workers/bundle.ts';
import { replay } from '../workers/replay.ts';

const USAGE = `Replays flows with the current code and shows where they diverge.

  npm run replay -- booking/01a1fe87-…          one flow, by its workflow id
  npm run replay -- "WorkflowType='booking'"    every flow that a list query finds
  npm run replay -- test/histories/x.json       a history saved as JSON

TEMPORAL_ADDRESS (default 127.0.0.1:7233), TEMPORAL_NAMESPACE, TEMPORAL_TLS and TEMPORAL_API_KEY select the server, as for the worker.`;

const [wanted] = process.argv.slice(2);
if (!wanted) {
  console.log(USAGE);
  process.exit(2);
}

Runtime.install({ logger: new DefaultLogger('ERROR'), telemetryOptions: { logging: { filter: 'ERROR' } } });
process.on('uncaughtException', (error) => {
  console.error(describeStartFailure(error));
  process.exit(2);
});
let diverged = 0;
let seen = 0;
for await (const { workflowId, divergence } of replay(await workflowBundle('.local'), histories(wanted))) {
  seen++;
  if (divergence) diverged++;
  console.log(`${divergence ? '✗' : '✓'} ${workflowId}${divergence ? `: ${divergence}` : ''}`);
}
console.log(`${seen - diverged} of ${seen} replayed without a difference.`);
process.exit(diverged > 0 || seen === 0 ? 1 : 0);

async function* histories(what: string): AsyncGenerator<HistoryAndWorkflowId> {
  if (what.endsWith('.json')) {
    yield { workflowId: what, history: JSON.parse(await readFile(what, 'utf8')) };
    return;
  }
  const client = temporal();
  if (/[=<>\s]/.test(what)) yield* client.workflow.list({ query: what }).intoHistories({ concurrency: 4 });
  else yield { workflowId: what, history: await client.workflow.getHandle(what).fetchHistory() };
  await client.connection.close();
}

function temporal(): Client {
  try {
    return createTemporalClient(
      loadTemporalConfig({ ...environment, TEMPORAL_ADDRESS: environment.TEMPORAL_ADDRESS || '127.0.0.1:7233' }),
    );
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}
