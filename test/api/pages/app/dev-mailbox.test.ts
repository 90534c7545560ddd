import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../../../store/database.ts';
import { expectEnvelope } from '../../../support/asserts/envelope.ts';
import { ANSWERED_WITHIN_MS, watchLateness } from '../../../support/drivers/call-log.ts';
import { http } from '../../../support/drivers/http.ts';
import { type FreezableProxy, proxyTo } from '../../../support/fakes/freezable-proxy.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let line: FreezableProxy;
let pool: Sql;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({
    deadlineMs: 'product',
    reachDatabase: async (url) => {
      line = await proxyTo(url);
      pool = connect(line.url, { name: 'api', maxConnections: 10 });
      return pool;
    },
  });
});
afterAll(async () => {
  line?.thaw();
  await pool?.end({ timeout: 1 });
  line?.close();
  await stack?.close();
});

const ask = (path: string) => http(`${stack.appUrl}${path}`);

it.each(['/dev/mailbox.json?to=sam@guest.example', '/dev/mailbox'])(
  '%s says within three seconds that the database hangs, and answers again when it is back',
  async (path) => {
    expect((await ask(path)).status).toBe(200);
    const lateMs = watchLateness();
    line.freezeAll();
    const askedMs = performance.now();
    const answer = await ask(path);
    const tookMs = performance.now() - askedMs;
    line.thaw();
    expectEnvelope(answer, 503, 'service.unavailable');
    expect(answer.json().error.details).toMatchObject({ dependency: 'database', retryAfterSeconds: 2 });
    expect(answer.headers['retry-after']).toBe('2');
    expect(tookMs).toBeLessThan(ANSWERED_WITHIN_MS + lateMs());
    expect((await ask(path)).status).toBe(200);
  },
);
