import type { Sql } from 'postgres';
import { trialLeftMs } from '../../domain/billing/plan.ts';
import type { TrialStanding } from '../../domain/billing/trial.ts';
import { logActivity } from '../activity.ts';
import { inTransaction } from '../database.ts';
import { type SubscriptionRow, toSubscription } from '../workspaces/workspace-view.ts';

/** Ends a trial whose time is over and returns where it stands. Safe to repeat: the row decides. */
export const settleTrial = (sql: Sql, workspaceId: string): Promise<TrialStanding> =>
  inTransaction(sql, async (tx) => {
    const [row] = await tx<(SubscriptionRow & { readonly now: Date })[]>`
      select plan, subscription_status as status, trial_ends_at, clock_timestamp() as now
      from workspaces where id = ${workspaceId} for no key update`;
    if (!row) return { stage: 'ended' };
    const waitMs = trialLeftMs(toSubscription(row), row.now.getTime());
    if (waitMs === null) return { stage: row.plan === 'free' ? 'ended' : 'converted' };
    if (waitMs > 0) return { stage: 'running', waitMs };
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
