import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { inTransaction, type Transaction } from '../database.ts';

/** Pages of the payment provider that one workspace may ask for, whatever its plan: each is an object at the provider. */
const CAPS = [
  { seconds: 3_600, most: 20 },
  { seconds: 86_400, most: 60 },
] as const;

export interface OverPageCap {
  readonly what: 'checkouts' | 'portal_sessions';
  readonly limit: number;
  /** Until the oldest one that counts is outside its time. */
  readonly retryAfterSeconds: number;
}

const TABLES = { checkouts: 'checkout_intents', portal_sessions: 'portal_sessions' } as const;

/** The cap that is used up. null: there is room. The caller has locked the workspace's row, and adds a row in the same transaction. */
export async function findOverPageCap(
  tx: Transaction,
  workspaceId: string,
  what: OverPageCap['what'],
): Promise<OverPageCap | null> {
  for (const { seconds, most } of CAPS) {
    const [row] = await tx<{ wait: number }[]>`
      select extract(epoch from created_at - clock_timestamp())::float8 + ${seconds} as wait from ${tx(TABLES[what])}
      where workspace_id = ${workspaceId} and created_at > clock_timestamp() - ${seconds} * interval '1 second'
      order by created_at desc offset ${most - 1} limit 1`;
    if (row) return { what, limit: most, retryAfterSeconds: Math.max(1, Math.ceil(row.wait)) };
  }
  return null;
}

/** Notes that a page of the portal is asked for. The caller has locked the workspace's row. @returns the cap that is used up */
export async function countPortalSession(tx: Transaction, workspaceId: string): Promise<OverPageCap | null> {
  const over = await findOverPageCap(tx, workspaceId, 'portal_sessions');
  if (!over) await tx`insert into portal_sessions (id, workspace_id) values (${uuidv7()}, ${workspaceId})`;
  return over;
}

/** The same, in a transaction of its own: asked of the provider afterwards. */
export const notePortalSession = (sql: Sql, workspaceId: string): Promise<OverPageCap | null> =>
  inTransaction(sql, async (tx) => {
    await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
    return countPortalSession(tx, workspaceId);
  });
