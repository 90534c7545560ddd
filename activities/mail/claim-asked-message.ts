import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import { linkless } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import { composeMail } from './mail-parts.ts';
import type { WorkspaceClaimMail } from './workspace-claim-message.ts';

const NAME_CHARACTERS = 80;

export interface ClaimAskedMail extends Omit<WorkspaceClaimMail, 'url' | 'ownerEmail'> {
  readonly ownerEmail: string;
  /** Ends the key that asked, and the question with it: `{app_url}/access/stop/{token}` */
  readonly stopUrl: string;
}

/** Tells the owner that a key of theirs offers their workspace to somebody: it is theirs until that person accepts. */
export function renderClaimAsked(service: MailService, mail: ClaimAskedMail): OutgoingMail {
  const workspace = singleLine(linkless(mail.workspaceName), NAME_CHARACTERS);
  const lead = `A key of yours asks ${mail.prospectEmail} to take over ${workspace}. If they accept, they own it, and you leave it.`;
  return composeMail(
    service,
    {
      ...{ key: `${mail.id}:claim-asked`, workspaceId: mail.workspaceId, to: mail.ownerEmail, replyTo: null },
      kind: 'new_access',
      subject: `Your workspace ${workspace} is offered to ${mail.prospectEmail}`,
    },
    {
      language: DEFAULT_LANGUAGE,
      preview: lead,
      heading: 'Is your workspace to have another owner?',
      blocks: [
        { kind: 'paragraph', text: lead },
        {
          kind: 'paragraph',
          text: 'Did you, or your agent, want that? Then all is well. If not, stop it now: the key ends, and so does the question.',
        },
        { kind: 'action', label: 'See it, and stop it', url: mail.stopUrl },
      ],
      footer: `${service.name} sends this whenever a workspace is offered to somebody.`,
    },
  );
}
