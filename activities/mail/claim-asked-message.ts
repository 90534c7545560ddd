import { linkless } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import { claimTexts } from '../../texts/en/mails/workspaces.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import { composeMail } from './mail-parts.ts';
import type { WorkspaceClaimMail } from './workspace-claim-message.ts';

const NAME_CHARACTERS = 80;

export interface ClaimAskedMail extends Omit<WorkspaceClaimMail, 'url' | 'ownerEmail' | 'language'> {
  readonly ownerEmail: string;
  readonly language: Language;
  /** Ends the key that asked, and the question with it: `{app_url}/access/stop/{token}` */
  readonly stopUrl: string;
}

/** Tells the owner that a key of theirs offers their workspace to somebody: it is theirs until that person accepts. */
export function renderClaimAsked(service: MailService, mail: ClaimAskedMail): OutgoingMail {
  const { language, prospectEmail } = mail;
  const { asked: texts } = translated(claimTexts, language);
  const workspace = singleLine(linkless(mail.workspaceName), NAME_CHARACTERS);
  const lead = texts.lead(workspace, prospectEmail);
  return composeMail(
    service,
    {
      ...{ key: `${mail.id}:claim-asked`, workspaceId: mail.workspaceId, to: mail.ownerEmail, replyTo: null },
      kind: 'new_access',
      subject: texts.subject(workspace, prospectEmail),
    },
    {
      language,
      preview: lead,
      heading: texts.heading,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'paragraph', text: texts.wanted },
        { kind: 'action', label: texts.action, url: mail.stopUrl },
      ],
      footer: texts.footer(service.name),
    },
  );
}
