import {
  continueAsNew,
  defineSignal,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { MemberActivities } from '../activities/members.ts';
import type { RemovalEnd } from '../domain/members/hand-over.ts';
import { type MemberRemovalStart, memberRemovalMessages } from './messages.ts';
import { searchAttributes } from './search-attributes.ts';

/** It goes on until it succeeds: a member who is half gone would be worse than one who waits. */
const { advanceRemoval } = proxyLocalActivities<MemberActivities>({
  startToCloseTimeout: '5 seconds',
  retry: { initialInterval: '100 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
  localRetryThreshold: '5 seconds',
});

/**
 * A member leaves: their upcoming meetings find another host or are canceled, one at a time, and the membership ends last. The rows
 * hold the truth; each step is one transaction, so that a crash repeats one step at most, which finds itself done.
 */
export async function memberRemoval({ removalId }: MemberRemovalStart): Promise<RemovalEnd> {
  // A nudge starts the flow where it is gone; one that runs is at it already.
  setHandler(defineSignal(memberRemovalMessages.nudge), () => {});
  setCurrentDetails('A member leaves: their meetings are settled first.');
  for (;;) {
    const step = await advanceRemoval(removalId);
    if (step.stage === 'over') {
      setCurrentDetails(WORDS[step.end]);
      upsertSearchAttributes([{ key: searchAttributes.flowState, value: step.end }]);
      return step.end;
    }
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof memberRemoval>({ removalId });
  }
}

const WORDS: Readonly<Record<RemovalEnd, string>> = {
  removed: 'Over: the member is gone.',
  stopped: 'Over: the member stays, because something stands in the way; the row says what.',
};
