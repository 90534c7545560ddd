import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import type { Role } from '../../schemas/shapes/access.ts';
import { invitationTexts } from '../../texts/en/mails/workspaces.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

const NAME_CHARACTERS = 80;

export interface InvitationMail {
  readonly invitationId: string;
  /** Number of this request, from 1: each is a new mail. */
  readonly issueNo: number;
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** null: they have left. */
  readonly inviterName: string | null;
  readonly email: string;
  readonly role: Role;
  /** `{app_url}/invitations/{token}` */
  readonly url: string;
  readonly expiresAt: Date;
  readonly language: Language;
}

/** Invites a person to a workspace. A stranger may have typed the address, so names appear only if they read like names. */
export function renderInvitation(service: MailService, mail: InvitationMail): OutgoingMail {
  const { language } = mail;
  const texts = translated(invitationTexts, language);
  const workspace = singleLine(plausibleName(mail.workspaceName) ?? texts.aWorkspace, NAME_CHARACTERS);
  const inviter = (mail.inviterName === null ? null : plausibleName(mail.inviterName)) ?? texts.somebody;
  const lead = texts.lead(inviter, workspace, texts.roles[mail.role]);
  const until = instantInWords(mail.expiresAt.getTime(), { timezone: 'UTC', language });
  return composeMail(
    service,
    {
      key: `${mail.invitationId}:invitation-${mail.issueNo}`,
      workspaceId: mail.workspaceId,
      to: mail.email,
      replyTo: null,
      kind: 'invitation',
      subject: texts.subject(inviter, workspace, service.name),
    },
    {
      language,
      preview: lead,
      heading: texts.heading(workspace),
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'paragraph', text: texts.what(service.name) },
        { kind: 'action', label: texts.action, url: mail.url },
        {
          kind: 'aside',
          text: texts.limits(until),
        },
      ],
      footer: texts.footer(service.name),
    },
  );
}
