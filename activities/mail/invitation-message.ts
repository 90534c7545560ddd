import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import type { Role } from '../../schemas/shapes/access.ts';
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
}

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  admin: 'an admin',
  manager: 'a manager',
  member: 'a member',
  billing_only: 'a person who takes care of billing',
};

/** Invites a person to a workspace. A stranger may have typed the address, so names appear only if they read like names. */
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
          text: `${service.name} makes booking pages: guests choose a time and book it with you. Open the link to accept or not.`,
        },
        { kind: 'action', label: 'See the invitation', url: mail.url },
        {
          kind: 'aside',
          text: `The link works until ${until}, only for this address.`,
        },
      ],
      footer: `You do not know this workspace? You do not need to do anything: nothing happens without your answer. Sent by ${service.name}.`,
    },
  );
}
