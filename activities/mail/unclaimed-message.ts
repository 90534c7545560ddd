import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import { linkless } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import { daysInMs, UNCLAIMED_DAYS } from '../../domain/workspaces/unclaimed.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

const NAME_CHARACTERS = 80;

export interface UnclaimedMail {
  readonly kind: 'first' | 'last';
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly sinceMs: number;
  readonly ownerId: string;
  readonly to: string;
  /** Where the owner signs in. */
  readonly loginUrl: string;
}

/** Tells the owner of a workspace that an agent made when it becomes inactive, and how it stays active. */
export function renderUnclaimed(service: MailService, mail: UnclaimedMail): OutgoingMail {
  const workspace = singleLine(linkless(mail.workspaceName), NAME_CHARACTERS);
  const endMs = mail.sinceMs + daysInMs(UNCLAIMED_DAYS);
  const until = instantInWords(endMs, { timezone: 'UTC', language: DEFAULT_LANGUAGE });
  const isLast = mail.kind === 'last';
  const subject = isLast ? `${workspace} becomes inactive tomorrow` : `${workspace} becomes inactive in a week`;
  const lead = `An agent made ${workspace}, and no person has signed in as its owner. Unless a meeting is upcoming, it takes no more bookings from ${until}.`;
  return composeMail(
    service,
    {
      // At most 80 characters: the end of an id tells the owners of one workspace apart.
      key: `${mail.workspaceId}:unclaimed-${mail.kind}-${mail.ownerId.slice(-12)}`,
      ...{ workspaceId: mail.workspaceId, to: mail.to, replyTo: null, kind: 'claim', subject },
    },
    {
      language: DEFAULT_LANGUAGE,
      preview: lead,
      heading: subject,
      blocks: [
        { kind: 'paragraph', text: lead },
        {
          kind: 'paragraph',
          text: 'It stays active once its owner signs in with a browser. An agent cannot: it asks its person to take the workspace over, with create_claim_intent. Nothing is deleted, and both work later, too.',
        },
        { kind: 'action', label: 'Sign in', url: mail.loginUrl },
      ],
      footer: `${service.name} sent this because you own ${workspace}.`,
    },
  );
}
