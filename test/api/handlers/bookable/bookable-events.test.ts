import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BatchedLookup } from '../../../../api/core/batched-lookup.ts';
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

describe('many look-ups of one booking page at once', () => {
  it('of an event that is not there read the list of its host once', async () => {
    const statements: string[] = [];
    const watched = connect(database.url, { name: 'test', maxConnections: 10 });
    watched.options.debug = (_connection: number, text: string) => void statements.push(text);
    const pages = new BookableEvents(watched);
    const miss = () => outcomeOf(pages.find({ ...host.address, eventSlug: 'none' }, Date.now()));
    try {
      await miss();
      const alone = statements.splice(0).length;
      expect(await Promise.all(Array.from({ length: 20 }, miss))).toEqual(
        Array(20).fill(['resource.not_found', undefined]),
      );
      // Who came while the first look-up was under way share the next one.
      expect(statements.splice(0).length).toBeLessThanOrEqual(alone + 1);
    } finally {
      await watched.end();
    }
  });

  it('ask for its version once, and read its new state once', async () => {
    const statements: string[] = [];
    const watched = connect(database.url, { name: 'test', maxConnections: 10 });
    watched.options.debug = (_connection: number, text: string) => void statements.push(text);
    const pages = new BookableEvents(watched);
    const askAll = () => Promise.all(Array.from({ length: 20 }, () => pages.find(host.address, Date.now())));
    try {
      await pages.find(host.address, Date.now());
      const alone = statements.splice(0).length;
      expect(alone).toBeGreaterThan(1);
      await database.sql`update event_types set version = version + 1 where host_id = ${host.userId}`;
      const all = await askAll();
      expect(new Set(all).size).toBe(1);
      // The first asks before the others are there; theirs is a second look-up of versions.
      expect(statements.length).toBeLessThanOrEqual(alone + 1);
    } finally {
      await watched.end({ timeout: 1 });
    }
  });
});

it('look-ups for the same key are one row of the query', async () => {
  const asked: (readonly string[])[] = [];
  const shared = new BatchedLookup<string, string>(async (keys) => {
    asked.push(keys);
    return new Map(keys.flatMap((key, position) => (key === 'nobody' ? [] : [[position, key.toUpperCase()] as const])));
  });
  const found = await Promise.all(['first', 'a', 'b', 'nobody', 'a', 'b'].map((key) => shared.find(key)));
  expect(found).toEqual(['FIRST', 'A', 'B', undefined, 'A', 'B']);
  expect(asked).toEqual([['first'], ['a', 'b', 'nobody']]);
});
