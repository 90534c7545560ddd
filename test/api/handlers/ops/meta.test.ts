import { createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { Lifecycle } from '../../../../api/core/lifecycle.ts';
import type { Services } from '../../../../api/core/services.ts';
import { handlers } from '../../../../api/handlers/index.ts';
import { ReadinessChecks } from '../../../../api/handlers/ops/readiness.ts';
import { createApi } from '../../../../api/server.ts';
import { ops } from '../../../../schemas/operations/ops.ts';
import { connect } from '../../../../store/database.ts';
import { http } from '../../../support/drivers/http.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** A port that accepts connections and never answers, or where nothing listens. */
const openPort = async (listens: boolean): Promise<number> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  if (listens) undo.push(close);
  else await close();
  return port;
};

const hangs = (): Promise<never> => new Promise(() => {});

/** The meta operations with a database that refuses connections or hangs. */
const startMeta = async (
  database: 'refuses' | 'hangs',
  temporalIsUp: () => Promise<boolean>,
  log = pino({ level: 'silent' }),
) => {
  const port = await openPort(database === 'hangs');
  const sql = connect(`postgres://guest:pass@127.0.0.1:${port}/none`, { maxConnections: 1 });
  undo.push(() => sql.end({ timeout: 0 }));
  const missingSearchAttributes = async () => ((await temporalIsUp()) ? ['BookingId'] : hangs());
  const services = {
    sql,
    bookingFlows: { isUp: temporalIsUp },
    readiness: new ReadinessChecks({
      ...{ sql, taskQueue: 'none', missingSearchAttributes },
      payments: { mode: 'off', isProduction: false },
      secretMark: 'none',
    }),
    lifecycle: new Lifecycle(),
    version: '9.9.9',
    localMailbox: false,
    log,
    waits: { end: () => {} },
  } as unknown as Services;
  const options = { ports: { app: 0, public: 0, mcp: 0 }, host: '127.0.0.1', deadlineMs: 2_600 };
  const api = createApi({ ops }, { ops: handlers.ops }, services, options);
  const urls = await api.listen();
  undo.push(() => api.close(100));
  return urls;
};

describe('health', () => {
  it('says that the process runs, whatever is away', async () => {
    const { appUrl } = await startMeta('hangs', hangs);
    const answer = await http(`${appUrl}/api/v1/health`);
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      status: 'ok',
      name: 'holdfast',
      version: '9.9.9',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      transports: { rest: '/api/v1', mcp: '/api/mcp/mcp', openapi: '/api/v1/openapi' },
    });
  });

  it.each([
    ['refuses', async (): Promise<boolean> => true, { database: 'down', temporal: 'up' }],
    ['hangs', hangs, { database: 'down', temporal: 'down' }],
    ['refuses', (): Promise<boolean> => Promise.reject(new Error('no')), { database: 'down', temporal: 'down' }],
    ['refuses', async (): Promise<boolean> => false, { database: 'down', temporal: 'down' }],
  ] as const)('is not ready while the database %s', async (database, temporal, checks) => {
    const { appUrl } = await startMeta(database, temporal);
    const answer = await http(`${appUrl}/api/v1/health?ready=1`);
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('2');
    expect(answer.json()).toMatchObject({
      status: 'not_ready',
      checks: { ...checks, schema: 'unknown', worker: 'unknown', process: 'serving' },
      problems: [
        expect.stringContaining('PostgreSQL does not answer'),
        expect.stringContaining(checks.temporal === 'up' ? 'npm run search-attributes' : 'Temporal does not answer'),
      ],
    });
  });

  it('answers under any Host, where one listener serves all; nothing else does, and the log says whose Host it was', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const port = await openPort(false);
    const lifecycle = new Lifecycle();
    const waits = { end: () => {} };
    const services = { lifecycle, log, version: '9.9.9', localMailbox: false, waits } as unknown as Services;
    const urls = { appUrl: 'https://app.test', publicUrl: 'https://book.test', mcpUrl: 'https://mcp.test' };
    const api = createApi({ ops }, { ops: handlers.ops }, services, { ports: { single: port }, urls });
    await api.listen();
    undo.push(() => api.close(100));
    const ask = (path: string) =>
      http(`http://127.0.0.1:${port}/api/v1/${path}`, { headers: { Host: '10.1.2.3:3000' } });
    expect((await ask('health')).status).toBe(200);
    expect(lines).toEqual([]);
    expect((await ask('openapi')).status).toBe(404);
    expect(lines).toEqual([expect.stringContaining('"host":"10.1.2.3:3000"')]);
  });

  it('answers under any Host, where each origin has a listener; nothing else does: a rebound name signs nobody in', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const { appUrl, publicUrl, mcpUrl } = await startMeta('refuses', async () => true, log);
    const ask = async (url: string, path: string, host: string) =>
      (await http(`${url}${path}`, { headers: { Host: host } })).status;
    const { port } = new URL(appUrl);
    for (const own of ['localhost', '127.0.0.1', '[::1]', 'LocalHost'])
      expect(await ask(appUrl, '/api/v1/openapi', `${own}:${port}`)).toBe(200);
    expect(await ask(appUrl, '/api/v1/health?ready=0', 'rebound.test')).toBe(200);
    expect(lines).toEqual([]);
    for (const host of [`rebound.test:${port}`, 'localhost', new URL(publicUrl).host])
      expect(await ask(appUrl, '/api/v1/openapi', host)).toBe(404);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(`"host":"rebound.test:${port}"`);
    for (const url of [publicUrl, mcpUrl]) expect(await ask(url, '/', 'rebound.test')).toBe(404);
    expect(lines).toHaveLength(5);
  });

  it('refuses another word for ready', async () => {
    const { appUrl } = await startMeta('refuses', async () => true);
    expect((await http(`${appUrl}/api/v1/health?ready=yes`)).json().error.details).toEqual({
      issues: [{ path: 'ready', message: 'must be one of: 0, 1' }],
    });
  });

  it('ignores parameters that it does not know: probes and gateways add their own', async () => {
    const { appUrl } = await startMeta('refuses', async () => true);
    const ask = async (method: string, query: string) =>
      (await http(`${appUrl}/api/v1/health?${query}`, { method })).status;
    const unknown = [
      'x=1',
      'redy=1',
      'Ready=1',
      'x=1&x=2',
      'x[]=1',
      'x=%zz',
      '%=1',
      '%ff=%ff',
      '__proto__=1',
      '=',
      '&&',
    ];
    for (const query of unknown) {
      expect([query, await ask('GET', query)]).toEqual([query, 200]);
      expect([query, await ask('HEAD', query)]).toEqual([query, 200]);
    }
    expect(await ask('GET', `${unknown.join('&')}&ready=1`)).toBe(503);
    expect(await ask('HEAD', `ready=1&${unknown.join('&')}`)).toBe(503);
  });
});

it('serves the document with the addresses it runs at', async () => {
  const { appUrl } = await startMeta('refuses', async () => true);
  const answer = await http(`${appUrl}/api/v1/openapi`);
  expect(answer.status).toBe(200);
  expect(answer.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: `${appUrl}/api/v1` }] });
});
