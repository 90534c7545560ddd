import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import { linkless } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

const NAME_CHARACTERS = 80;

export interface WorkspaceClaimMail {
  readonly id: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly prospectEmail: string;
  readonly agentName: string | null;
  readonly ownerEmail: string | null;
  readonly clientIp: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** `{app_url}/claim/{token}` */
  readonly url: string;
}

/** Asks a person to take over a workspace that an agent made. They have proved nothing, so names appear only if they read like names. */
export function renderWorkspaceClaim(service: MailService, mail: WorkspaceClaimMail): OutgoingMail {
  const agent = plausibleName(mail.agentName) ?? 'An agent';
  const workspace = singleLine(linkless(plausibleName(mail.workspaceName) ?? 'a workspace'), NAME_CHARACTERS);
  const lead = `${agent} made ${workspace} on ${service.name} and asks you to take it over.`;
  const inUtc = (date: Date) => instantInWords(date.getTime(), { timezone: 'UTC', language: DEFAULT_LANGUAGE });
  return composeMail(
    service,
    {
      ...{
        key: `${mail.id}:workspace-claim`,
        workspaceId: mail.workspaceId,
        to: mail.prospectEmail,
        replyTo: null,
        kind: 'claim',
      },
      subject: `${agent} asks you to take over ${workspace} on ${service.name}`,
    },
    {
      language: DEFAULT_LANGUAGE,
      preview: lead,
      heading: `Take over ${workspace}?`,
      blocks: [
        { kind: 'paragraph', text: lead },
        {
          kind: 'paragraph',
          text: `${service.name} makes booking pages: guests choose a time and book it. If you accept, the workspace is yours, and you decide whether the agent may go on. Accept only if you know this agent.`,
        },
        {
          kind: 'details',
          rows: [
            { label: 'Agent', value: agent },
            ...(mail.ownerEmail === null ? [] : [{ label: 'Its address', value: mail.ownerEmail }]),
            { label: 'Asked', value: inUtc(mail.createdAt) },
            { label: 'From network', value: mail.clientIp },
          ],
        },
        { kind: 'action', label: 'See it, accept or refuse', url: mail.url },
        { kind: 'aside', text: `The link works until ${inUtc(mail.expiresAt)}, only for this address, signed in.` },
      ],
      footer: `You do not know this agent? You do not need to do anything: nothing happens without your answer. Sent by ${service.name}.`,
    },
  );
}
