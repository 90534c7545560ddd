import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import { CHARGES_AGAIN_MS, type ErasureStep } from '../../domain/workspaces/erasure.ts';
import { isMissing, type Payments, PaymentsRefused } from '../../outbound/payments/payments.ts';
import { advanceErasure, markChargesEnded, putOffErasure, readChargesToEnd } from '../../store/ops/erase-workspace.ts';
import { flowStart, flows } from '../../workflows/catalogue.ts';

export interface WorkspaceErasureDependencies {
  readonly sql: Sql;
  readonly client: Client;
  readonly taskQueue: string;
  /** null: nothing can be bought here. */
  readonly payments: Payments | null;
  /** Called when the payment provider refuses what is never refused: operators must look. */
  readonly onPaymentRefused: (workspaceId: string, code: string) => void;
  /** Called for each try to end charges that fails more than a week after the day of the erasure. */
  readonly onChargesGoOn: (workspaceId: string, customerId: string | null) => void;
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
  endCharges: async (workspaceId) => {
    const charges = await readChargesToEnd(dependencies.sql, workspaceId);
    let end: 'ended' | 'refused' | undefined;
    try {
      end = await endCharges(dependencies, workspaceId, charges?.customerId ?? null);
    } finally {
      if (end !== 'ended' && charges?.isOverdue) dependencies.onChargesGoOn(workspaceId, charges.customerId);
    }
    return end;
  },
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
  customerId: string | null,
): Promise<'ended' | 'refused'> {
  if (customerId !== null) {
    const refusal = payments ? await cancelAll(payments, customerId) : 'not_configured';
    if (refusal !== undefined) {
      onPaymentRefused(workspaceId, refusal);
      await putOffErasure(sql, workspaceId, CHARGES_AGAIN_MS);
      return 'refused';
    }
  }
  await markChargesEnded(sql, workspaceId);
  return 'ended';
}

/** @returns the provider's word if it refuses */
async function cancelAll(payments: Payments, customerId: string): Promise<string | undefined> {
  try {
    for (const subscriptionId of await liveSubscriptions(payments, customerId))
      await payments.cancelNow(subscriptionId);
    return undefined;
  } catch (error) {
    if (error instanceof PaymentsRefused) return error.code;
    throw error;
  }
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
