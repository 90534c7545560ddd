import {
  defineSignal,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { AccountActivities } from '../activities/accounts.ts';
import type { LinkMailEnd } from '../domain/accounts/accounts.ts';
import { type SignInStart, signInMessages } from './messages.ts';
import { searchAttributes } from './search-attributes.ts';

/** Somebody waits for it; a link that is too old by the time the provider is back is not mailed any more. */
const mail = proxyActivities<AccountActivities>({
  startToCloseTimeout: '15 seconds',
  scheduleToCloseTimeout: '20 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

/** Mails a magic link. It never hears of the link's token nor of the address: the activity reads one and derives the other. */
export async function signIn({ linkId }: SignInStart): Promise<LinkMailEnd> {
  // A nudge starts the flow where it is gone; one that runs is at it already.
  setHandler(defineSignal(signInMessages.nudge), () => {});
  setCurrentDetails('Mailing a link to sign in with.');
  const end = await mailLink(linkId);
  setCurrentDetails(WORDS[end]);
  upsertSearchAttributes([{ key: searchAttributes.flowState, value: end }]);
  return end;
}

async function mailLink(linkId: string): Promise<LinkMailEnd> {
  try {
    return await mail.mailSignInLink.executeWithOptions({ summary: 'mail the link' }, [linkId]);
  } catch (error) {
    if (isCancellation(error)) throw error;
    return 'late';
  }
}

const WORDS: Readonly<Record<LinkMailEnd, string>> = {
  mailed: 'Over: the link is mailed.',
  undeliverable: 'Over: no mail reaches this address.',
  late: 'Over: the link was used or too old before a mail could leave.',
};
