import type { UnclaimedActivities } from '../activities/workspaces/unclaimed-workspace.ts';
import type { UnclaimedEnd } from '../domain/workspaces/unclaimed.ts';
import { flows } from './catalogue.ts';
import { showState } from './details.ts';
import { durableActivities, followRow } from './follow-row.ts';
import { mailActivities, mailedOr } from './mail-activities.ts';

const { settleUnclaimed } = durableActivities<UnclaimedActivities>();

/** A mail provider that is away for longer: the sweep nudges the flow again. */
const mail = mailActivities<UnclaimedActivities>('6 hours', { startToCloseTimeout: '1 minute' });

/**
 * A workspace that no person owns, from the day of its first mail until a person does or it is inactive. The sweep starts this flow on that
 * day.
 */
export async function unclaimedWorkspace({ workspaceId }: { readonly workspaceId: string }): Promise<UnclaimedEnd> {
  return followRow(flows.unclaimedWorkspace.signals, async () => {
    const standing = await settleUnclaimed(workspaceId);
    showState(WORDS, standing.stage);
    if (standing.stage !== 'waiting') return { end: standing.stage };
    if (standing.isMailDue)
      await mailedOr(undefined, () =>
        mail.mailUnclaimed.executeWithOptions({ summary: 'mail the owners' }, [workspaceId]),
      );
    return { waitMs: standing.waitMs, waitsFor: 'waiting for a person to own the workspace' };
  });
}

const WORDS = {
  waiting: 'An agent made this workspace, and no person owns it yet.',
  claimed: 'Over: a person owns it.',
  inactive: 'Over: nobody claimed it, and it takes no bookings. A claim or a sign-in of its owner makes it active.',
} as const;
