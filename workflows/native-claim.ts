import { isCancellation, proxyActivities, setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { NativeClaimActivities } from '../activities/accounts/native-claim.ts';
import type { ClaimEnd, ClaimMailEnd, ClaimStanding } from '../domain/accounts/native-claim.ts';
import { flows } from './catalogue.ts';
import { durableActivities, followRow } from './follow-row.ts';
import { searchAttributes } from './search-attributes.ts';

const { readClaimStanding } = durableActivities<NativeClaimActivities>();

/** While the provider is away, the flow looks at the row between the tries of this activity. */
const mail = proxyActivities<NativeClaimActivities>({
  startToCloseTimeout: '15 seconds',
  scheduleToCloseTimeout: '10 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

const MAIL_AGAIN_AFTER_MS = 60_000;

/**
 * A claim from the agent's sign-in until the agent has its key, the operator has refused, or its time is over. Mails the operator once. Each
 * look at the row expires a claim whose time is over. No token, key or address enters this flow.
 */
export async function nativeClaim({ claimId }: { readonly claimId: string }): Promise<ClaimEnd> {
  return followRow(flows.nativeClaim.signals, async () => {
    const standing = await readClaimStanding(claimId);
    publishStatus(standing);
    if (standing.stage === 'over') return { end: standing.end };
    const waitsFor = WAITS_FOR[standing.stage];
    if (!standing.isMailDue) return { waitMs: standing.waitMs, waitsFor };
    const end = await mailClaim(claimId);
    if (end === 'unsent')
      return { waitMs: Math.min(MAIL_AGAIN_AFTER_MS, standing.waitMs), waitsFor: 'the mail provider' };
    // What else became of it is in the row.
    return end === 'mailed' ? { waitMs: standing.waitMs, waitsFor } : { until: () => true };
  });
}

async function mailClaim(claimId: string): Promise<ClaimMailEnd | 'unsent'> {
  try {
    return await mail.mailNativeClaim.executeWithOptions({ summary: 'mail the operator' }, [claimId]);
  } catch (error) {
    if (isCancellation(error)) throw error;
    return 'unsent';
  }
}

const WAITS_FOR = {
  pending: 'waiting for the operator to decide',
  accepted: 'waiting for the agent to fetch its key',
} as const;

const WORDS = {
  pending: 'An agent asks for a key. Waiting for its operator to accept or refuse.',
  accepted: 'The operator has accepted. Waiting for the agent to fetch its key.',
  claimed: 'Over: the agent has its key.',
  refused: 'Over: refused.',
  expired: 'Over: expired.',
  undeliverable: 'Over: the operator’s address takes no such mail.',
} as const;

function publishStatus(standing: ClaimStanding): void {
  const state = standing.stage === 'over' ? standing.end : standing.stage;
  setCurrentDetails(WORDS[state]);
  const { flowState, workspaceId } = searchAttributes;
  upsertSearchAttributes([
    { key: flowState, value: state },
    ...(standing.workspaceId === null ? [] : [{ key: workspaceId, value: standing.workspaceId }]),
  ]);
}
