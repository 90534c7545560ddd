import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { networksAround } from '../../../domain/client-networks.ts';
import { inTransaction } from '../../../store/database.ts';
import { usedUpByNetworks } from '../../../store/mail/network-caps.ts';
import { plansOf, statementsOf } from '../../support/asserts/query-plans.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

const CAPS = { narrow: 20, wide: 40, widest: 80 };
const US = '198.51.100.7';
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
  // 30,000 codes of other networks, and those of one network for two days.
  await database.sql`
    with code as (
      insert into mailed_codes (id, purpose, email, asker, about, client_ip, status, issue_no, created_at, issued_at, expires_at)
      values (${uuidv7()}, 'native_sign_in', 'a@caps.test', 'one', '{}', '', 'open', 1, now(), now(), now()) returning id
    )
    insert into mailed_code_issues (code_id, issue_no, inbox, client_network, client_networks, created_at)
    select id, n, n || '@caps.test', '10.1.' || n / 250 || '.' || n % 250,
      array['10.1.' || n / 250 || '.' || n % 250, '10.1.' || n / 250 || '.0/24'], now() - interval '1 hour'
    from code, generate_series(1, 30000) n`;
  // Rows just inserted wait in a list beside the index.
  await database.sql`vacuum analyze mailed_code_issues`;
});
afterAll(() => database.close());

const used = (clientNetwork = US) =>
  inTransaction(database.sql, (tx) => usedUpByNetworks(tx, 'mailed_code_issues', { clientNetwork, caps: CAPS }));
let issues = 30_000;
async function issue(clientNetwork: string, count: number, age = '1 hour'): Promise<void> {
  await database.sql`
    insert into mailed_code_issues (code_id, issue_no, inbox, client_network, client_networks, created_at)
    select id, ${issues} + n, 'us@caps.test', ${clientNetwork}, ${networksAround(clientNetwork).map(({ name }) => name)}::text[],
      now() - ${age}::interval from mailed_codes, generate_series(1, ${count}) n`;
  issues += count;
}

it('a network has its cap of a day, and so have its neighbors together', async () => {
  await issue(US, 30, '25 hours');
  await issue(US, 19);
  expect(await used()).toBeNull();
  await issue(US, 1);
  // Those of an hour ago count for 23 more, less the seconds that the test takes.
  const left = expect.closeTo(23 * 3_600, -1);
  expect(await used()).toEqual({ limit: 20, retryAfterSeconds: left });
  expect(await used('198.51.100.8')).toBeNull();
  for (const last of [9, 10, 11, 12]) await issue(`198.51.100.${last}`, 15);
  expect(await used('198.51.100.8')).toEqual({ limit: 80, retryAfterSeconds: left });
  expect(await used('198.51.101.8')).toBeNull();
});

it('is counted by the index, whatever other networks have', async () => {
  const statements = await statementsOf(database.url, (sql) =>
    inTransaction(sql, (tx) => usedUpByNetworks(tx, 'mailed_code_issues', { clientNetwork: US, caps: CAPS })),
  );
  const plans = await plansOf(database.url, statements);
  expect(plans.map(({ scannedTables }) => scannedTables)).toEqual([[]]);
  expect(plans[0]?.rowsRead).toBeLessThan(400);
});
