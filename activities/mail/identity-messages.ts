import { LAPSES_AFTER_DAYS } from '../../domain/identity/agent-standing.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import type { AgentFacts } from '../../store/identity/agent-standing.ts';
import { scopeWords } from '../../texts/en/access.ts';
import { agentTexts } from '../../texts/en/mails/accounts.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

const NAME_CHARACTERS = 80;

/** A stranger chose both names, so they are shown only if they read like names: nothing in the mail can call, threaten or link. */
export const agentNames = (
  { agentLabel, workspaceName }: Pick<AgentFacts, 'agentLabel' | 'workspaceName'>,
  language: Language,
): { readonly agent: string; readonly workspace: string } => {
  const texts = translated(agentTexts, language);
  const agent = plausibleName(agentLabel);
  const workspace = plausibleName(workspaceName);
  return {
    agent: agent === null ? texts.anAgent : texts.theAgent(singleLine(agent, NAME_CHARACTERS)),
    workspace: workspace === null ? texts.aWorkspace : texts.theWorkspace(singleLine(workspace, NAME_CHARACTERS)),
  };
};

export interface IdentityCodeMail extends AgentFacts {
  /** Number of this code, from 1: each is a new mail. */
  readonly issueNo: number;
  /** six digits */
  readonly code: string;
  readonly expiresInMinutes: number;
  /** The network from which the agent asked. */
  readonly clientIp: string;
  /** `{app_url}/agents/stop/{token}` */
  readonly stopUrl: string;
  readonly language: Language;
}

/** Asks a person whether an agent may act for them. They may know neither the agent nor the service. */
export function renderIdentityCode(service: MailService, mail: IdentityCodeMail): OutgoingMail {
  const { language } = mail;
  const { code: texts } = translated(agentTexts, language);
  const { agent, workspace } = agentNames(mail, language);
  const lead = texts.lead(agent, workspace, service.name);
  return composeMail(
    service,
    {
      key: `${mail.principalId}:identity-code-${mail.issueNo}`,
      workspaceId: mail.workspaceId,
      to: mail.prospectEmail,
      replyTo: null,
      kind: 'identity_code',
      subject: texts.subject(mail.code, service.name),
    },
    {
      language,
      preview: lead,
      heading: texts.heading,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'paragraph', text: texts.give },
        { kind: 'code', code: mail.code },
        { kind: 'paragraph', text: texts.keep },
        // The agent names the scopes only with the code, so the mail names all.
        { kind: 'list', lead: texts.any, items: Object.values(translated(scopeWords, language)) },
        { kind: 'details', rows: [{ label: texts.network, value: mail.clientIp }] },
        {
          kind: 'aside',
          text: texts.limits(mail.expiresInMinutes),
          link: { label: texts.refuse, url: mail.stopUrl },
        },
      ],
      footer: texts.footer(service.name),
    },
  );
}

export interface AgentAllowedMail extends AgentFacts {
  readonly stopUrl: string;
  readonly language: Language;
  /** how they write dates; null: as their language usually does */
  readonly region?: string | null;
}

/** Tells a person what they allowed, with the link that stops it. */
export function renderAgentAllowed(service: MailService, mail: AgentAllowedMail): OutgoingMail {
  const { language, timezone, region } = mail;
  const { allowed: texts } = translated(agentTexts, language);
  const { agent, workspace } = agentNames(mail, language);
  const lead = texts.lead(agent, workspace);
  const since = instantInWords(mail.verifiedAt?.getTime() ?? 0, { timezone, language, region });
  return composeMail(
    service,
    {
      key: `${mail.principalId}:agent-allowed`,
      workspaceId: mail.workspaceId,
      to: mail.prospectEmail,
      replyTo: null,
      kind: 'agent_allowed',
      subject: texts.subject(service.name),
    },
    {
      language,
      preview: lead,
      heading: texts.heading,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'list', lead: texts.may, items: mail.scopes.map((scope) => translated(scopeWords, language)[scope]) },
        {
          kind: 'details',
          rows: [{ label: texts.since, value: since }],
        },
        { kind: 'paragraph', text: texts.ends(LAPSES_AFTER_DAYS) },
        { kind: 'action', label: texts.action, url: mail.stopUrl },
      ],
      footer: texts.footer(service.name),
    },
  );
}
