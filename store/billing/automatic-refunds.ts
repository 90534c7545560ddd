import type { Sql } from 'postgres';
import { inTransaction } from '../database.ts';

/** Payments of one workspace that go back by themselves in a day. Nobody pays twice more often by mistake. */
const MOST_A_DAY = 3;

/**
 * Whether money may go back by itself, decided once for each: the same answer again and again. What is withheld is for operators.
 * @param moneyId of a payment; of an invoice, if it was paid from credit alone
 * @returns `withheld now`: they are to be told
 */
export const allowRefund = (
  sql: Sql,
  workspaceId: string,
  moneyId: string,
): Promise<'allowed' | 'withheld now' | 'withheld'> =>
  inTransaction(sql, async (tx) => {
    await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
    const [known] = await tx<{ isWithheld: boolean }[]>`
      select is_withheld as "isWithheld" from automatic_refunds where payment_id = ${moneyId}`;
    if (known) return known.isWithheld ? 'withheld' : 'allowed';
    const [made] = await tx<{ isWithheld: boolean }[]>`
      insert into automatic_refunds (payment_id, workspace_id, is_withheld)
      select ${moneyId}, ${workspaceId}, count(*) >= ${MOST_A_DAY} from automatic_refunds
        where workspace_id = ${workspaceId} and not is_withheld and decided_at > clock_timestamp() - interval '1 day'
      returning is_withheld as "isWithheld"`;
    return made?.isWithheld === false ? 'allowed' : 'withheld now';
  });
