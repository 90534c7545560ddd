import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import { UNCLAIMED_DAYS } from '../../domain/workspaces/unclaimed.ts';
import type { AgentSignUpFacts } from '../../store/identity/agent-sign-ups.ts';
import type { DetailRow, MailBlock } from './content.ts';
import { agentNames } from './identity-messages.ts';
import { composeMail } from './mail-parts.ts';
import { WAYS_IN } from './texts/new-access.ts';
import { instantInWords } from './times.ts';

const NAME_CHARACTERS = 80;

export interface AgentSignUpMail extends AgentSignUpFacts {
  /** Where the person signs in. */
  readonly claimUrl: string;
  /** `{app_url}/agents/stop/{token}` */
  readonly stopUrl: string;
}

/** Tells a person of the account that an agent made for them: what there is, how they take it, and how they stop the agent. */
export function renderAgentSignUp(service: MailService, mail: AgentSignUpMail): OutgoingMail {
  const { agent, workspace } = agentNames(mail);
  const lead = `${agent} of ${workspace} made an account for you on ${service.name}. You allowed it to.`;
  return composeMail(
    service,
    {
      key: `${mail.principalId}:agent-sign-up`,
      workspaceId: mail.madeWorkspace?.id ?? null,
      to: mail.email,
      replyTo: null,
      kind: 'agent_sign_up',
      subject: `An agent made an account for you on ${service.name}`,
    },
    {
      language: DEFAULT_LANGUAGE,
      preview: lead,
      heading: 'An agent made an account for you',
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'details', rows: detailsOf(mail) },
        {
          kind: 'paragraph',
          text: `The account is yours, and nobody is signed in to it. You need no password: type this address, and a link comes by mail. If you never sign in, the workspace takes no more bookings after ${UNCLAIMED_DAYS} days, unless a meeting is upcoming.`,
        },
        { kind: 'action', label: 'Sign in to your account', url: mail.claimUrl },
        endOfAgent(mail),
      ],
      footer: `${service.name} sends this once for an account that an agent makes.`,
    },
  );
}

const endOfAgent = ({ hasStopped, stopUrl }: AgentSignUpMail): MailBlock =>
  hasStopped
    ? {
        kind: 'paragraph',
        text: 'The agent was stopped since, or its time is over: it can do nothing more for you. The account stays.',
      }
    : {
        kind: 'aside',
        text: 'You do not want this agent to act for you any more? No sign-in is needed. The account stays.',
        link: { label: 'Stop the agent', url: stopUrl },
      };

/** The agent chose the workspace's name, so it is shown only if it reads like one. */
function detailsOf({ email, madeWorkspace, source, clientIp, madeAt, timezone }: AgentSignUpMail): DetailRow[] {
  const name = plausibleName(madeWorkspace?.name ?? null);
  return [
    { label: 'Account', value: email },
    ...(madeWorkspace === null
      ? []
      : [
          {
            label: 'With',
            value: `a workspace${name === null ? '' : ` “${singleLine(name, NAME_CHARACTERS)}”`} and an event that people can book`,
          },
        ]),
    { label: 'Made', value: instantInWords(madeAt.getTime(), { timezone, language: DEFAULT_LANGUAGE }) },
    { label: 'By', value: WAYS_IN[source] },
    { label: 'From network', value: clientIp },
  ];
}
