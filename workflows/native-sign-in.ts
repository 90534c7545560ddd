import type { NativeSignInActivities } from '../activities/accounts/native-sign-in.ts';
import type { CodeMailEnd } from '../domain/accounts/mailed-code.ts';
import { mailActivities, mailRow } from './mail-flow.ts';

/** An agent waits for this mail. After ten minutes the code is too old to be mailed. */
const { mailNativeCode } = mailActivities<NativeSignInActivities>('12 minutes', { maximumInterval: '30 seconds' });

/** Mails the code of a native sign-in, once for each request. */
export const nativeSignIn = ({ codeId }: { readonly codeId: string }): Promise<CodeMailEnd> =>
  mailRow({
    doing: 'Mailing a code to sign in with.',
    mail: () => mailNativeCode.executeWithOptions({ summary: 'mail the code' }, [codeId]),
    otherwise: 'late',
    words: WORDS,
    isAskedAgain: true,
  });

const WORDS: Readonly<Record<CodeMailEnd, string>> = {
  mailed: 'Over: the code is mailed.',
  undeliverable: 'Over: the mail provider refuses this address.',
  late: 'Over: the code was used or too old before a mail could leave.',
};
