import type { AccountMailActivities } from '../activities/accounts/account-mail.ts';
import type { AccountMailEnd } from '../domain/accounts/account-mail.ts';
import { mailActivities, mailRow } from './mail-flow.ts';

/** If no mail leaves within a day, the sweep starts the flow again. */
const { mailAboutAccount } = mailActivities<AccountMailActivities>('1 day', { maximumInterval: '1 minute' });

/** Mails a person about their own account: the link to a new address, that it changed, that the account is deleted. */
export const accountMail = ({ mailId }: { readonly mailId: string }): Promise<AccountMailEnd> =>
  mailRow({
    doing: 'Mailing a person about their own account.',
    mail: () => mailAboutAccount.executeWithOptions({ summary: 'mail the person' }, [mailId]),
    otherwise: 'unsent',
    words: WORDS,
  });

const WORDS: Readonly<Record<AccountMailEnd, string>> = {
  mailed: 'Over: the mail left.',
  undeliverable: 'Over: the mail provider, or the recipient, refuses mail to this address.',
  late: 'Over: the link was used or too old before a mail could leave.',
  gone: 'Over: its row is gone.',
  unsent: 'Over for now: the mail provider took no mail for a day. The sweep starts this flow again.',
};
