import type { SignInActivities } from '../activities/accounts/sign-in.ts';
import type { LinkMailEnd } from '../domain/accounts/link-mail.ts';
import { mailActivities, mailRow } from './mail-flow.ts';

/** A person waits for this mail. After 20 minutes the link is too old to be mailed. */
const { mailSignInLink } = mailActivities<SignInActivities>('20 minutes', { maximumInterval: '30 seconds' });

/** Mails a magic link. */
export const signIn = ({ linkId }: { readonly linkId: string }): Promise<LinkMailEnd> =>
  mailRow({
    doing: 'Mailing a link to sign in with.',
    mail: () => mailSignInLink.executeWithOptions({ summary: 'mail the link' }, [linkId]),
    otherwise: 'late',
    words: WORDS,
  });

const WORDS: Readonly<Record<LinkMailEnd, string>> = {
  mailed: 'Over: the link is mailed.',
  undeliverable: 'Over: the mail provider refuses this address.',
  late: 'Over: the link was used or too old before a mail could leave.',
};
