import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireInstallation } from '../../infra/installation.ts';
import { freePort } from '../../infra/local/ports.ts';
import { describeStartFailure } from '../../infra/start-failure.ts';
import { connect } from '../../store/database.ts';
import { missingMigrations } from '../../store/migrate.ts';
import { compiledProcesses } from '../support/stack/compiled.ts';
import { bundlePath, cloneDatabase, type TestDatabase, temporalAddress, webFolder } from '../support/stack/database.ts';

const ROOT = new URL('../../', import.meta.url);
const WITHIN_MS = 60_000;

const NEEDED: NodeJS.ProcessEnv = {
  HOLDFAST_MODE: 'local',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  TEMPORAL_ADDRESS: '127.0.0.1:1',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
};

interface Ended {
  readonly code: unknown;
  readonly said: string;
}

/** Worker and api compiled, as `npm start` runs them; the other programs from their sources. */
async function argumentsFor(entry: string): Promise<string[]> {
  if (entry.startsWith('infra/')) return ['--import', 'tsx', entry];
  return ['--enable-source-maps', join(await compiledProcesses(), entry.replace(/\.ts$/, '.mjs'))];
}

/** Starts a process of the product and waits for its end. */
async function start(entry: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  const args = await argumentsFor(entry);
  const options = { cwd: ROOT, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env }, timeout: WITHIN_MS };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });
}

const taken = createServer();
let takenPort = '';
/** Free ones: the default ports belong to an `npm start` on this machine. */
let freePorts: NodeJS.ProcessEnv = {};
beforeAll(async () => {
  taken.listen(0);
  await once(taken, 'listening');
  takenPort = String((taken.address() as { port: number }).port);
  const [app, publicPort, mcp] = await Promise.all([freePort(), freePort(), freePort()]);
  freePorts = { PORT_APP: String(app), PORT_PUBLIC: String(publicPort), PORT_MCP: String(mcp) };
});
afterAll(() => void taken.close());

describe('a process that cannot start', { timeout: WITHIN_MS }, () => {
  it.each([
    ['workers/main.ts', 'TEMPORAL_ADDRESS', {}],
    ['workers/main.ts', 'SECRET_KEY', { SECRET_KEY: '' }],
    ['workers/main.ts', 'WORKFLOW_BUNDLE', { WORKFLOW_BUNDLE: '/nowhere/bundle.js' }],
    ['workers/main.ts', 'METRICS_PORT_WORKER', { METRICS_PORT_WORKER: 'taken' }],
    ['workers/main.ts', 'TRUST_PROXY', { TRUST_PROXY: 'yes' }],
    ['infra/search-attributes.ts', 'TEMPORAL_ADDRESS', {}],
    ['infra/migrate.ts', 'DATABASE_URL', {}],
    ['api/main.ts', 'TRUST_PROXY', { TRUST_PROXY: 'yes' }],
    ['api/main.ts', 'PORT_PUBLIC', { PORT_PUBLIC: 'taken' }],
    ['api/main.ts', 'WEB_FOLDER', { WEB_FOLDER: '/nowhere' }],
  ])('%s names %s, exits with 1 and shows no stack', async (entry, name, changes) => {
    const env = Object.entries({ ...NEEDED, ...freePorts, ...changes }).map(([key, value]) => [
      key,
      value === 'taken' ? takenPort : value,
    ]);
    const { code, said } = await start(entry, Object.fromEntries(env));
    expect(said).toContain(name);
    if (name !== 'DATABASE_URL') expect(said).not.toContain('DATABASE_URL');
    expect(said).not.toMatch(/^\s+at /m);
    expect(code).toBe(1);
  });
});

describe('a process whose installation is not complete', { timeout: WITHIN_MS }, () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await cloneDatabase();
  });
  afterAll(() => database.close());

  it('names the missing migrations and the command, and exits with 1; a newer database is fine', async () => {
    await database.sql`delete from migrations where name > '0008'`;
    await database.sql`insert into migrations (name) values ('9999_of_a_newer_version.sql')`;
    const env = { ...NEEDED, ...freePorts, DATABASE_URL: database.url, TEMPORAL_ADDRESS: temporalAddress() };
    const pages = { WEB_FOLDER: webFolder(), WORKFLOW_BUNDLE: bundlePath() };
    for (const entry of ['api/main.ts', 'workers/main.ts']) {
      const { code, said } = await start(entry, { ...env, ...pages });
      expect(said).toMatch(
        /^The database lacks \d+ migrations, 0008_teams\.sql to \d+_\w+\.sql: run "npm run migrate" first\.$/m,
      );
      expect(said).not.toMatch(/9999|^\s+at /m);
      expect(code).toBe(1);
    }
  });

  it.each([
    [
      'a wrong password',
      (url: URL) => Object.assign(url, { password: 'wrong' }),
      /^DATABASE_URL: PostgreSQL refuses it \(.*password/,
    ],
    [
      'no such database',
      (url: URL) => Object.assign(url, { pathname: '/nothing' }),
      /^DATABASE_URL: PostgreSQL refuses it \(.*nothing/,
    ],
  ])('ends at %s, for which it would wait in vain', async (_, spoil, words) => {
    const url = new URL(database.url);
    spoil(url);
    const sql = connect(url.href, { name: 'test' });
    await expect(requireInstallation({ missingMigrations: () => missingMigrations(sql) })).rejects.toThrow(words);
    await sql.end();
  });

  it('names the missing search attributes and the command', async () => {
    const missing = requireInstallation({
      missingMigrations: async () => [],
      missingSearchAttributes: async () => ['BookingId', 'StartsAt'],
    });
    await expect(missing).rejects.toThrow(
      'Temporal lacks the search attributes BookingId, StartsAt: run "npm run search-attributes" first.',
    );
  });

  it('does not take a part that is away for one that lacks something', async () => {
    const away = async () => Promise.reject(new Error('connection refused'));
    await requireInstallation({ missingMigrations: away, missingSearchAttributes: away });
  });
});

describe('describeStartFailure', () => {
  const grpc = (code: number) => Object.assign(new Error('no'), { code, details: 'no', metadata: {} });

  it.each([
    [5, 'TEMPORAL_NAMESPACE'],
    [14, 'TEMPORAL_ADDRESS'],
    [16, 'TEMPORAL_API_KEY'],
  ])('names the variable behind gRPC code %i, however deep', (code, name) => {
    const wrapped = new Error('Failed to create schedule', { cause: new Error('x', { cause: grpc(code) }) });
    expect(describeStartFailure(wrapped)).toMatch(new RegExp(`^${name}: `));
  });

  it.each([
    ['connect', /^DATABASE_URL: /],
    ['open', /odd\n\s+at /],
  ])('takes a missing file for the database only when it was to %s', (syscall, said) => {
    const missing = Object.assign(new Error(`ENOENT: ${syscall}`), { code: 'ENOENT', syscall });
    expect(describeStartFailure(new Error('odd', { cause: missing }))).toMatch(said);
  });

  it.each([
    Object.assign(new Error('Namespace not found: misspelled'), { name: 'NamespaceNotFoundError' }),
    new Error('Status { code: NotFound, message: "Namespace misspelled is not found.", source: None }'),
  ])('names the variable of a namespace that Temporal does not have', (error) => {
    expect(describeStartFailure(new Error('no worker', { cause: error }))).toMatch(/^TEMPORAL_NAMESPACE: /);
  });

  it('names the address that this machine does not have', () => {
    const failed = Object.assign(new Error('no'), {
      code: 'EADDRNOTAVAIL',
      syscall: 'listen',
      address: '10.9.9.9',
      port: 1,
    });
    expect(describeStartFailure(failed)).toMatch(/^LISTEN_ADDRESS: .*10\.9\.9\.9/);
  });

  it('shows the stack of what nobody foresaw', () => {
    expect(describeStartFailure(new TypeError('odd'))).toMatch(/odd\n\s+at /);
  });
});
