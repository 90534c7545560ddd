import type { Sql } from 'postgres';
import type { TrialStanding } from '../domain/accounts.ts';
import { logActivity } from './activity.ts';
import { inTransaction } from './database.ts';

/** Does what the clock demands of a trial and says where it stands. Safe to repeat: the row remembers. */
export const settleTrial = (sql: Sql, workspaceId: string): Promise<TrialStanding> =>
  inTransaction(sql, async (tx) => {
    const [row] = await tx<{ status: string; endedBefore: boolean; waitMs: number }[]>`
      select subscription_status as status, plan = 'free' as "endedBefore",
        ceil(extract(epoch from trial_ends_at - clock_timestamp()) * 1000)::float8 as "waitMs"
      from workspaces where id = ${workspaceId} for no key update`;
    if (!row) return { stage: 'ended' };
    if (row.status !== 'trialing') return { stage: row.endedBefore ? 'ended' : 'converted' };
    if (row.waitMs > 0) return { stage: 'running', waitMs: row.waitMs };
    await tx`update workspaces set plan = 'free', subscription_status = 'active' where id = ${workspaceId}`;
    await logActivity(tx, {
      actor: null,
      workspaceId,
      source: 'system',
      action: 'trial.ended',
      subject: { type: 'workspace', id: workspaceId },
    });
    return { stage: 'ended' };
  });
