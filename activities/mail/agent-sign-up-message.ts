import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import { UNCLAIMED_DAYS } from '../../domain/workspaces/unclaimed.ts';
import type { AgentSignUpFacts } from '../../store/identity/agent-sign-ups.ts';
import { agentTexts, waysIn } from '../../texts/en/mails/accounts.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import type { DetailRow, MailBlock } from './content.ts';
import { agentNames } from './identity-messages.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

const NAME_CHARACTERS = 80;

export interface AgentSignUpMail extends AgentSignUpFacts {
  readonly language: Language;
  /** how they write dates; null: as their language usually does */
  readonly region?: string | null;
  /** Where the person signs in. */
  readonly claimUrl: string;
  /** `{app_url}/agents/stop/{token}` */
  readonly stopUrl: string;
}

/** Tells a person of the account that an agent made for them: what there is, how they take it, and how they stop the agent. */
export function renderAgentSignUp(service: MailService, mail: AgentSignUpMail): OutgoingMail {
  const { language } = mail;
  const { signUp: texts } = translated(agentTexts, language);
  const { agent, workspace } = agentNames(mail, language);
  const lead = texts.lead(agent, workspace, service.name);
  return composeMail(
    service,
    {
      key: `${mail.principalId}:agent-sign-up`,
      workspaceId: mail.madeWorkspace?.id ?? null,
      to: mail.email,
      replyTo: null,
      kind: 'agent_sign_up',
      subject: texts.subject(service.name),
    },
    {
      language,
      preview: lead,
      heading: texts.heading,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'details', rows: detailsOf(mail) },
        { kind: 'paragraph', text: texts.yours(UNCLAIMED_DAYS) },
        { kind: 'action', label: texts.action, url: mail.claimUrl },
        endOfAgent(mail),
      ],
      footer: texts.footer(service.name),
    },
  );
}

function endOfAgent({ hasStopped, stopUrl, language }: AgentSignUpMail): MailBlock {
  const { signUp: texts } = translated(agentTexts, language);
  return hasStopped
    ? { kind: 'paragraph', text: texts.hasStopped }
    : { kind: 'aside', text: texts.notWanted, link: { label: texts.stop, url: stopUrl } };
}

/** The agent chose the workspace's name, so it is shown only if it reads like one. */
function detailsOf(mail: AgentSignUpMail): DetailRow[] {
  const { email, madeWorkspace, source, clientIp, madeAt, timezone, language, region } = mail;
  const { signUp: texts } = translated(agentTexts, language);
  const name = plausibleName(madeWorkspace?.name ?? null);
  return [
    { label: texts.account, value: email },
    ...(madeWorkspace === null
      ? []
      : [{ label: texts.with, value: texts.withWorkspace(name === null ? null : singleLine(name, NAME_CHARACTERS)) }]),
    { label: texts.made, value: instantInWords(madeAt.getTime(), { timezone, language, region }) },
    { label: texts.by, value: translated(waysIn, language)[source] },
    { label: texts.network, value: clientIp },
  ];
}
