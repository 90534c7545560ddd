import { linkless } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { singleLine } from '../../domain/untrusted-text.ts';
import { GRACE_DAYS } from '../../domain/workspaces/erasure.ts';
import { workspaceDeletionTexts } from '../../texts/en/mails/workspaces.ts';
import { translated } from '../../texts/translated.ts';
import { type AccountMail, composeAccountMail } from './account-messages.ts';
import { instantInWords } from './times.ts';

const NAME_CHARACTERS = 80;

export interface WorkspaceDeletionMail extends AccountMail {
  readonly name: string;
  readonly eraseAt: Date;
  readonly appUrl: string;
}

const factsOf = ({ name, eraseAt, appUrl, reader }: WorkspaceDeletionMail) => ({
  texts: translated(workspaceDeletionTexts, reader.language),
  workspace: singleLine(linkless(name), NAME_CHARACTERS),
  day: instantInWords(eraseAt.getTime(), reader),
  settingsUrl: `${appUrl}/settings/workspace`,
});

/** To each owner, with the day and the way back. */
export function renderWorkspaceDeleted(service: MailService, mail: WorkspaceDeletionMail): OutgoingMail {
  const { texts, workspace, day, settingsUrl } = factsOf(mail);
  const { deleted } = texts;
  return composeAccountMail(service, mail, 'workspace-deleted', {
    subject: deleted.subject(workspace),
    preview: deleted.preview(day),
    heading: deleted.subject(workspace),
    blocks: [
      { kind: 'paragraph', text: deleted.lead },
      { kind: 'details', rows: [{ label: deleted.gone, value: day }] },
      { kind: 'paragraph', text: deleted.back(GRACE_DAYS) },
      { kind: 'action', label: deleted.action, url: settingsUrl },
    ],
    footer: deleted.footer(service.name),
  });
}

/** To each owner: the deletion was taken back. */
export function renderWorkspaceRestored(service: MailService, mail: WorkspaceDeletionMail): OutgoingMail {
  const { texts, workspace, settingsUrl } = factsOf(mail);
  const { restored } = texts;
  return composeAccountMail(service, mail, 'workspace-restored', {
    subject: restored.subject(workspace),
    preview: restored.preview,
    heading: restored.subject(workspace),
    blocks: [
      { kind: 'paragraph', text: restored.lead },
      { kind: 'action', label: restored.action, url: settingsUrl },
    ],
    footer: restored.footer(service.name),
  });
}

/** The last mail about a workspace. */
export function renderWorkspaceErased(service: MailService, mail: WorkspaceDeletionMail): OutgoingMail {
  const { texts, workspace } = factsOf(mail);
  const { erased } = texts;
  return composeAccountMail(service, mail, 'workspace-erased', {
    subject: erased.subject(workspace),
    preview: erased.preview,
    heading: erased.subject(workspace),
    blocks: [
      { kind: 'paragraph', text: erased.lead(GRACE_DAYS) },
      { kind: 'action', label: erased.action, url: mail.loginUrl },
    ],
    footer: erased.footer(service.name, workspace),
  });
}
