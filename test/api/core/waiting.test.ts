import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Notifications, Waits } from '../../../api/core/waiting.ts';
import { connect } from '../../../store/database.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const CHANNEL = 'tried';
const silent = { warn: () => {} };
let rows = 0;

/** A wait for a row that never changes, unless it is said how. */
const wait = (more: Partial<Parameters<Waits['until']>[0]> = {}) => {
  const rowId = `row-${rows++}`;
  return {
    channel: CHANNEL,
    rowId,
    holder: rowId,
    client: rowId,
    seconds: 20,
    read: async () => 'waiting' as unknown,
    isSettled: (state: unknown) => state !== 'waiting',
    ...more,
  };
};

const isDone = (asked: Promise<unknown>): Promise<boolean> =>
  Promise.race([asked.then(() => true), new Promise<false>((resolve) => setTimeout(resolve, 150, false))]);

describe('waits', () => {
  it('let 2,000 wait in a process, and answer one more at once', async () => {
    const waits = new Waits(new Notifications(database.sql), silent);
    const waiting = Array.from({ length: 2_000 }, () => waits.until(wait()));
    expect(await waits.until(wait())).toBe('waiting');
    expect(await isDone(Promise.race(waiting))).toBe(false);
    waits.end();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['waiting']));
    expect(await waits.until(wait())).toBe('waiting');
  });

  it('let nobody wait twice, and free the place in the end', async () => {
    const waits = new Waits(new Notifications(database.sql), silent);
    const first = waits.until(wait({ holder: 'me', seconds: 0.2 }));
    expect(await isDone(waits.until(wait({ holder: 'me' })))).toBe(true);
    await first;
    const again = waits.until(wait({ holder: 'me' }));
    expect(await isDone(again)).toBe(false);
    waits.end();
    await again;
  });

  it('free the place of one whose read fails', async () => {
    const waits = new Waits(new Notifications(database.sql), silent);
    const fails = async () => {
      throw new Error('away');
    };
    for (let n = 0; n < 25; n++)
      await expect(waits.until(wait({ client: 'one', read: fails }))).rejects.toThrow('away');
    const next = waits.until(wait({ client: 'one' }));
    expect(await isDone(next)).toBe(false);
    waits.end();
    await next;
  });

  it('miss no change between the first read and the wait', async () => {
    const waits = new Waits(new Notifications(database.sql), silent);
    await Promise.all([waits.until(wait({ seconds: 0.3 }))]);
    let state = 'waiting';
    const asked = wait();
    const read = async () => {
      const seen = state;
      if (state === 'waiting') {
        state = 'changed';
        await database.sql.notify(CHANNEL, asked.rowId);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return seen;
    };
    const startedMs = performance.now();
    expect(await waits.until({ ...asked, read })).toBe('changed');
    expect(performance.now() - startedMs).toBeLessThan(2_000);
  });

  it('wake those of the row alone', async () => {
    const waits = new Waits(new Notifications(database.sql), silent);
    const reads = { mine: 0, others: 0 };
    const mine = wait({ read: async () => (++reads.mine > 1 ? 'changed' : 'waiting') });
    const others = waits.until(
      wait({
        seconds: 1.5,
        read: async () => {
          reads.others++;
          return 'waiting';
        },
      }),
    );
    const asked = waits.until(mine);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const before = { ...reads };
    await database.sql.notify(CHANNEL, mine.rowId);
    expect(await asked).toBe('changed');
    expect(reads.others).toBe(before.others);
    await others;
  });

  it('log once that a channel cannot be listened to, without the address of the database, and go on by reading', async () => {
    const away = connect('postgres://somebody:hushhush@127.0.0.1:1/none');
    const warned: { line: object; message: string }[] = [];
    const waits = new Waits(new Notifications(away), { warn: (line, message) => void warned.push({ line, message }) });
    const waitTwice = () => Promise.all([0.3, 0.3].map((seconds) => waits.until(wait({ seconds }))));
    expect(await waitTwice()).toEqual(['waiting', 'waiting']);
    await expect.poll(() => warned).toHaveLength(1);
    await waitTwice();
    expect(warned).toEqual([
      {
        line: { channel: CHANNEL, err: expect.objectContaining({ code: 'ECONNREFUSED' }) },
        message: 'LISTEN failed; changes are read every five seconds',
      },
    ]);
    expect(JSON.stringify(warned)).not.toMatch(/hushhush|somebody/);
    await away.end({ timeout: 1 });
  });
});
