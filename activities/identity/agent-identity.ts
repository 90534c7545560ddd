import type { Sql } from 'postgres';
import type { CodeMailEnd } from '../../domain/accounts/mailed-code.ts';
import type { AgentStanding } from '../../domain/identity/agent-standing.ts';
import type { MailService } from '../../domain/mail/mail.ts';
import { mailedCode, type Secrets, signedId } from '../../domain/secrets.ts';
import { readMailReader } from '../../store/accounts/mail-reader.ts';
import { markMailedCodeAccepted, readCodeToMail, withholdMailedCode } from '../../store/accounts/mailed-codes.ts';
import { dropPendingAgent, readAgentFacts, settleAgent } from '../../store/identity/agent-standing.ts';
import { hasRefusedWorkspace } from '../../store/identity/refused-requests.ts';
import { renderIdentityCode } from '../mail/identity-messages.ts';
import type { Mailer } from '../mail/send.ts';
import { deliverToUnproven } from '../mail/unproven.ts';

export interface AgentIdentityDependencies {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
}

/** The activities of the flow of an agent's identity. Safe to repeat: the row decides. */
export interface AgentIdentityActivities {
  /** Ends an identity whose time is over, and returns where it stands. */
  settleAgentIdentity(principalId: string): Promise<AgentStanding>;
  /**
   * Mails the newest code to the person, once.
   * @throws MailUnavailable the mail provider is away
   */
  mailIdentityCode(principalId: string): Promise<CodeMailEnd>;
}

export const createAgentIdentityActivities = (dependencies: AgentIdentityDependencies): AgentIdentityActivities => ({
  settleAgentIdentity: (principalId) => settleAgent(dependencies.sql, principalId),
  mailIdentityCode: (principalId) => mailCode(dependencies, principalId),
});

async function mailCode(dependencies: AgentIdentityDependencies, principalId: string): Promise<CodeMailEnd> {
  const { sql, secrets, links } = dependencies;
  const [due, facts] = await Promise.all([
    readCodeToMail(sql, 'agent_identity', principalId),
    readAgentFacts(sql, principalId, 'pending'),
  ]);
  if (!due || !facts) return 'late';
  if (due === 'mailed') return 'mailed';
  const { email, issueNo, minutesLeft, clientIp } = due;
  if (await hasRefusedWorkspace(sql, facts)) {
    // The same answer as ever, and no mail: the code that nobody reads expires.
    await withholdMailedCode(sql, principalId, issueNo);
    return 'mailed';
  }
  const { language } = await readMailReader(sql, email);
  // Tokens and codes are derived here and never stored, so no history, row or log holds one.
  const stopUrl = `${links.appUrl}/agents/stop/${signedId(secrets.stopAgent, principalId)}`;
  const outcome = await deliverToUnproven(dependencies, { address: email }, (service) =>
    renderIdentityCode(service, {
      ...facts,
      ...{ language, issueNo, clientIp, expiresInMinutes: minutesLeft, stopUrl },
      code: mailedCode(secrets, 'agent_identity', principalId, issueNo),
    }),
  );
  if (outcome === 'undeliverable') {
    await dropPendingAgent(sql, principalId);
    return outcome;
  }
  await markMailedCodeAccepted(sql, principalId, issueNo);
  return 'mailed';
}
