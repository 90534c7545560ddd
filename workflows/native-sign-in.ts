import {
  defineSignal,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { NativeSignInActivities } from '../activities/accounts/native-sign-in.ts';
import type { CodeMailEnd } from '../domain/accounts/mailed-code.ts';
import { flows } from './catalogue.ts';
import { searchAttributes } from './search-attributes.ts';

/** An agent waits for this mail. After ten minutes the code is too old to be mailed. */
const mail = proxyActivities<NativeSignInActivities>({
  startToCloseTimeout: '15 seconds',
  scheduleToCloseTimeout: '12 minutes',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

/** Mails the code of a native sign-in, once for each request. Neither code nor address enters this flow. */
export async function nativeSignIn({ codeId }: { readonly codeId: string }): Promise<CodeMailEnd> {
  let isRequestedAgain = false;
  setHandler(defineSignal(flows.nativeSignIn.signals.nudge), () => {
    isRequestedAgain = true;
  });
  setCurrentDetails('Mailing a code to sign in with.');
  for (;;) {
    isRequestedAgain = false;
    const end = await mailCode(codeId);
    // The row says whether another mail is due.
    if (isRequestedAgain) continue;
    setCurrentDetails(WORDS[end]);
    upsertSearchAttributes([{ key: searchAttributes.flowState, value: end }]);
    return end;
  }
}

async function mailCode(codeId: string): Promise<CodeMailEnd> {
  try {
    return await mail.mailNativeCode.executeWithOptions({ summary: 'mail the code' }, [codeId]);
  } catch (error) {
    if (isCancellation(error)) throw error;
    return 'late';
  }
}

const WORDS: Readonly<Record<CodeMailEnd, string>> = {
  mailed: 'Over: the code is mailed.',
  undeliverable: 'Over: the mail provider refuses this address.',
  late: 'Over: the code was used or too old before a mail could leave.',
};
