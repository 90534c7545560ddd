import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import { linkless } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import { GRACE_DAYS } from '../../domain/workspaces/erasure.ts';
import { type AccountMail, composeAccountMail } from './account-messages.ts';
import { instantInWords } from './times.ts';

const NAME_CHARACTERS = 80;

export interface WorkspaceDeletionMail extends AccountMail {
  readonly name: string;
  readonly eraseAt: Date;
  readonly appUrl: string;
}

const factsOf = ({ name, eraseAt, appUrl }: WorkspaceDeletionMail) => ({
  workspace: singleLine(linkless(name), NAME_CHARACTERS),
  day: instantInWords(eraseAt.getTime(), { timezone: 'UTC', language: DEFAULT_LANGUAGE }),
  settingsUrl: `${appUrl}/settings/workspace`,
});

/** To each owner, with the day and the way back. */
export function renderWorkspaceDeleted(service: MailService, mail: WorkspaceDeletionMail): OutgoingMail {
  const { workspace, day, settingsUrl } = factsOf(mail);
  return composeAccountMail(service, mail, 'workspace-deleted', {
    subject: `${workspace} is deleted`,
    preview: `You can bring it back until ${day}.`,
    heading: `${workspace} is deleted`,
    blocks: [
      {
        kind: 'paragraph',
        text: 'An owner deleted this workspace. Nobody can book, its pages say so, and its keys, agents and connected apps have stopped. Meetings to come take place for now.',
      },
      { kind: 'details', rows: [{ label: 'Gone for good', value: day }] },
      {
        kind: 'paragraph',
        text: `Until then, any owner can bring it back as it was, within ${GRACE_DAYS} days. On that day its subscription ends, meetings still to come are canceled and their guests told, and all its data is deleted.`,
      },
      { kind: 'action', label: 'See it, or restore it', url: settingsUrl },
    ],
    footer: `${service.name} sends this to every owner of a workspace that is deleted.`,
  });
}

/** To each owner: the deletion was taken back. */
export function renderWorkspaceRestored(service: MailService, mail: WorkspaceDeletionMail): OutgoingMail {
  const { workspace, settingsUrl } = factsOf(mail);
  return composeAccountMail(service, mail, 'workspace-restored', {
    subject: `${workspace} is restored`,
    preview: 'Guests can book again.',
    heading: `${workspace} is restored`,
    blocks: [
      {
        kind: 'paragraph',
        text: 'An owner took the deletion of this workspace back. It is as it was: guests can book, and its keys, agents and connected apps work again.',
      },
      { kind: 'action', label: 'See the workspace', url: settingsUrl },
    ],
    footer: `${service.name} sends this to every owner of a workspace that is restored.`,
  });
}

/** The last mail about a workspace. */
export function renderWorkspaceErased(service: MailService, mail: WorkspaceDeletionMail): OutgoingMail {
  const { workspace } = factsOf(mail);
  return composeAccountMail(service, mail, 'workspace-erased', {
    subject: `All data of ${workspace} is deleted`,
    preview: 'It cannot be brought back.',
    heading: `All data of ${workspace} is deleted`,
    blocks: [
      {
        kind: 'paragraph',
        text: `${GRACE_DAYS} days after an owner deleted this workspace, its meetings, guests, settings, keys and log are gone, and nothing is charged for it any more. It cannot be brought back. Your own account stays.`,
      },
      { kind: 'action', label: 'Sign in', url: mail.loginUrl },
    ],
    footer: `This is the last mail about ${workspace}. Sent by ${service.name}.`,
  });
}
