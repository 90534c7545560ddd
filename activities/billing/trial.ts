import type { Sql } from 'postgres';
import type { TrialStanding } from '../../domain/billing/trial.ts';
import { settleTrial } from '../../store/billing/trials.ts';

/** The activities of the trial flow. Safe to repeat. */
export interface TrialActivities {
  /** Ends a trial whose time is over, and returns its state. */
  settleTrial(workspaceId: string): Promise<TrialStanding>;
}

export const createTrialActivities = ({ sql }: { readonly sql: Sql }): TrialActivities => ({
  settleTrial: (workspaceId) => settleTrial(sql, workspaceId),
});
