import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, TableInUse } from '../../store/migrate.ts';
import { cloneDatabase, type TestDatabase } from '../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const NAME = '0004_token_retention.sql';

/** Makes the migration new again, so that it runs. */
async function undo(): Promise<void> {
  await database.sql`delete from migrations where name = ${NAME}`;
  await database.sql`alter table booking_tokens drop column look_at`;
}

describe('migrate', () => {
  it('does nothing to a database that is up to date', async () => {
    expect(await migrate(database.sql)).toEqual([]);
  });

  it('waits for a table that is in use in short tries, so that nobody waits behind it for long', async () => {
    await undo();
    const tries: number[] = [];
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const user = database.sql.begin(async (tx) => {
      await tx`select 1 from booking_tokens limit 1`;
      await released;
    });
    const onBusy = (_: string, tried: number): void => {
      tries.push(tried);
      if (tried === 2) release();
    };
    expect(await migrate(database.sql, { onBusy, lockTimeoutMs: 50, pauseMs: 50 })).toEqual([NAME]);
    await user;
    expect(tries.slice(0, 2)).toEqual([1, 2]);
  });

  it('says what to do when the table stays in use, and applies nothing of it', async () => {
    await undo();
    await database.sql.begin(async (tx) => {
      await tx`select 1 from booking_tokens limit 1`;
      const failing = migrate(database.sql, { lockTimeoutMs: 20, pauseMs: 1, tries: 3 });
      await expect(failing).rejects.toThrow(TableInUse);
      await expect(failing).rejects.toThrow(/pg_stat_activity/);
    });
    expect(await migrate(database.sql)).toEqual([NAME]);
  });

  it('applies once what several processes want to apply', async () => {
    await undo();
    const applied = await Promise.all([1, 2, 3].map(() => migrate(database.sql)));
    expect(applied.flat()).toEqual([NAME]);
  });
});
