import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { KeptPart } from './keep-running.ts';
import { LocalStackError } from './local-stack-error.ts';
import type { Say } from './tools.ts';

const READY_TIMEOUT_MS = 90_000;
const POLL_MS = 20;
const MOST_FAILURES = 3;
/** Report progress this often. */
const NEWS_EVERY_MS = 5_000;
const DEMO_EVENT = '/api/v1/public/acme/ada/intro-30';

/** Prints a line every five seconds until the work is done. */
export async function withNews<T>(what: string, say: Say, work: Promise<T>): Promise<T> {
  const news = setInterval(() => say(`Still waiting for ${what}.`), NEWS_EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(news);
  }
}

/**
 * Waits until `isReady` holds.
 * @param parts processes that must keep running meanwhile.
 * @param signal ends the wait.
 * @throws LocalStackError if one of them ends three times, or after 90 s; the signal's reason if it aborts.
 */
async function waitFor(
  what: string,
  parts: Readonly<Record<string, KeptPart>>,
  isReady: () => Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  const deadlineMs = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady().catch(() => false))) {
    // What waits for this would otherwise hold up the stop.
    signal?.throwIfAborted();
    const broken = Object.entries(parts).find(([, part]) => part.failures >= MOST_FAILURES);
    if (broken)
      throw new LocalStackError(`The ${broken[0]} keeps ending. Its last output is above.`, `  Waited for: ${what}.`);
    if (Date.now() > deadlineMs) throw new LocalStackError(`Waited 90 s for ${what}, without success.`, '');
    await delay(POLL_MS);
  }
}

/** Waits until the API answers with the slots of the demo event. */
export async function waitForSlots(
  ports: { readonly public: number },
  parts: Readonly<Record<string, KeptPart>>,
  signal?: AbortSignal,
): Promise<void> {
  const url = `http://127.0.0.1:${ports.public}${DEMO_EVENT}/slots?timezone=UTC&limit=1`;
  await waitFor('the first slots', parts, () => answersOk(url), signal);
}

/** Without `fetch`: loading it would take time from the API, which is loading too. */
const answersOk = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    get(url, { signal: AbortSignal.timeout(5_000) }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    }).on('error', () => resolve(false));
  });

/** Waits until the worker has run one flow. The first flow is slow: no guest should wait for it. */
export async function waitForFlows(
  config: Config,
  parts: Readonly<Record<string, KeptPart>>,
  signal?: AbortSignal,
): Promise<void> {
  // Loaded here: it takes half a second and nothing before needs it.
  const { WithStartWorkflowOperation } = await import('@temporalio/client');
  const { createTemporalClient } = await import('../temporal.ts');
  const client = createTemporalClient(config.temporal);
  const runFlow = async (): Promise<boolean> => {
    const startWorkflowOperation = new WithStartWorkflowOperation('warmUp', {
      workflowId: 'warm-up/launcher',
      taskQueue: config.taskQueue,
      args: [],
      workflowIdConflictPolicy: 'USE_EXISTING',
    });
    await client.withDeadline(Date.now() + 5_000, () =>
      client.workflow.executeUpdateWithStart('warm', { startWorkflowOperation }),
    );
    return true;
  };
  try {
    await waitFor('the worker', parts, runFlow, signal);
  } finally {
    await client.connection.close();
  }
}
