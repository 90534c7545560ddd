import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BookableEvents } from '../../../../api/handlers/bookable/bookable-events.ts';
import { AppError } from '../../../../schemas/errors.ts';
import { connect } from '../../../../store/database.ts';
import { createHost, type TestHost } from '../../../support/drivers/host.ts';
import { type FreezableProxy, proxyTo } from '../../../support/fakes/freezable-proxy.ts';
import { cloneDatabase, type TestDatabase } from '../../../support/stack/database.ts';

let database: TestDatabase;
let line: FreezableProxy;
let pool: Sql;
let host: TestHost;
beforeAll(async () => {
  database = await cloneDatabase();
  host = await createHost(database.sql);
  line = await proxyTo(database.url);
  pool = connect(line.url, { name: 'test', maxConnections: 2 });
});
afterAll(async () => {
  line.thaw();
  await pool.end({ timeout: 1 });
  line.close();
  await database.close();
});

const outcomeOf = (find: Promise<unknown>) =>
  find.then(
    () => 'found',
    (error: unknown) => (error instanceof AppError ? [error.code, error.details?.dependency] : error),
  );

describe('a look-up of a booking page whose line to the database hangs', () => {
  it('is given up within three seconds, and holds up none who come after it', async () => {
    const pages = new BookableEvents(pool);
    const find = () => outcomeOf(pages.find(host.address, Date.now()));
    expect(await find()).toBe('found');
    line.freeze();
    const startedMs = performance.now();
    const [first, next] = [find(), find()];
    expect(await first).toEqual(['service.unavailable', 'database']);
    expect(performance.now() - startedMs).toBeLessThan(3_000);
    // It arrives while the first waits, and uses a connection of its own.
    expect(await next).toBe('found');
  });
});
