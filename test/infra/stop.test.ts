import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../infra/local/ports.ts';
import { runningBuilds } from '../../store/ops/worker-heartbeats.ts';
import { http } from '../support/drivers/http.ts';
import { bundlePath, cloneDatabase, type TestDatabase, temporalAddress, webFolder } from '../support/stack/database.ts';

/** The commands of README and docs/operations/start-and-stop.md, typed as they stand. */
const ROOT = new URL('../../', import.meta.url);
const STARTS_WITHIN = { timeout: 60_000, interval: 50 };

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

interface Started {
  readonly npm: ChildProcess;
  /** The exit code of npm, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  said(): string;
}

const running: Started[] = [];
/** The second signal ends it without a drain. */
const end = async (started: Started | undefined): Promise<void> => {
  started?.npm.kill('SIGTERM');
  started?.npm.kill('SIGTERM');
  await started?.ended;
};
afterEach(async () => {
  for (const started of running.splice(0)) await end(started);
});

const npmRun = (script: string, env: NodeJS.ProcessEnv): Started => {
  const npm = spawn('npm', ['run', '--silent', script], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment(), ...env },
  });
  let said = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const ended = once(npm, 'close').then(([code, signal]) => (signal ?? code) as number | string);
  const started = { npm, ended, said: () => said };
  running.push(started);
  return started;
};

const environment = (): NodeJS.ProcessEnv => ({
  HOLDFAST_MODE: 'local',
  DATABASE_URL: database.url,
  TEMPORAL_ADDRESS: temporalAddress(),
  TASK_QUEUE: new URL(database.url).pathname.slice(1),
  WORKFLOW_BUNDLE: bundlePath(),
  WEB_FOLDER: webFolder(),
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
});

const probe = async (url: string, query: string) => {
  const { status, headers, text } = await http(`${url}/api/v1/health${query}`);
  return {
    ...(JSON.parse(text) as { checks?: object }),
    code: status,
    retryAfter: headers['retry-after'],
    connection: headers.connection,
  };
};

const startApi = async (env: NodeJS.ProcessEnv) => {
  const [app, publicPort, mcp] = await Promise.all([freePort(), freePort(), freePort()]);
  const ports = { PORT_APP: String(app), PORT_PUBLIC: String(publicPort), PORT_MCP: String(mcp) };
  const api = npmRun('api', { ...ports, ...env });
  // Hooks have no expect.poll.
  await vi.waitFor(() => expect(api.said()).toContain('listening'), STARTS_WITHIN);
  return { api, url: `http://127.0.0.1:${app}` };
};

it('npm run api: SIGTERM makes it not ready at once, it still answers for DRAIN_SECONDS, then nothing is left', async () => {
  const { api, url } = await startApi({ DRAIN_SECONDS: '2' });
  expect(await probe(url, '?ready=1')).toMatchObject({
    code: 200,
    checks: { process: 'serving' },
    connection: 'keep-alive',
  });
  api.npm.kill('SIGTERM');
  await expect
    .poll(() => probe(url, '?ready=1'), { timeout: 1_500, interval: 20 })
    .toMatchObject({
      code: 503,
      retryAfter: '2',
      checks: { process: 'stopping', database: 'up' },
      problems: [expect.stringContaining('This process stops'), expect.anything()],
    });
  // Callers that keep their connection are told that it ends: none is cut while they send the next call.
  expect(await probe(url, '')).toMatchObject({ code: 200, connection: 'close' });
  expect(await api.ended).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});

it('npm run worker: SIGTERM ends it while it waits for a Temporal that is silent', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const connected = once(silent, 'connection');
  const worker = npmRun('worker', { TEMPORAL_ADDRESS: `127.0.0.1:${port}` });
  const [socket] = (await connected) as [Socket];
  worker.npm.kill('SIGTERM');
  expect(await worker.ended).toBe(143);
  expect(worker.said()).toBe('');
  socket.destroy();
  silent.close();
});

describe('beside one api that drains for long', () => {
  // From its sources an api takes four seconds to start: both tests use this one, and the last ends it.
  let api: Started;
  let url: string;
  beforeAll(async () => {
    ({ api, url } = await startApi({ DRAIN_SECONDS: '300' }));
    running.splice(0);
  });
  afterAll(() => end(api));

  it('npm run worker: an older build says that a newer one runs, SIGTERM ends it, and readiness knows', async () => {
    const strict = async () => (await probe(url, '?strict=1')).code;
    await expect.poll(strict).toBe(503);
    const old = npmRun('worker', { BUILD_ID: 'build-1' });
    await expect.poll(old.said, STARTS_WITHIN).toContain('the worker runs');
    await expect.poll(strict).toBe(200);
    const newer = npmRun('worker', { BUILD_ID: 'build-2' });
    await expect.poll(old.said, STARTS_WITHIN).toMatch(/a worker of a newer build runs on this queue.*newer=build-2/);
    await expect.poll(newer.said, STARTS_WITHIN).toContain('the worker runs');
    expect(newer.said()).not.toContain('newer build');
    old.npm.kill('SIGTERM');
    expect(await old.ended).toBe(0);
    const left = await runningBuilds(database.sql, environment().TASK_QUEUE ?? '');
    expect(left).toEqual([
      { build: 'build-2', workers: 1, outdated: false, payments: ['off'], secretMarks: [expect.any(String)] },
    ]);
    newer.npm.kill('SIGTERM');
    expect(await newer.ended).toBe(0);
    await expect.poll(strict).toBe(503);
    expect(await probe(url, '?ready=1')).toMatchObject({ code: 200, checks: { worker: 'absent' } });
  }, 120_000);

  it('npm run api: a second SIGTERM ends it at once', async () => {
    api.npm.kill('SIGTERM');
    await expect.poll(api.said).toContain('stopping');
    api.npm.kill('SIGTERM');
    expect(await api.ended).toBe(143);
    await expect(fetch(url)).rejects.toThrow();
  });
});
