import { LAPSES_AFTER_DAYS } from '../../domain/identity/agent-standing.ts';
import { SCOPE_WORDS } from '../../domain/identity/scope-words.ts';
import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import type { AgentFacts } from '../../store/identity/agent-standing.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

const NAME_CHARACTERS = 80;

/** A stranger chose both names, so they are shown only if they read like names: nothing in the mail can call, threaten or link. */
export const agentNames = ({
  agentLabel,
  workspaceName,
}: Pick<AgentFacts, 'agentLabel' | 'workspaceName'>): { readonly agent: string; readonly workspace: string } => {
  const agent = plausibleName(agentLabel);
  const workspace = plausibleName(workspaceName);
  return {
    agent: agent === null ? 'An agent' : `The agent “${singleLine(agent, NAME_CHARACTERS)}”`,
    workspace: workspace === null ? 'a workspace' : `the workspace “${singleLine(workspace, NAME_CHARACTERS)}”`,
  };
};

/** The agent names the scopes only with the code, so the mail names all. */
const EVERY_SCOPE = Object.values(SCOPE_WORDS);

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
}

/** Asks a person whether an agent may act for them. They may know neither the agent nor the service. */
export function renderIdentityCode(service: MailService, mail: IdentityCodeMail): OutgoingMail {
  const { agent, workspace } = agentNames(mail);
  const lead = `${agent} of ${workspace} asks to act for you on ${service.name}.`;
  return composeMail(
    service,
    {
      key: `${mail.principalId}:identity-code-${mail.issueNo}`,
      workspaceId: mail.workspaceId,
      to: mail.prospectEmail,
      replyTo: null,
      kind: 'identity_code',
      subject: `${mail.code} lets an agent act for you on ${service.name}`,
    },
    {
      language: DEFAULT_LANGUAGE,
      preview: lead,
      heading: 'May this agent act for you?',
      blocks: [
        { kind: 'paragraph', text: lead },
        {
          kind: 'paragraph',
          text: 'If you asked it to, give it this code. What it chose, you see afterwards, and you can stop it at any time.',
        },
        { kind: 'code', code: mail.code },
        {
          kind: 'paragraph',
          text: 'If you did not ask for this, give the code to nobody, whatever they say. Nothing happens without it.',
        },
        { kind: 'list', lead: 'Who has the code can choose any of these:', items: EVERY_SCOPE },
        { kind: 'details', rows: [{ label: 'Asked from network', value: mail.clientIp }] },
        {
          kind: 'aside',
          text: `The code works once, for ${mail.expiresInMinutes} minutes, only for this agent.`,
          link: { label: 'Refuse it', url: mail.stopUrl },
        },
      ],
      footer: `${service.name} makes booking pages. It sends this because somebody typed your address.`,
    },
  );
}

export interface AgentAllowedMail extends AgentFacts {
  readonly stopUrl: string;
}

/** Tells a person what they allowed, with the link that stops it. */
export function renderAgentAllowed(service: MailService, mail: AgentAllowedMail): OutgoingMail {
  const { agent, workspace } = agentNames(mail);
  const lead = `${agent} can act for you in ${workspace} since just now, because it entered the code of your mail.`;
  const since = instantInWords(mail.verifiedAt?.getTime() ?? 0, {
    timezone: mail.timezone,
    language: DEFAULT_LANGUAGE,
  });
  return composeMail(
    service,
    {
      key: `${mail.principalId}:agent-allowed`,
      workspaceId: mail.workspaceId,
      to: mail.prospectEmail,
      replyTo: null,
      kind: 'agent_allowed',
      subject: `An agent can act for you on ${service.name}`,
    },
    {
      language: DEFAULT_LANGUAGE,
      preview: lead,
      heading: 'An agent can act for you',
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'list', lead: 'It may:', items: mail.scopes.map((scope) => SCOPE_WORDS[scope]) },
        {
          kind: 'details',
          rows: [{ label: 'Since', value: since }],
        },
        {
          kind: 'paragraph',
          text: `It ends by itself when the agent has not been used for ${LAPSES_AFTER_DAYS} days, and at once when you stop it.`,
        },
        { kind: 'action', label: 'See it, and stop it', url: mail.stopUrl },
      ],
      footer: `${service.name} sends this once for each agent that may act for you.`,
    },
  );
}
