/** `npm start`, called by launch.mjs: the whole of Holdfast on one machine. See docs/local-stack.md. */
import { workflowBundle } from '../../workers/bundle.ts';
import { type Config, environment } from '../config.ts';
import { banner } from './banner.ts';
import { claimFolder, releaseFolder } from './claim-folder.ts';
import { LocalStackError } from './local-stack-error.ts';
import { loadPart, prepareDatabase, prepareTemporal, runPostgres, runTemporal } from './parts.ts';
import { checkedConfig, childEnvironment, makePlan, type Plan, parseOptions, portsToOpen, USAGE } from './plan.ts';
import { requireFreePorts } from './ports.ts';
import { waitForFlows, waitForSlots, withNews } from './ready.ts';
import { runStandIns } from './run-stand-ins.ts';
import { type LocalSecrets, localSecrets } from './secrets.ts';
import { Shutdown } from './shutdown.ts';

const PARENT_CHECK_MS = 1_000;
const startMs = performance.now();
const print = (line: string): void => console.log(line);
const say = (line: string): void =>
  print(`${((performance.now() - startMs) / 1000).toFixed(1).padStart(5)} s  ${line}`);
const shutdown = new Shutdown();
/** Prints progress, except during a stop. */
const report = (line: string): void => {
  if (!shutdown.signal.aborted) say(line);
};

/** The browser code; `ready` resolves when it is built. */
interface WebBuild {
  readonly folder: string;
  readonly ready: Promise<void>;
}

/** Starts PostgreSQL, unless the user provided one, and makes its tables. */
function startDatabase(plan: Plan, secrets: LocalSecrets, config: Config): Promise<void> {
  const own = plan.databaseUrl === undefined && shutdown.add('servers', runPostgres(plan, secrets, report));
  return Promise.resolve(own).then(() => prepareDatabase(config.databaseUrl, plan, report));
}

/** Starts Temporal, unless the user provided one. @param slots resolves when they are answered: they do not need it, and it would take processor time from them */
function startTemporal(plan: Plan, config: Config, slots: Promise<void>): Promise<unknown> {
  if (plan.temporalAddress !== undefined) return prepareTemporal(config, report);
  const own = slots.then(() => runTemporal(plan, environment, shutdown.signal, report));
  return shutdown.add('servers', own);
}

async function start(plan: Plan, fresh: boolean, compiled: string, web: WebBuild): Promise<void> {
  await claimFolder(plan.folder, fresh, report);
  shutdown.add('folder', Promise.resolve({ stop: () => releaseFolder(plan.folder) }));
  await requireFreePorts(portsToOpen(plan));
  const secrets = await localSecrets(plan.folder);
  const env = { ...childEnvironment(environment, plan, secrets), WEB_FOLDER: web.folder };
  const config = checkedConfig(env);

  // PostgreSQL starts while the API loads, Temporal while the worker loads. Together they would slow each other down.
  const database = startDatabase(plan, secrets, config);
  const part = { compiled, env, print, say: report };
  const loading = web.ready.then(() => loadPart({ name: 'api', ...part }));
  shutdown.add('api', loading);
  const slots = Promise.all([loading, database]).then(([api]) => {
    api.go();
    return withNews('the API', report, waitForSlots(plan.ports, { api }, shutdown.signal));
  });
  slots.then(
    () => report('The API answers.'),
    () => {},
  );
  const temporal = startTemporal(plan, config, slots);
  const loadingWorker = slots.then(() => loadPart({ name: 'worker', ...part }));
  shutdown.add('worker', loadingWorker);
  // After the first answer: nobody connects a calendar before.
  const standIns = slots.then(() => runStandIns(plan, report));
  shutdown.add('servers', standIns);
  // Bundling blocks this process, so it runs after the first answer.
  const bundle = slots.then(() =>
    workflowBundle(plan.bundleFolder, () => report('Bundling the workflow code (once after each change).')),
  );
  const [worker] = await Promise.all([loadingWorker, temporal, bundle, standIns]);
  if (shutdown.signal.aborted) return;
  report('Starting the worker (seconds; longer on a busy machine).');
  worker.go();
  await withNews('the worker', report, waitForFlows(config, { api: await loading, worker }, shutdown.signal));
  report('The worker runs flows.');
  const uiUrl = plan.temporalAddress === undefined ? `http://localhost:${plan.ports.temporalUi}` : undefined;
  print(banner(config, uiUrl, plan));
}

/** A signal to npm ends npm and its shell but not this process. So watch the parent. */
function stopWithNpm(stop: () => Promise<void>): void {
  if (environment.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    void stop();
  }, PARENT_CHECK_MS).unref();
}

function stopOnSignals(): void {
  let asked = false;
  const stop = async (): Promise<void> => {
    if (asked) {
      shutdown.kill();
      process.exit(130);
    }
    asked = true;
    print('');
    say('Stopping (Ctrl-C again stops at once).');
    await shutdown.run();
    say('Stopped. Nothing is left running.');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  stopWithNpm(stop);
}

const explain = (error: unknown): string => {
  if (error instanceof LocalStackError) return `${error.message}\n${error.advice}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** @param compiled the folder of the compiled code. */
export async function launch(compiled: string, web: WebBuild): Promise<void> {
  try {
    const options = parseOptions(process.argv.slice(2));
    if (options.help) return print(USAGE);
    const plan = makePlan(environment, options);
    stopOnSignals();
    await start(plan, options.fresh, compiled, web);
  } catch (error) {
    // A stop during the start makes the start fail: do not report that.
    if (shutdown.signal.aborted) return;
    say('The start failed. Stopping what has started.');
    await shutdown.run();
    console.error(`\nHoldfast could not start. ${explain(error)}\n`);
    process.exit(1);
  }
}
