import {
  defineSignal,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { InvitationActivities } from '../activities/members/invitation.ts';
import type { InvitationMailEnd } from '../domain/members/invitation-mail.ts';
import { flows } from './catalogue.ts';
import { searchAttributes } from './search-attributes.ts';

/** An invitation is valid for days. If no mail leaves within a day, the sweep starts the flow again. */
const mail = proxyActivities<InvitationActivities>({
  startToCloseTimeout: '15 seconds',
  scheduleToCloseTimeout: '1 day',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '5 minutes' },
});

/**
 * Mails an invitation, once for each request. Neither the link's token nor the address enters this flow: the activity derives one and
 * reads the other.
 */
export async function invitation({ invitationId }: { readonly invitationId: string }): Promise<InvitationMailEnd> {
  let isRequestedAgain = false;
  setHandler(defineSignal(flows.invitation.signals.nudge), () => {
    isRequestedAgain = true;
  });
  setCurrentDetails('Mailing an invitation.');
  for (;;) {
    isRequestedAgain = false;
    const end = await mailInvitation(invitationId);
    // The row says whether another mail is due.
    if (isRequestedAgain) continue;
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
  undeliverable: 'Over: the mail provider refuses this address. The invitation is revoked.',
  unsent: 'Over for now: the mail provider took no mail for a day. The sweep starts this flow again.',
  late: 'Over: the invitation was answered, revoked or too old before a mail could leave.',
};
