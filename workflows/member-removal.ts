import { continueAsNew, defineSignal, setHandler, workflowInfo } from '@temporalio/workflow';
import type { MemberRemovalActivities } from '../activities/members/member-removal.ts';
import type { RemovalEnd } from '../domain/members/hand-over.ts';
import { flows } from './catalogue.ts';
import { showDetails, showState } from './details.ts';
import { durableActivities } from './follow-row.ts';

const { advanceRemoval } = durableActivities<MemberRemovalActivities>();

/**
 * A member leaves: their upcoming meetings get another host or are canceled, one at a time, and the membership ends last. Each step is
 * one transaction: after a crash at most one step is repeated, and it finds itself done.
 */
export async function memberRemoval({ removalId }: { readonly removalId: string }): Promise<RemovalEnd> {
  // A nudge starts a flow that is gone. One that runs needs none.
  setHandler(defineSignal(flows.memberRemoval.signals.nudge), () => {});
  showDetails('A member leaves: their meetings are settled first.');
  for (;;) {
    const step = await advanceRemoval(removalId);
    if (step.stage === 'over') {
      showState(WORDS, step.end);
      return step.end;
    }
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof memberRemoval>({ removalId });
  }
}

const WORDS: Readonly<Record<RemovalEnd, string>> = {
  removed: 'Over: the member is gone.',
  stopped: 'Over: the member stays. The row says what prevents the removal.',
};
