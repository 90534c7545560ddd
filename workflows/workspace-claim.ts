import type { WorkspaceClaimActivities } from '../activities/workspaces/workspace-claim.ts';
import type { WorkspaceClaimEnd } from '../domain/workspaces/workspace-claim.ts';
import { flows } from './catalogue.ts';
import { showState } from './details.ts';
import { durableActivities, followRow } from './follow-row.ts';
import { mailActivities, mailedOr } from './mail-activities.ts';

const { settleWorkspaceClaim } = durableActivities<WorkspaceClaimActivities>();

/** A mail provider that is away for longer: the sweep nudges the flow again. */
const mail = mailActivities<WorkspaceClaimActivities>('6 hours');

/**
 * An agent's request that a person owns its workspace, until the person has decided, its time is over, or its key has ended. The person is
 * mailed once. No token and no address enters this flow.
 */
export async function workspaceClaim({ claimId }: { readonly claimId: string }): Promise<WorkspaceClaimEnd> {
  return followRow(flows.workspaceClaim.signals, async () => {
    let standing = await settleWorkspaceClaim(claimId);
    if (standing.stage === 'pending' && standing.isMailDue) {
      const words = { summary: 'mail the person' };
      await mailedOr('late', () => mail.mailWorkspaceClaim.executeWithOptions(words, [claimId]));
      standing = await settleWorkspaceClaim(claimId);
    }
    showState(WORDS, standing.stage === 'over' ? standing.end : standing.stage);
    return standing.stage === 'over'
      ? { end: standing.end }
      : { waitMs: standing.waitMs, waitsFor: 'waiting for the person to decide' };
  });
}

const WORDS = {
  pending: 'An agent asks a person to take over its workspace. Waiting for them to decide.',
  accepted: 'Over: the person owns the workspace.',
  refused: 'Over: refused.',
  expired: 'Over: nobody decided in seven days.',
  withdrawn: 'Over: the key that asked has ended, or a person owns the workspace already.',
  undeliverable: 'Over: the address takes no mail.',
} as const;
