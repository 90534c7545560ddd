import { linkless } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import { claimTexts } from '../../texts/en/mails/workspaces.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
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
  readonly language: Language;
  /** `{app_url}/claim/{token}` */
  readonly url: string;
}

/** Asks a person to take over a workspace that an agent made. They have proved nothing, so names appear only if they read like names. */
export function renderWorkspaceClaim(service: MailService, mail: WorkspaceClaimMail): OutgoingMail {
  const { language } = mail;
  const { workspace: texts } = translated(claimTexts, language);
  const agent = plausibleName(mail.agentName) ?? texts.anAgent;
  const workspace = singleLine(linkless(plausibleName(mail.workspaceName) ?? texts.aWorkspace), NAME_CHARACTERS);
  const lead = texts.lead(agent, workspace, service.name);
  const inUtc = (date: Date) => instantInWords(date.getTime(), { timezone: 'UTC', language });
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
      subject: texts.subject(agent, workspace, service.name),
    },
    {
      language,
      preview: lead,
      heading: texts.heading(workspace),
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'paragraph', text: texts.effect(service.name) },
        {
          kind: 'details',
          rows: [
            { label: texts.agent, value: agent },
            ...(mail.ownerEmail === null ? [] : [{ label: texts.address, value: mail.ownerEmail }]),
            { label: texts.asked, value: inUtc(mail.createdAt) },
            { label: texts.network, value: mail.clientIp },
          ],
        },
        { kind: 'action', label: texts.action, url: mail.url },
        { kind: 'aside', text: texts.limits(inUtc(mail.expiresAt)) },
      ],
      footer: texts.footer(service.name),
    },
  );
}
