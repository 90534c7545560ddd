import type { InvitationActivities } from '../activities/members/invitation.ts';
import type { InvitationMailEnd } from '../domain/members/invitation-mail.ts';
import { mailActivities, mailRow } from './mail-flow.ts';

/** An invitation is valid for days. If no mail leaves within a day, the sweep starts the flow again. */
const { mailInvitation } = mailActivities<InvitationActivities>('1 day');

/** Mails an invitation, once for each request. */
export const invitation = ({ invitationId }: { readonly invitationId: string }): Promise<InvitationMailEnd> =>
  mailRow({
    doing: 'Mailing an invitation.',
    mail: () => mailInvitation.executeWithOptions({ summary: 'mail the invitation' }, [invitationId]),
    otherwise: 'unsent',
    words: WORDS,
    isAskedAgain: true,
  });

const WORDS: Readonly<Record<InvitationMailEnd, string>> = {
  mailed: 'Over: the invitation is mailed.',
  undeliverable: 'Over: the mail provider refuses this address. The invitation is revoked.',
  unsent: 'Over for now: the mail provider took no mail for a day. The sweep starts this flow again.',
  late: 'Over: the invitation was answered, revoked or too old before a mail could leave.',
};
