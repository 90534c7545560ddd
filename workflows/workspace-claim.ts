import { isCancellation, proxyActivities, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { WorkspaceClaimActivities } from '../activities/workspaces/workspace-claim.ts';
import type { WorkspaceClaimEnd, WorkspaceClaimStanding } from '../domain/workspaces/workspace-claim.ts';
import { flows } from './catalogue.ts';
import { durableActivities, followRow } from './follow-row.ts';
import { searchAttributes } from './search-attributes.ts';

const { settleWorkspaceClaim } = durableActivities<WorkspaceClaimActivities>();

/** A mail provider that is away for longer: the sweep nudges the flow again. */
const mail = proxyActivities<WorkspaceClaimActivities>({
  startToCloseTimeout: '15 seconds',
  scheduleToCloseTimeout: '6 hours',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/**
 * A claim of a workspace, until the person has decided, its time is over, or its key has ended. The person is mailed once. No token and no
 * address enters this flow.
 */
export async function workspaceClaim({ claimId }: { readonly claimId: string }): Promise<WorkspaceClaimEnd> {
  return followRow(flows.workspaceClaim.signals, async () => {
    let standing = await settleWorkspaceClaim(claimId);
    if (standing.stage === 'pending' && standing.isMailDue) {
      await mailProspect(claimId);
      standing = await settleWorkspaceClaim(claimId);
    }
    publishStatus(standing);
    return standing.stage === 'over'
      ? { end: standing.end }
      : { waitMs: standing.waitMs, waitsFor: 'waiting for the person to decide' };
  });
}

async function mailProspect(claimId: string): Promise<void> {
  try {
    await mail.mailWorkspaceClaim.executeWithOptions({ summary: 'mail the person' }, [claimId]);
  } catch (error) {
    if (isCancellation(error)) throw error;
  }
}

const WORDS = {
  pending: 'An agent asks a person to take over its workspace. Waiting for them to decide.',
  accepted: 'Over: the person owns the workspace.',
  refused: 'Over: refused.',
  expired: 'Over: nobody decided in seven days.',
  withdrawn: 'Over: the key that asked has ended, or a person owns the workspace already.',
  undeliverable: 'Over: the address takes no mail.',
} as const;

function publishStatus(standing: WorkspaceClaimStanding): void {
  const state = standing.stage === 'over' ? standing.end : standing.stage;
  setCurrentDetails(WORDS[state]);
  upsertSearchAttributes([{ key: searchAttributes.flowState, value: state }]);
}
