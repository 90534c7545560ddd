import type { Sql } from 'postgres';
import type { CodeMailEnd } from '../../domain/accounts/mailed-code.ts';
import type { AgentStanding } from '../../domain/identity/agent-standing.ts';
import { claimAccountUrl } from '../../domain/identity/claim-account.ts';
import type { MailService } from '../../domain/mail/mail.ts';
import { mailedCode, type Secrets, signedId } from '../../domain/secrets.ts';
import { readMailReader } from '../../store/accounts/mail-reader.ts';
import { markMailedCodeAccepted, readCodeToMail, withholdMailedCode } from '../../store/accounts/mailed-codes.ts';
import { markSignUpTold, readUntoldSignUp } from '../../store/identity/agent-sign-ups.ts';
import { dropPendingAgent, markAgentTold, readAgentFacts, settleAgent } from '../../store/identity/agent-standing.ts';
import { hasRefusedWorkspace } from '../../store/identity/refused-requests.ts';
import { renderAgentSignUp } from '../mail/agent-sign-up-message.ts';
import { renderAgentAllowed, renderIdentityCode } from '../mail/identity-messages.ts';
import { deliver, type Mailer } from '../mail/send.ts';
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
  /**
   * Tells the person what they allowed, once.
   * @throws MailUnavailable the mail provider is away
   */
  mailAgentAllowed(principalId: string): Promise<void>;
  /**
   * Tells the person of the account that the agent made for them, once; also if it was stopped meanwhile.
   * @throws MailUnavailable the mail provider is away
   */
  mailAgentSignUp(principalId: string): Promise<void>;
}

export const createAgentIdentityActivities = (dependencies: AgentIdentityDependencies): AgentIdentityActivities => ({
  settleAgentIdentity: (principalId) => settleAgent(dependencies.sql, principalId),
  mailIdentityCode: (principalId) => mailCode(dependencies, principalId),
  mailAgentAllowed: (principalId) => mailAllowed(dependencies, principalId),
  mailAgentSignUp: (principalId) => mailSignUp(dependencies, principalId),
});

// Tokens and codes are derived here and never stored, so no history, row or log holds one.
const stopUrlOf = ({ links, secrets }: AgentIdentityDependencies, principalId: string): string =>
  `${links.appUrl}/agents/stop/${signedId(secrets.stopAgent, principalId)}`;

async function mailCode(dependencies: AgentIdentityDependencies, principalId: string): Promise<CodeMailEnd> {
  const { sql, secrets } = dependencies;
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
  const outcome = await deliverToUnproven(dependencies, { address: email }, (service) =>
    renderIdentityCode(service, {
      ...facts,
      ...{ language, issueNo, clientIp, expiresInMinutes: minutesLeft, stopUrl: stopUrlOf(dependencies, principalId) },
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

async function mailAllowed(dependencies: AgentIdentityDependencies, principalId: string): Promise<void> {
  const { sql, mailer, service } = dependencies;
  const facts = await readAgentFacts(sql, principalId, 'verified');
  if (!facts || facts.isTold) return;
  const { language, region } = await readMailReader(sql, facts.prospectEmail);
  const stopUrl = stopUrlOf(dependencies, principalId);
  await deliver(mailer, renderAgentAllowed(service, { ...facts, language, region, stopUrl }));
  await markAgentTold(sql, principalId);
}

async function mailSignUp(dependencies: AgentIdentityDependencies, principalId: string): Promise<void> {
  const { sql, mailer, service, links } = dependencies;
  const facts = await readUntoldSignUp(sql, principalId);
  if (!facts) return;
  const { language, region } = await readMailReader(sql, facts.email);
  const urls = { claimUrl: claimAccountUrl(links.appUrl), stopUrl: stopUrlOf(dependencies, principalId) };
  await deliver(mailer, renderAgentSignUp(service, { ...facts, ...urls, language, region }));
  await markSignUpTold(sql, principalId);
}
