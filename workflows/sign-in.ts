import {
  defineSignal,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { SignInActivities } from '../activities/accounts/sign-in.ts';
import type { LinkMailEnd } from '../domain/accounts/link-mail.ts';
import { flows } from './catalogue.ts';
import { searchAttributes } from './search-attributes.ts';

/** A person waits for this mail. After 20 minutes the link is too old to be mailed. */
const mail = proxyActivities<SignInActivities>({
  startToCloseTimeout: '15 seconds',
  scheduleToCloseTimeout: '20 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

/** Mails a magic link. Neither the link's token nor the address enters this flow: the activity derives one and reads the other. */
export async function signIn({ linkId }: { readonly linkId: string }): Promise<LinkMailEnd> {
  // A nudge starts a flow that is gone. One that runs needs none.
  setHandler(defineSignal(flows.signIn.signals.nudge), () => {});
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
  undeliverable: 'Over: the mail provider refuses this address.',
  late: 'Over: the link was used or too old before a mail could leave.',
};
