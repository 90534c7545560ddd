import { expect, it } from 'vitest';
import { LocalStackError } from '../../infra/local/local-stack-error.ts';
import { prepareDatabase } from '../../infra/local/parts.ts';
import { bareDatabase } from '../support/stack/database.ts';

it('refuses local data of a version before 0.1.0, says how to start with an empty database, and deletes nothing', async () => {
  const old = await bareDatabase();
  try {
    await old.sql`create table migrations (name text primary key)`;
    await old.sql`insert into migrations (name) values ('0001_core.sql')`;
    await old.sql`create table users as select 'Ada' as name`;
    const failure = await prepareDatabase(old.url, { standIns: [] }, () => {}).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LocalStackError);
    expect(failure).toMatchObject({ advice: expect.stringContaining('npm start -- --fresh') });
    expect(await old.sql`select name from users`).toEqual([{ name: 'Ada' }]);
  } finally {
    await old.close();
  }
});
