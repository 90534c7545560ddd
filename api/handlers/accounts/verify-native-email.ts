import { z } from 'zod';
import { readLetterCode } from '../../../domain/access/letter-code.ts';
import { clientNetwork } from '../../../domain/client-networks.ts';
import { foldedAddress } from '../../../domain/mail/folded-address.ts';
import { clientHash } from '../../../domain/secrets.ts';
import type { nativeSignIn } from '../../../schemas/operations/accounts/native-sign-in.ts';
import { checkMailedCode, useMailedCode } from '../../../store/accounts/mailed-code-guesses.ts';
import { type NativeSignInRefusal, signInByAddress } from '../../../store/accounts/native-sign-in.ts';
import { inRefusableTransaction, type Refuse } from '../../../store/refusal.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { nativeAnswer, newNativeClaim } from './native-answer.ts';
import { malformedCode, nativeSignInError, wrongCode } from './native-refusals.ts';
import { nativeRequest } from './native-request.ts';

const START = 'POST /auth/native/email/start';

/** What `start` stored. */
const About = z.object({
  clientName: z.string().nullable(),
  agentName: z.string().nullable(),
  prospectEmail: z.string().nullable(),
});

/** Exchanges a right code for a key or a claim, in one transaction with the end of the code: double calls get one. */
export const verifyNativeEmail: Handler<typeof nativeSignIn.verifyNativeEmail> = async (context, input) => {
  const { sql, secrets, caller, isAgentInbox } = context;
  const network = clientNetwork(caller.ip);
  const letters = readLetterCode(input.code);
  if (letters === undefined) throw malformedCode();
  const guess = { id: input.challengeId, purpose: 'native_sign_in', code: letters, clientNetwork: network } as const;
  const code = resultOrThrow(await checkMailedCode(sql, secrets, guess), (wrong) => wrongCode(wrong, START));
  const { claim, pollToken } = newNativeClaim(context);
  const request = nativeRequest(context, input, claim, About.parse(code.about));
  const outcome = await inRefusableTransaction(
    sql,
    async (tx, refuse: Refuse<NativeSignInRefusal | { readonly refused: 'code_used' }>) => {
      const hash = clientHash(secrets, foldedAddress(code.email), network);
      if (!(await useMailedCode(tx, code, hash))) return refuse({ refused: 'code_used' });
      const proven = { email: code.email, name: null, isAgentInbox: isAgentInbox(code.email) };
      return signInByAddress(tx, proven, request, refuse);
    },
  );
  const signedIn = resultOrThrow(outcome, (refusal) =>
    refusal.refused === 'code_used' ? wrongCode({ refused: 'code_used' }, START) : nativeSignInError(refusal),
  );
  return nativeAnswer(context, signedIn, pollToken);
};
