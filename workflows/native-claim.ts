import type { NativeClaimActivities } from '../activities/accounts/native-claim.ts';
import type { ClaimEnd, ClaimMailEnd } from '../domain/accounts/native-claim.ts';
import { flows } from './catalogue.ts';
import { showState } from './details.ts';
import { durableActivities, followRow } from './follow-row.ts';
import { mailActivities, mailedOr } from './mail-activities.ts';

const { readClaimStanding } = durableActivities<NativeClaimActivities>();

/** While the provider is away, the flow looks at the row between the tries of this activity. */
const mail = mailActivities<NativeClaimActivities>('10 minutes', { maximumInterval: '1 minute' });

const MAIL_AGAIN_AFTER_MS = 60_000;

/**
 * A claim from the agent's sign-in until the agent has its key, the operator has refused, or its time is over. Mails the operator once. Each
 * look at the row expires a claim whose time is over. No token, key or address enters this flow.
 */
export async function nativeClaim({ claimId }: { readonly claimId: string }): Promise<ClaimEnd> {
  return followRow(flows.nativeClaim.signals, async () => {
    const standing = await readClaimStanding(claimId);
    showState(WORDS, standing.stage === 'over' ? standing.end : standing.stage, standing.workspaceId);
    if (standing.stage === 'over') return { end: standing.end };
    const waitsFor = WAITS_FOR[standing.stage];
    if (!standing.isMailDue) return { waitMs: standing.waitMs, waitsFor };
    const end = await mailedOr<ClaimMailEnd | 'unsent'>('unsent', () =>
      mail.mailNativeClaim.executeWithOptions({ summary: 'mail the operator' }, [claimId]),
    );
    if (end === 'unsent')
      return { waitMs: Math.min(MAIL_AGAIN_AFTER_MS, standing.waitMs), waitsFor: 'the mail provider' };
    // What else became of it is in the row.
    return end === 'mailed' ? { waitMs: standing.waitMs, waitsFor } : { until: () => true };
  });
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
