import { afterAll, beforeAll, expect, it } from 'vitest';
import { spendCredit } from '../../../store/billing/credits.ts';
import { inTransaction } from '../../../store/database.ts';
import { seedDemo } from '../../../store/ops/demo.ts';
import { fillDemoCredits } from '../../../store/ops/demo-credits.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';
import { creditsLeft } from '../../support/stack/prep-stack.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const acme = async (): Promise<string> => {
  const [row] = await database.sql<{ id: string }[]>`select id from workspaces where slug = 'acme'`;
  return row?.id ?? '';
};

it('fills the credits of the demo workspace up to 150 at each start, and never beyond', async () => {
  const { sql } = database;
  expect(await fillDemoCredits(sql, Date.now())).toBe(0);
  await seedDemo(sql);
  expect(await fillDemoCredits(sql, Date.now())).toBe(150);
  const id = await acme();
  expect(await creditsLeft(database, id)).toBe(150);
  expect(await fillDemoCredits(sql, Date.now())).toBe(0);
  await inTransaction(sql, (tx) => spendCredit(tx, id, 'enrichment/one/1'));
  await inTransaction(sql, (tx) => spendCredit(tx, id, 'enrichment/two/1'));
  expect(await fillDemoCredits(sql, Date.now())).toBe(2);
  expect(await creditsLeft(database, id)).toBe(150);
});

it('gives nothing to an acme of somebody else', async () => {
  const { sql } = database;
  await sql`update users set email = 'someone@acme.example' where email = 'ada@acme.test'`;
  await sql`update credit_grants set expires_at = now()`;
  expect(await fillDemoCredits(sql, Date.now())).toBe(0);
});
