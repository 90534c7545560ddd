import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { WorkspaceErasureActivities } from '../activities/workspaces/workspace-erasure.ts';
import type { CHARGES_AGAIN_MS, ErasureEnd } from '../domain/workspaces/erasure.ts';
import { backgroundQueue, flows, paymentsQueue } from './catalogue.ts';
import { showDetails, showState } from './details.ts';
import { followRow, type Look } from './follow-row.ts';

const RETRY = { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' } as const;

/** Batches are short, and no guest waits for them. */
const working = () =>
  proxyActivities<WorkspaceErasureActivities>({
    taskQueue: backgroundQueue(workflowInfo().taskQueue),
    startToCloseTimeout: '1 minute',
    retry: RETRY,
  });

const paying = () =>
  proxyActivities<WorkspaceErasureActivities>({
    taskQueue: paymentsQueue(workflowInfo().taskQueue),
    startToCloseTimeout: '30 seconds',
    retry: RETRY,
  });

/** What the payment provider refuses now may work after operators have looked. */
const REFUSED_MS = 3_600_000 satisfies typeof CHARGES_AGAIN_MS;

/**
 * A workspace that an owner deleted: until its day, when it is erased, or until an owner restores it. Meetings to come are canceled one at a
 * time, then rows go in batches: after a crash at most one step is repeated, and it finds itself done.
 */
export async function workspaceErasure({ workspaceId }: { readonly workspaceId: string }): Promise<ErasureEnd> {
  const look = async (): Promise<Look<ErasureEnd>> => {
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof workspaceErasure>({ workspaceId });
    const step = await working().advanceErasure(workspaceId);
    showState(WORDS, step.stage);
    switch (step.stage) {
      case 'waiting':
      case 'settling':
        return { waitMs: step.waitMs, waitsFor: WAITS[step.stage] };
      case 'paying': {
        const end = await paying().endCharges.executeWithOptions({ summary: 'end subscriptions' }, [workspaceId]);
        return { waitMs: end === 'ended' ? 1 : REFUSED_MS, waitsFor: 'subscriptions are ended' };
      }
      case 'canceling':
      case 'erasing':
        return { waitMs: 1, waitsFor: 'the next batch' };
      default:
        return { end: step.stage };
    }
  };
  showDetails('An owner deleted this workspace.');
  return followRow(flows.workspaceErasure.signals, look, { isReopened: true });
}

const WAITS = {
  waiting: 'waiting for the day of the erasure',
  settling: 'waiting for mails, calendars, meetings that run and payment pages',
} as const;

const WORDS = {
  waiting: 'An owner deleted this workspace. An owner can restore it until its day.',
  canceling: 'Its day has come: meetings to come are canceled.',
  settling: 'Mails and calendar events of canceled meetings, meetings that run and payment pages come to an end first.',
  paying: 'Its subscriptions end at the payment provider.',
  erasing: 'Its rows are deleted.',
  erased: 'Over: it is gone.',
  restored: 'Over: an owner restored it.',
} as const;
