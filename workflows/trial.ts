import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { TrialActivities } from '../activities/billing/trial.ts';
import type { TrialEnd, TrialStanding } from '../domain/billing/trial.ts';
import { flows } from './catalogue.ts';
import { durableActivities, followRow } from './follow-row.ts';
import { searchAttributes } from './search-attributes.ts';

const { settleTrial } = durableActivities<TrialActivities>();

/** A workspace's trial, until its time is over or a subscription replaces it. Each look at the row ends a trial whose time is over. */
export async function trial({ workspaceId }: { readonly workspaceId: string }): Promise<TrialEnd> {
  return followRow(flows.trial.signals, async () => {
    const standing = await settleTrial(workspaceId);
    publishStatus(standing);
    return standing.stage === 'running'
      ? { waitMs: standing.waitMs, waitsFor: 'waiting for the trial to end' }
      : { end: standing.stage };
  });
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
