import type { AccessNoticeActivities } from '../activities/access/access-notice.ts';
import type { AccessNoticeEnd } from '../domain/access/new-access.ts';
import { mailActivities, mailRow } from './mail-flow.ts';

/** If no mail leaves within a day, the sweep starts the flow again. */
const { mailNewAccess } = mailActivities<AccessNoticeActivities>('1 day');

/** Mails a person what can act for them since just now. */
export const accessNotice = ({ noticeId }: { readonly noticeId: string }): Promise<AccessNoticeEnd> =>
  mailRow({
    doing: 'Mailing that something can act for a person since just now.',
    mail: () => mailNewAccess.executeWithOptions({ summary: 'mail the person' }, [noticeId]),
    otherwise: 'unsent',
    words: WORDS,
  });

const WORDS: Readonly<Record<AccessNoticeEnd, string>> = {
  mailed: 'Over: the person has the mail.',
  left_out: 'Over: the person had enough such mails today, the last of which said so.',
  undeliverable: 'Over: the mail provider refuses this address.',
  gone: 'Over: the person, the workspace or the notice is gone.',
  unsent: 'Over for now: the mail provider took no mail for a day. The sweep starts this flow again.',
};
