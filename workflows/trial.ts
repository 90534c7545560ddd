import {
  condition,
  defineSignal,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { AccountActivities } from '../activities/accounts.ts';
import type { TrialEnd, TrialStanding } from '../domain/accounts/accounts.ts';
import { type TrialStart, trialMessages } from './messages.ts';
import { searchAttributes } from './search-attributes.ts';

/** Nobody waits for it, and nothing may be lost: it goes on until it succeeds. */
const { settleTrial } = proxyLocalActivities<AccountActivities>({
  startToCloseTimeout: '5 seconds',
  retry: { initialInterval: '100 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
  localRetryThreshold: '5 seconds',
});

/**
 * A workspace's trial, until its time is over or a subscription takes its place. The row holds the truth: the flow looks at it
 * when something stirred or the time has come; looking is what ends the trial.
 */
export async function trial({ workspaceId }: TrialStart): Promise<TrialEnd> {
  let stirred = false;
  const stir = (): void => {
    stirred = true;
  };
  setHandler(defineSignal(trialMessages.subscribed), stir);
  setHandler(defineSignal(trialMessages.nudge), stir);
  for (;;) {
    stirred = false;
    const standing = await settleTrial(workspaceId);
    tell(standing);
    if (standing.stage !== 'running') return standing.stage;
    await condition(() => stirred, Math.max(standing.waitMs, 1), { summary: 'waiting for the trial to end' });
  }
}

const WORDS = {
  running: 'The trial runs.',
  ended: 'Over: the trial has ended, the plan is free.',
  converted: 'Over: a subscription took its place.',
} as const;

function tell({ stage }: TrialStanding): void {
  setCurrentDetails(WORDS[stage]);
  upsertSearchAttributes([{ key: searchAttributes.flowState, value: stage }]);
}
