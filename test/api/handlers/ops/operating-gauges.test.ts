import { createServer, type Socket } from 'node:net';
import { Counter, Registry } from 'prom-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatingGauges } from '../../../../api/handlers/ops/operating-gauges.ts';
import { freePort } from '../../../../infra/local/ports.ts';
import { connect } from '../../../../store/database.ts';

/** What PostgreSQL says to who comes: AuthenticationOk, ReadyForQuery. This one says nothing more. */
const WELCOME = Buffer.from('5200000008000000005a0000000549', 'hex');

const sockets = new Set<Socket>();
let asked = 0;
const hanging = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => {});
  socket.once('data', () => {
    socket.write(WELCOME);
    socket.on('data', () => {
      asked += 1;
    });
  });
});
let port: number;
beforeAll(async () => {
  port = await freePort();
  await new Promise<void>((listens) => {
    hanging.listen(port, '127.0.0.1', listens);
  });
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  hanging.close();
});

it('a database that takes questions and never answers keeps no scrape waiting: the other metrics stay', async () => {
  const sql = connect(`postgres://someone@127.0.0.1:${port}/some`, { name: 'hangs', maxConnections: 1 });
  const registry = new Registry();
  new Counter({ name: 'calls_total', help: 'Calls.', registers: [registry] }).inc(3);
  const read = operatingGauges(sql, 'queue')(registry);
  const startedMs = performance.now();
  await read();
  const tookMs = performance.now() - startedMs;
  expect(asked).toBeGreaterThan(0);
  // Scrapers give up after ten seconds. Less than the limit: something else than silence ended it.
  expect([tookMs > 1_900, tookMs < 8_000]).toEqual([true, true]);
  const values = (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(values).toEqual(['calls_total 3', 'holdfast_database_readable 0']);
  await sql.end({ timeout: 0 });
}, 30_000);
