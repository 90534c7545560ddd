import { isCancellation, proxyActivities, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { TrialActivities } from '../activities/billing/trial.ts';
import type { TrialEnd, TrialStanding } from '../domain/billing/trial.ts';
import { flows } from './catalogue.ts';
import { durableActivities, followRow } from './follow-row.ts';
import { searchAttributes } from './search-attributes.ts';

const { settleTrial } = durableActivities<TrialActivities>();

/** A mail provider that is away for longer: the sweep nudges the flow again. */
const mail = proxyActivities<TrialActivities>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '6 hours',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/**
 * A workspace's trial, until its time is over or a subscription replaces it. Each look at the row ends a trial whose time is over. Its
 * owners are mailed three days before the end, and at the end.
 */
export async function trial({ workspaceId }: { readonly workspaceId: string }): Promise<TrialEnd> {
  return followRow(flows.trial.signals, async () => {
    const standing = await settleTrial(workspaceId);
    publishStatus(standing);
    if (standing.stage !== 'converted' && standing.isMailDue) await mailOwners(workspaceId);
    return standing.stage === 'running'
      ? { waitMs: standing.waitMs, waitsFor: 'waiting for the trial to end' }
      : { end: standing.stage };
  });
}

async function mailOwners(workspaceId: string): Promise<void> {
  try {
    await mail.mailTrial.executeWithOptions({ summary: 'mail the owners' }, [workspaceId]);
  } catch (error) {
    if (isCancellation(error)) throw error;
  }
}

const WORDS = {
  running: 'The trial is running.',
  ended: 'Over: the trial has ended, the plan is free.',
  converted: 'Over: a subscription replaced the trial.',
} as const;

function publishStatus({ stage }: TrialStanding): void {
  setCurrentDetails(WORDS[stage]);
  upsertSearchAttributes([{ key: searchAttributes.flowState, value: stage }]);
}
