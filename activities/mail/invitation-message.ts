import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import type { Role } from '../../schemas/shapes/access.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

const NAME_CHARACTERS = 80;

export interface InvitationMail {
  readonly invitationId: string;
  /** How many times it was asked for: each is a mail of its own. */
  readonly issueNo: number;
  readonly workspaceId: string;
  readonly workspaceName: string;
  /** null: they are gone. */
  readonly inviterName: string | null;
  readonly email: string;
  readonly role: Role;
  /** `{app_url}/invitations/{token}` */
  readonly url: string;
  readonly expiresAt: Date;
}

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  admin: 'an admin',
  manager: 'a manager',
  member: 'a member',
  billing_only: 'somebody who looks after the bills',
};

/** Asks somebody to join a workspace. It goes to an address that a stranger may have typed: names in it only if they read like names. */
export function renderInvitation(service: MailService, mail: InvitationMail): OutgoingMail {
  const workspace = plausibleName(mail.workspaceName) ?? 'a workspace';
  const inviter = mail.inviterName === null ? null : plausibleName(mail.inviterName);
  const lead = `${inviter ?? 'Somebody'} invites you to join ${singleLine(workspace, NAME_CHARACTERS)} as ${ROLE_WORDS[mail.role]}.`;
  const until = instantInWords(mail.expiresAt.getTime(), { timezone: 'UTC', language: DEFAULT_LANGUAGE });
  return composeMail(
    service,
    {
      key: `${mail.invitationId}:invitation-${mail.issueNo}`,
      workspaceId: mail.workspaceId,
      to: mail.email,
      replyTo: null,
      kind: 'invitation',
      subject: `${inviter ?? 'Somebody'} invites you to ${singleLine(workspace, NAME_CHARACTERS)} on ${service.name}`,
    },
    {
      language: DEFAULT_LANGUAGE,
      preview: lead,
      heading: `Join ${singleLine(workspace, NAME_CHARACTERS)}`,
      blocks: [
        { kind: 'paragraph', text: lead },
        {
          kind: 'paragraph',
          text: `${service.name} makes booking pages: guests choose a time, and it lands in your day. You decide on the page behind this link.`,
        },
        { kind: 'action', label: 'See the invitation', url: mail.url },
        {
          kind: 'aside',
          text: `The link works until ${until}, for this address alone.`,
        },
      ],
      footer: `You do not know them? Then do nothing: without your answer nothing happens. Sent by ${service.name}.`,
    },
  );
}
