import type { Sql } from 'postgres';
import { z } from 'zod';
import { shownLetterCode } from '../../domain/access/letter-code.ts';
import { isOfWebhook } from '../../domain/access/new-access.ts';
import { claimAccountUrl } from '../../domain/identity/claim-account.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import type { AccountMailKind, MailOutcome, NoMail, OutboxKind } from '../../domain/mail/outbox.ts';
import { invitationToken, mailedCode, type Secrets, signedId, signInToken } from '../../domain/secrets.ts';
import { decideNotice, readAccessFacts } from '../../store/access/access-notices.ts';
import { readAddressChange } from '../../store/accounts/account-mails.ts';
import { readMailLanguage, readMailReader } from '../../store/accounts/mail-reader.ts';
import { dropMailedCode, markMailedCodeAccepted, readCodeToMail } from '../../store/accounts/mailed-codes.ts';
import { dropLink, readLinkToMail } from '../../store/accounts/sign-in-links.ts';
import type { Transaction } from '../../store/database.ts';
import { readSignUp } from '../../store/identity/agent-sign-ups.ts';
import { readAgentFacts } from '../../store/identity/agent-standing.ts';
import { readTakeOver } from '../../store/identity/take-overs.ts';
import type { OutboxMail } from '../../store/mail/outbox.ts';
import { dropInvitation, readInvitationToMail } from '../../store/members/invitation-mails.ts';
import { DEFAULT_LANGUAGE, languageOfRow } from '../../texts/languages.ts';
import { renderAccountDeleted, renderAddressChanged, renderAddressLink } from './account-messages.ts';
import { renderAgentSignUp } from './agent-sign-up-message.ts';
import { renderAgentAllowed } from './identity-messages.ts';
import { renderInvitation } from './invitation-message.ts';
import { renderNewAccess } from './new-access-message.ts';
import { renderSignInCode } from './sign-in-code-message.ts';
import { renderSignInLink } from './sign-in-message.ts';
import { renderHandedOver, renderTakenOver } from './take-over-messages.ts';
import { renderWebhookDisabled } from './webhook-disabled-message.ts';
import { renderWebhookSet } from './webhook-set-message.ts';
import {
  renderWorkspaceDeleted,
  renderWorkspaceErased,
  renderWorkspaceRestored,
} from './workspace-deletion-messages.ts';

/** What the kinds need to read and write a mail. */
export interface MailSources {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly appUrl: string;
}

/** A mail that is to leave. */
interface Letter {
  readonly to: string;
  /** A test key caused it: it is stored for `list_test_mail` and never sent. */
  readonly isTest?: boolean;
  readonly render: (service: MailService) => OutgoingMail;
}

interface KindOfMail<Kind extends OutboxKind> {
  /** The longest wait between two tries. Short where a person waits for the mail. */
  readonly maxWaitSeconds: number;
  /** The person who typed the address may be a stranger to its inbox: the mail has the link that refuses more, and respects it. */
  readonly isToUnproven: boolean;
  /** Reads the rows as they are now, and derives codes and tokens: they are never stored, so no history, row or log holds them. */
  readonly write: (sources: MailSources, mail: OutboxMail<Kind>) => Promise<Letter | NoMail>;
  /** Changes the rows of the subject, in the transaction that settles the mail. */
  readonly settle?: (tx: Transaction, mail: OutboxMail<Kind>, outcome: MailOutcome) => Promise<void>;
}

const SECONDS_OF_WAITING_PERSON = 30;
const SECONDS_OF_NOTICE = 300;

/** What an app said of itself when it asked for a code (`startNativeEmail`). */
const AppOfCode = z.object({
  clientName: z.string().nullish().default(null),
  agentName: z.string().nullish().default(null),
});

const signInLink: KindOfMail<'sign_in_link'> = {
  maxWaitSeconds: SECONDS_OF_WAITING_PERSON,
  isToUnproven: false,
  write: async ({ sql, secrets, appUrl }, { subjectId: linkId }) => {
    const link = await readLinkToMail(sql, linkId);
    if (!link) return 'late';
    const url = `${appUrl}/login/link/${signInToken(secrets, linkId)}`;
    return { to: link.email, render: (service) => renderSignInLink(service, { linkId, url, ...link }) };
  },
  settle: async (tx, { subjectId }, outcome) => {
    if (outcome === 'undeliverable') await dropLink(tx, subjectId);
  },
};

const signInCode: KindOfMail<'sign_in_code'> = {
  maxWaitSeconds: SECONDS_OF_WAITING_PERSON,
  isToUnproven: false,
  write: async ({ sql, secrets }, { subjectId: codeId, facts: { issueNo } }) => {
    const found = await readCodeToMail(sql, 'native_sign_in', codeId);
    if (!found || found === 'mailed' || found.issueNo !== issueNo) return 'late';
    const { email, minutesLeft, clientIp, issuedAt } = found;
    const language = await readMailLanguage(sql, email, null);
    const code = shownLetterCode(mailedCode(secrets, 'native_sign_in', codeId, issueNo));
    const asked = { clientIp, issuedAt, ...AppOfCode.parse(found.about) };
    const facts = { codeId, issueNo, email, minutesLeft, code, language, ...asked };
    return { to: email, render: (service) => renderSignInCode(service, facts) };
  },
  settle: async (tx, { subjectId, facts: { issueNo } }, outcome) => {
    if (outcome === 'undeliverable') await dropMailedCode(tx, subjectId);
    if (outcome === 'mailed') await markMailedCodeAccepted(tx, subjectId, issueNo);
  },
};

const invitation: KindOfMail<'invitation'> = {
  maxWaitSeconds: SECONDS_OF_NOTICE,
  isToUnproven: true,
  write: async ({ sql, secrets, appUrl }, { subjectId: invitationId, facts: { issueNo } }) => {
    const found = await readInvitationToMail(sql, invitationId, issueNo);
    if (!found) return 'late';
    const url = `${appUrl}/invitations/${invitationToken(secrets, invitationId)}`;
    const language = await readMailLanguage(sql, found.email, found.inviterEmail);
    const facts = { invitationId, url, language, ...found };
    return { to: found.email, render: (service) => renderInvitation(service, facts) };
  },
  settle: async (tx, { subjectId }, outcome) => {
    if (outcome === 'undeliverable') await dropInvitation(tx, subjectId);
  },
};

const newAccess: KindOfMail<'new_access'> = {
  maxWaitSeconds: SECONDS_OF_NOTICE,
  isToUnproven: false,
  write: async ({ sql, secrets, appUrl }, { subjectId }) => {
    const decision = await decideNotice(sql, subjectId);
    if (decision === 'none') return 'left_out';
    const access = await readAccessFacts(sql, subjectId);
    if (!access) return 'gone';
    const { language, region } = await readMailReader(sql, access.email);
    const facts = { ...access, language, region, isLast: decision === 'last' };
    const { email: to, isTest, kind } = access;
    if (isOfWebhook(kind)) {
      const webhooksUrl = `${appUrl}/settings/webhooks`;
      return { to, isTest, render: (service) => renderWebhookSet(service, { ...facts, kind, webhooksUrl }) };
    }
    const urls = { stopUrl: `${appUrl}/access/stop/${signedId(secrets.stopAccess, subjectId)}`, homeUrl: appUrl };
    return { to, isTest, render: (service) => renderNewAccess(service, { ...facts, kind, ...urls }) };
  },
};

const agentAllowed: KindOfMail<'agent_allowed'> = {
  maxWaitSeconds: SECONDS_OF_NOTICE,
  isToUnproven: false,
  write: async (sources, { subjectId: principalId }) => {
    const found = await readAgentFacts(sources.sql, principalId, 'verified');
    if (!found) return 'late';
    const { language, region } = await readMailReader(sources.sql, found.prospectEmail);
    const facts = { ...found, language, region, stopUrl: stopAgentUrl(sources, principalId) };
    return { to: found.prospectEmail, render: (service) => renderAgentAllowed(service, facts) };
  },
};

/** It leaves also if the agent was stopped before. */
const agentSignUp: KindOfMail<'agent_sign_up'> = {
  maxWaitSeconds: SECONDS_OF_NOTICE,
  isToUnproven: false,
  write: async (sources, { subjectId: principalId }) => {
    const found = await readSignUp(sources.sql, principalId);
    if (!found) return 'gone';
    const { language, region } = await readMailReader(sources.sql, found.email);
    const urls = { claimUrl: claimAccountUrl(sources.appUrl), stopUrl: stopAgentUrl(sources, principalId) };
    return {
      to: found.email,
      render: (service) => renderAgentSignUp(service, { ...found, ...urls, language, region }),
    };
  },
};

const stopAgentUrl = ({ appUrl, secrets }: MailSources, principalId: string): string =>
  `${appUrl}/agents/stop/${signedId(secrets.stopAgent, principalId)}`;

const takenOver: KindOfMail<'taken_over'> = {
  maxWaitSeconds: SECONDS_OF_NOTICE,
  isToUnproven: false,
  write: async ({ sql, secrets, appUrl }, { subjectId: claimId }) => {
    const takeOver = await readTakeOver(sql, claimId);
    if (!takeOver) return 'gone';
    const { seat, newOwner } = takeOver;
    const { language } = await readMailReader(sql, newOwner.email);
    const stopUrl = seat && `${appUrl}/access/stop/${signedId(secrets.stopAccess, seat.id)}`;
    const facts = { ...takeOver, stopUrl, homeUrl: appUrl, language };
    return { to: newOwner.email, render: (service) => renderTakenOver(service, facts) };
  },
};

const handedOver: KindOfMail<'handed_over'> = {
  maxWaitSeconds: SECONDS_OF_NOTICE,
  isToUnproven: false,
  write: async ({ sql }, { subjectId: claimId }) => {
    const takeOver = await readTakeOver(sql, claimId);
    const formerOwner = takeOver?.formerOwner;
    if (!formerOwner) return 'gone';
    const { language } = await readMailReader(sql, formerOwner.email);
    return {
      to: formerOwner.email,
      render: (service) => renderHandedOver(service, { ...takeOver, formerOwner }, language),
    };
  },
};

/** What all mails about accounts say. */
const aboutAccount = (
  { appUrl }: MailSources,
  { id, recipient, facts: { language, timezone } }: OutboxMail<AccountMailKind>,
) => {
  const reader = { language: languageOfRow(language ?? DEFAULT_LANGUAGE), timezone, region: null };
  return { mailId: id, email: recipient ?? '', reader, loginUrl: `${appUrl}/login`, appUrl };
};

const accountMail = { maxWaitSeconds: 60, isToUnproven: false } as const;

const addressLink: KindOfMail<'address_link'> = {
  maxWaitSeconds: 60,
  isToUnproven: true,
  write: async (sources, mail) => {
    const change = await readAddressChange(sources.sql, mail.subjectId);
    if (!change) return 'gone';
    if (!change.isLinkOpen) return 'late';
    const about = aboutAccount(sources, mail);
    const url = `${sources.appUrl}/account/address/${signedId(sources.secrets.addressLink, mail.subjectId)}`;
    return { to: about.email, render: (service) => renderAddressLink(service, { ...about, url, ...change }) };
  },
};

const addressChanged: KindOfMail<'address_changed'> = {
  ...accountMail,
  write: async (sources, mail) => {
    const change = await readAddressChange(sources.sql, mail.subjectId);
    if (!change) return 'gone';
    const about = aboutAccount(sources, mail);
    const undoUrl = `${sources.appUrl}/account/address/undo/${signedId(sources.secrets.addressUndo, mail.subjectId)}`;
    const facts = { ...about, newEmail: change.newEmail, undoUrl, at: change.confirmedAt ?? mail.createdAt };
    return { to: about.email, render: (service) => renderAddressChanged(service, facts) };
  },
};

const accountDeleted: KindOfMail<'account_deleted'> = {
  ...accountMail,
  write: async (sources, mail) => {
    const about = aboutAccount(sources, mail);
    return { to: about.email, render: (service) => renderAccountDeleted(service, { ...about, at: mail.createdAt }) };
  },
};

const ofWorkspace = <Kind extends 'workspace_deleted' | 'workspace_restored' | 'workspace_erased'>(
  render: typeof renderWorkspaceDeleted,
): KindOfMail<Kind> => ({
  ...accountMail,
  write: async (sources, mail) => {
    const about = aboutAccount(sources, mail);
    const { workspaceName: name, eraseAt } = mail.facts;
    const facts = { ...about, name, eraseAt: eraseAt === null ? mail.createdAt : new Date(eraseAt) };
    return { to: about.email, render: (service) => render(service, facts) };
  },
});

const webhookDisabled: KindOfMail<'webhook_disabled'> = {
  ...accountMail,
  write: async (sources, mail) => {
    const { host, reason } = mail.facts;
    const about = aboutAccount(sources, mail);
    return { to: about.email, render: (service) => renderWebhookDisabled(service, { ...about, host, reason }) };
  },
};

/** All mails of the outbox. One that `domain/mail/outbox.ts` lists and that has no entry here does not compile. */
export const outboxKinds: { readonly [Kind in OutboxKind]: KindOfMail<Kind> } = {
  sign_in_link: signInLink,
  sign_in_code: signInCode,
  invitation,
  new_access: newAccess,
  agent_allowed: agentAllowed,
  agent_sign_up: agentSignUp,
  taken_over: takenOver,
  handed_over: handedOver,
  address_link: addressLink,
  address_changed: addressChanged,
  account_deleted: accountDeleted,
  workspace_deleted: ofWorkspace(renderWorkspaceDeleted),
  workspace_restored: ofWorkspace(renderWorkspaceRestored),
  workspace_erased: ofWorkspace(renderWorkspaceErased),
  webhook_disabled: webhookDisabled,
};
