import { isCancellation, proxyActivities, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { UnclaimedActivities } from '../activities/workspaces/unclaimed-workspace.ts';
import type { UnclaimedEnd, UnclaimedStanding } from '../domain/workspaces/unclaimed.ts';
import { flows } from './catalogue.ts';
import { durableActivities, followRow } from './follow-row.ts';
import { searchAttributes } from './search-attributes.ts';

const { settleUnclaimed } = durableActivities<UnclaimedActivities>();

/** A mail provider that is away for longer: the sweep nudges the flow again. */
const mail = proxyActivities<UnclaimedActivities>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '6 hours',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/**
 * A workspace that no person owns, from the day of its first mail until a person does or it is inactive. The sweep starts this flow on that
 * day.
 */
export async function unclaimedWorkspace({ workspaceId }: { readonly workspaceId: string }): Promise<UnclaimedEnd> {
  return followRow(flows.unclaimedWorkspace.signals, async () => {
    const standing = await settleUnclaimed(workspaceId);
    publishStatus(standing);
    if (standing.stage !== 'waiting') return { end: standing.stage };
    if (standing.isMailDue) await mailOwners(workspaceId);
    return { waitMs: standing.waitMs, waitsFor: 'waiting for a person to own the workspace' };
  });
}

async function mailOwners(workspaceId: string): Promise<void> {
  try {
    await mail.mailUnclaimed.executeWithOptions({ summary: 'mail the owners' }, [workspaceId]);
  } catch (error) {
    if (isCancellation(error)) throw error;
  }
}

const WORDS = {
  waiting: 'An agent made this workspace, and no person owns it yet.',
  claimed: 'Over: a person owns it.',
  inactive: 'Over: nobody claimed it, and it takes no bookings. A claim or a sign-in of its owner makes it active.',
} as const;

function publishStatus({ stage }: UnclaimedStanding): void {
  setCurrentDetails(WORDS[stage]);
  upsertSearchAttributes([{ key: searchAttributes.flowState, value: stage }]);
}
