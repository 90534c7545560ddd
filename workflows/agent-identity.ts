import { allHandlersFinished, condition, defineUpdate, setHandler } from '@temporalio/workflow';
import type { AgentIdentityActivities } from '../activities/identity/agent-identity.ts';
import type { CodeMailEnd } from '../domain/accounts/mailed-code.ts';
import type { AgentEnd } from '../domain/identity/agent-standing.ts';
import { flows } from './catalogue.ts';
import { showState } from './details.ts';
import { durableActivities, followRow } from './follow-row.ts';
import { mailActivities, mailedOr } from './mail-activities.ts';

const { settleAgentIdentity } = durableActivities<AgentIdentityActivities>();

/** An agent waits for this mail, and the code lives for ten minutes. */
const { mailIdentityCode } = mailActivities<AgentIdentityActivities>('10 minutes', {
  initialInterval: '500 milliseconds',
  maximumInterval: '15 seconds',
});

/**
 * An agent's identity, from its registration until it is revoked, its code or its 90 days end, or its key ends. Mails the code. No code,
 * token or address enters this flow: activities derive and read them.
 */
export async function agentIdentity({ principalId }: { readonly principalId: string }): Promise<AgentEnd> {
  let mailing: Promise<CodeMailEnd> | undefined;
  // The update of an API of before 0156 and the look at the row may both find that a code is due.
  const mailCode = (): Promise<CodeMailEnd> => {
    mailing ??= mailedOr<CodeMailEnd>('late', () =>
      mailIdentityCode.executeWithOptions({ summary: 'mail the code' }, [principalId]),
    ).finally(() => {
      mailing = undefined;
    });
    return mailing;
  };
  setHandler(defineUpdate<CodeMailEnd>(flows.agentIdentity.updates.mailCode), mailCode);
  return followRow(flows.agentIdentity.signals, async () => {
    const standing = await settleAgentIdentity(principalId);
    showState(WORDS, standing.stage === 'over' ? standing.end : standing.stage);
    if (standing.stage === 'over') {
      await condition(allHandlersFinished);
      return { end: standing.end };
    }
    if (standing.isMailDue) await mailCode();
    return { waitMs: standing.waitMs, waitsFor: WAITS_FOR[standing.stage] };
  });
}

const WAITS_FOR = {
  pending: 'waiting for the code',
  verified: 'waiting for a revocation, or for 90 days without a token',
} as const;

const WORDS = {
  pending: 'An agent asks to act for a person. Waiting for the code of their mail.',
  verified: 'The agent acts for the person.',
  revoked: 'Over: revoked by the person, the agent, or with its key.',
  expired: 'Over: the code was not entered in time, or no token was renewed for 90 days, or the key has expired.',
  'unknown identity': 'Over: there is no such identity.',
} as const;
