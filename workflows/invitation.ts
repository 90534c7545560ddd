import {
  defineSignal,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { MemberActivities } from '../activities/members.ts';
import type { InvitationMailEnd } from '../domain/accounts/accounts.ts';
import { type InvitationStart, invitationMessages } from './messages.ts';
import { searchAttributes } from './search-attributes.ts';

/** Nobody waits for it in a hurry, and the invitation is good for days; what a day does not bring is begun again by the sweep. */
const mail = proxyActivities<MemberActivities>({
  startToCloseTimeout: '15 seconds',
  scheduleToCloseTimeout: '1 day',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/**
 * Mails an invitation, once for each time that it was asked for. It never hears of the link's token nor of the address: the activity
 * reads one and derives the other.
 */
export async function invitation({ invitationId }: InvitationStart): Promise<InvitationMailEnd> {
  let stirred = false;
  setHandler(defineSignal(invitationMessages.nudge), () => {
    stirred = true;
  });
  setCurrentDetails('Mailing an invitation.');
  for (;;) {
    stirred = false;
    const end = await mailInvitation(invitationId);
    // Asked for once more meanwhile: the row knows whether another mail is due.
    if (stirred) continue;
    setCurrentDetails(WORDS[end]);
    upsertSearchAttributes([{ key: searchAttributes.flowState, value: end }]);
    return end;
  }
}

async function mailInvitation(invitationId: string): Promise<InvitationMailEnd> {
  try {
    return await mail.mailInvitation.executeWithOptions({ summary: 'mail the invitation' }, [invitationId]);
  } catch (error) {
    if (isCancellation(error)) throw error;
    return 'unsent';
  }
}

const WORDS: Readonly<Record<InvitationMailEnd, string>> = {
  mailed: 'Over: the invitation is mailed.',
  undeliverable: 'Over: no mail reaches this address; the invitation is taken back.',
  unsent: 'Over for now: no provider took the mail for a day; the sweep begins again.',
  late: 'Over: the invitation was answered, taken back or too old before a mail could leave.',
};
