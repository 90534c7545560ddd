import { linkless } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import { daysInMs, UNCLAIMED_DAYS } from '../../domain/workspaces/unclaimed.ts';
import { unclaimedTexts } from '../../texts/en/mails/workspaces.ts';
import { translated } from '../../texts/translated.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords, type Reader } from './times.ts';

const NAME_CHARACTERS = 80;

export interface UnclaimedMail {
  readonly kind: 'first' | 'last';
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly sinceMs: number;
  readonly ownerId: string;
  readonly to: string;
  readonly reader: Reader;
  /** Where the owner signs in. */
  readonly loginUrl: string;
}

/** Tells the owner of a workspace that an agent made when it becomes inactive, and how it stays active. */
export function renderUnclaimed(service: MailService, mail: UnclaimedMail): OutgoingMail {
  const { reader } = mail;
  const texts = translated(unclaimedTexts, reader.language);
  const workspace = singleLine(linkless(mail.workspaceName), NAME_CHARACTERS);
  const endMs = mail.sinceMs + daysInMs(UNCLAIMED_DAYS);
  const until = instantInWords(endMs, reader);
  const isLast = mail.kind === 'last';
  const subject = isLast ? texts.tomorrow(workspace) : texts.inAWeek(workspace);
  const lead = texts.lead(workspace, until);
  return composeMail(
    service,
    {
      // At most 80 characters: the end of an id tells the owners of one workspace apart.
      key: `${mail.workspaceId}:unclaimed-${mail.kind}-${mail.ownerId.slice(-12)}`,
      ...{ workspaceId: mail.workspaceId, to: mail.to, replyTo: null, kind: 'claim', subject },
    },
    {
      language: reader.language,
      preview: lead,
      heading: subject,
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'paragraph', text: texts.stays },
        { kind: 'action', label: texts.action, url: mail.loginUrl },
      ],
      footer: texts.footer(service.name, workspace),
    },
  );
}
