import type { TrialActivities } from '../activities/billing/trial.ts';
import type { TrialEnd } from '../domain/billing/trial.ts';
import { flows } from './catalogue.ts';
import { showState } from './details.ts';
import { durableActivities, followRow } from './follow-row.ts';
import { mailActivities, mailedOr } from './mail-activities.ts';

const { settleTrial } = durableActivities<TrialActivities>();

/** A mail provider that is away for longer: the sweep nudges the flow again. */
const mail = mailActivities<TrialActivities>('6 hours', { startToCloseTimeout: '1 minute' });

/**
 * A workspace's trial, until its time is over or a subscription replaces it. Each look at the row ends a trial whose time is over. Its
 * owners are mailed three days before the end, and at the end.
 */
export async function trial({ workspaceId }: { readonly workspaceId: string }): Promise<TrialEnd> {
  return followRow(flows.trial.signals, async () => {
    const standing = await settleTrial(workspaceId);
    showState(WORDS, standing.stage);
    if (standing.stage !== 'converted' && standing.isMailDue)
      await mailedOr(undefined, () => mail.mailTrial.executeWithOptions({ summary: 'mail the owners' }, [workspaceId]));
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
