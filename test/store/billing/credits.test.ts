import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantCredits, listEntries, listLots, returnCredit, spendCredit } from '../../../store/billing/credits.ts';
import { settlePayments } from '../../../store/billing/unpaid-credits.ts';
import { inTransaction } from '../../../store/database.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

const DAY_MS = 86_400_000;

const newWorkspace = async (): Promise<string> => {
  const id = uuidv7();
  await database.sql`
    insert into workspaces (id, slug, name, plan, subscription_status) values (${id}, ${`w${id.slice(-12)}`}, 'Acme', 'growth', 'active')`;
  return id;
};
const grant = (workspaceId: string, key: string, amount: number, days: number) =>
  inTransaction(database.sql, (tx) =>
    grantCredits(tx, workspaceId, {
      source: 'pack',
      key,
      amount,
      expiresMs: Date.now() + days * DAY_MS,
      paymentId: key,
    }),
  );
const spend = (workspaceId: string, subject: string) =>
  inTransaction(database.sql, (tx) => spendCredit(tx, workspaceId, subject));
const giveBack = (workspaceId: string, subject: string) =>
  inTransaction(database.sql, (tx) => returnCredit(tx, workspaceId, subject));
/** Of 1,000 cents that were paid for a lot, so many went back. */
const refund = (workspaceId: string, key: string, amountRefunded: number) =>
  inTransaction(database.sql, async (tx) => {
    await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
    const payment = {
      chargeId: 'ch_1',
      createdMs: 0,
      currency: 'usd',
      amountDisputed: 0,
      isDisputeOpen: false,
      isDisputeLost: false,
    };
    await settlePayments(tx, workspaceId, [
      { ...payment, paymentId: key, isPaid: true, amount: 1_000, amountRefunded },
    ]);
  });
const left = async (workspaceId: string): Promise<number> =>
  (await listLots(database.sql, workspaceId)).reduce((sum, { remaining }) => sum + remaining, 0);

/** Lots and their entries say the same, and no lot has less than nothing. */
async function expectSound(workspaceId: string): Promise<void> {
  const wrong = await database.sql`
    select g.id from credit_grants g left join credit_entries e on e.grant_id = g.id
    where g.workspace_id = ${workspaceId} group by g.id having sum(e.amount) <> g.remaining or g.remaining < 0
      -- What is unpaid is not left: it is taken back, or it was spent before.
      or g.taken <> -coalesce(sum(e.amount) filter (where e.kind in ('taken_back', 'restored')), 0)
      or g.taken < g.unpaid and g.remaining > 0`;
  expect(wrong).toEqual([]);
}

describe('the ledger of credits', () => {
  it('grants once for each key, spends first what ends first, and gives back to the lot that it came from', async () => {
    const id = await newWorkspace();
    await grant(id, `${id}/late`, 2, 30);
    await grant(id, `${id}/soon`, 1, 3);
    await grant(id, `${id}/soon`, 1, 3);
    expect(await left(id)).toBe(3);
    expect(await spend(id, 'booking/1')).toBe(true);
    expect(await spend(id, 'booking/1')).toBe(true);
    expect((await listLots(database.sql, id)).map(({ amount, remaining }) => [amount, remaining])).toEqual([[2, 2]]);
    await giveBack(id, 'booking/1');
    await giveBack(id, 'booking/1');
    await giveBack(id, 'booking/none');
    expect((await listLots(database.sql, id)).map(({ remaining }) => remaining)).toEqual([1, 2]);
    expect((await listEntries(database.sql, id, 10)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['returned', 1],
      ['spent', -1],
      ['granted', 1],
      ['granted', 2],
    ]);
    await expectSound(id);
  });

  it('of ten credits, twenty calls at once spend ten', async () => {
    const id = await newWorkspace();
    await grant(id, `${id}/a`, 6, 3);
    await grant(id, `${id}/b`, 4, 30);
    const spent = await Promise.all(Array.from({ length: 20 }, (_, n) => spend(id, `booking/${n}`)));
    expect(spent.filter(Boolean)).toHaveLength(10);
    expect(await left(id)).toBe(0);
    await expectSound(id);
  });

  it('what has ended is not spent', async () => {
    const id = await newWorkspace();
    await grant(id, `${id}/old`, 5, -1);
    expect([await left(id), await spend(id, 'booking/1')]).toEqual([0, false]);
  });

  it('is changed by nobody afterwards, and never falls below zero', async () => {
    const id = await newWorkspace();
    await grant(id, `${id}/a`, 1, 3);
    await expect(database.sql`update credit_entries set amount = 9 where workspace_id = ${id}`).rejects.toThrow(
      'never changed',
    );
    await expect(
      database.sql`update credit_grants set remaining = -1 where workspace_id = ${id}`,
    ).rejects.toMatchObject({
      constraint_name: 'credit_grants_remaining',
    });
  });

  it('adds up after any history', async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('grant' as const),
        key: fc.integer({ min: 0, max: 4 }),
        amount: fc.integer({ min: 1, max: 5 }),
        days: fc.integer({ min: -1, max: 5 }),
      }),
      fc.record({ do: fc.constant('spend' as const), subject: fc.integer({ min: 0, max: 9 }) }),
      fc.record({ do: fc.constant('return' as const), subject: fc.integer({ min: 0, max: 9 }) }),
      fc.record({
        do: fc.constant('refund' as const),
        key: fc.integer({ min: 0, max: 4 }),
        amount: fc.constantFrom(0, 1, 333, 500, 999, 1_000),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 8 }), async (rounds) => {
        const id = await newWorkspace();
        for (const round of rounds)
          await Promise.all(
            round.map((one) => {
              if (one.do === 'grant') return grant(id, `${id}/${one.key}`, one.amount, one.days);
              if (one.do === 'refund') return refund(id, `${id}/${one.key}`, one.amount);
              return (one.do === 'spend' ? spend : giveBack)(id, `booking/${one.subject}`);
            }),
          );
        await expectSound(id);
      }),
      { numRuns: 40 },
    );
  });
});
