import { expect, it } from 'vitest';
import { connect } from '../../../store/database.ts';
import { cloneDatabase } from './database.ts';

it('gives each caller a migrated database of its own', async () => {
  const [one, other] = await Promise.all([cloneDatabase(), cloneDatabase()]);
  await one.sql`create table only_here (id int)`;
  await expect(other.sql`select * from only_here`).rejects.toMatchObject({ code: '42P01' });
  const [{ count = 0 } = {}] = await other.sql<{ count: number }[]>`select count(*)::int as count from migrations`;
  expect(count).toBeGreaterThan(0);
  await Promise.all([one.close(), other.close()]);
});

it('reports a pool that a test left open', async () => {
  const database = await cloneDatabase();
  const leaked = connect(database.url, { name: 'leaky', maxConnections: 1 });
  await leaked`select 1`;
  await expect(database.close()).rejects.toThrow('leaky');
  await leaked.end();
});
