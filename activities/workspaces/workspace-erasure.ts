import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import type { ErasureStep } from '../../domain/workspaces/erasure.ts';
import { readBuyer } from '../../store/billing/customers.ts';
import { advanceErasure, markChargesEnded } from '../../store/ops/erase-workspace.ts';
import { flowStart, flows } from '../../workflows/catalogue.ts';
import { isMissing, type Payments, PaymentsRefused } from '../billing/payments.ts';

export interface WorkspaceErasureDependencies {
  readonly sql: Sql;
  readonly client: Client;
  readonly taskQueue: string;
  /** null: nothing can be bought here. */
  readonly payments: Payments | null;
  /** Called when the payment provider refuses what is never refused: operators must look. */
  readonly onPaymentRefused: (workspaceId: string, code: string) => void;
}

/** The activities of the flow that erases a workspace. Safe to repeat. */
export interface WorkspaceErasureActivities {
  /** Takes it one step further. The flows of meetings that it cancels mail everyone concerned. */
  advanceErasure(workspaceId: string): Promise<Exclude<ErasureStep, { stage: 'canceling' }> | { stage: 'canceling' }>;
  /**
   * Ends all subscriptions of a workspace at the payment provider. `refused`: operators must look.
   * @throws PaymentsAway
   */
  endCharges(workspaceId: string): Promise<'ended' | 'refused'>;
}

export const createWorkspaceErasureActivities = (
  dependencies: WorkspaceErasureDependencies,
): WorkspaceErasureActivities => ({
  advanceErasure: async (workspaceId) => {
    const step = await advanceErasure(dependencies.sql, workspaceId);
    if (step.stage !== 'canceling') return step;
    await Promise.all(step.canceled.map((id) => nudgeBooking(dependencies, { id, workspaceId })));
    return { stage: 'canceling' };
  },
  endCharges: (workspaceId) =>
    endCharges(dependencies, workspaceId).catch((error: unknown) => {
      if (!(error instanceof PaymentsRefused)) throw error;
      dependencies.onPaymentRefused(workspaceId, error.code);
      return 'refused' as const;
    }),
});

/** If Temporal does not answer now, the sweep nudges this flow. */
const nudgeBooking = (
  { client, taskQueue }: WorkspaceErasureDependencies,
  row: { readonly id: string; readonly workspaceId: string },
): Promise<unknown> =>
  client.workflow
    .signalWithStart('booking', { ...flowStart('booking', row, taskQueue), signal: flows.booking.signals.nudge })
    .catch(() => undefined);

async function endCharges(
  { sql, payments, onPaymentRefused }: WorkspaceErasureDependencies,
  workspaceId: string,
): Promise<'ended' | 'refused'> {
  const customerId = (await readBuyer(sql, workspaceId))?.customerId ?? null;
  if (customerId !== null) {
    if (!payments) {
      onPaymentRefused(workspaceId, 'not_configured');
      return 'refused';
    }
    for (const subscriptionId of await liveSubscriptions(payments, customerId))
      await payments.cancelNow(subscriptionId);
  }
  await markChargesEnded(sql, workspaceId);
  return 'ended';
}

/** A customer whom the provider does not know any more pays for nothing. */
async function liveSubscriptions(payments: Payments, customerId: string): Promise<string[]> {
  try {
    const all = await payments.listSubscriptions(customerId);
    return all.filter(({ endedMs }) => endedMs === null).map(({ subscriptionId }) => subscriptionId);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
