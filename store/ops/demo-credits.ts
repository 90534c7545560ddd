import type { Sql } from 'postgres';
import { monthsLater } from '../../domain/billing/credits.ts';
import { grantCredits } from '../billing/credits.ts';
import { inTransaction } from '../database.ts';

/** Credits that the demo workspace has after each start of the local stack: each look-up of a guest's company costs one. */
export const DEMO_CREDITS = 150;

/**
 * Fills the credits of the demo workspace up to 150, for a year. Only the launcher of the local stack calls it. A workspace is the demo's if
 * its address is acme and Ada owns it: a database of one's own may have another acme.
 * @returns how many were added
 */
export const fillDemoCredits = (sql: Sql, now: number): Promise<number> =>
  inTransaction(sql, async (tx) => {
    const [demo] = await tx<{ id: string }[]>`
      select w.id from workspaces w where w.slug = 'acme' and exists (
        select 1 from memberships m join users u on u.id = m.user_id
        where m.workspace_id = w.id and m.role = 'owner' and u.email = 'ada@acme.test')
      for no key update of w`;
    if (!demo) return 0;
    const [row] = await tx<{ left: number }[]>`
      select coalesce(sum(remaining), 0)::int as left from credit_grants
      where workspace_id = ${demo.id} and remaining > 0 and expires_at > ${new Date(now)}`;
    const amount = DEMO_CREDITS - (row?.left ?? 0);
    if (amount <= 0) return 0;
    const key = `demo/${demo.id}/${now}`;
    await grantCredits(tx, demo.id, { source: 'plan', key, amount, expiresMs: monthsLater(now, 12) });
    return amount;
  });
