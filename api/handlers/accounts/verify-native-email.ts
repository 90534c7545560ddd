import { z } from 'zod';
import { sixDigitsIn } from '../../../domain/booking/six-digits.ts';
import { clientNetwork } from '../../../domain/client-networks.ts';
import { foldedAddress } from '../../../domain/mail/folded-address.ts';
import { clientHash } from '../../../domain/secrets.ts';
import type { nativeSignIn } from '../../../schemas/operations/accounts/native-sign-in.ts';
import { checkMailedCode, giveGuessBack, useMailedCode } from '../../../store/accounts/mailed-code-guesses.ts';
import { type NativeSignInRefusal, signInByAddress } from '../../../store/accounts/native-sign-in.ts';
import { inRefusableTransaction, type Refuse } from '../../../store/refusal.ts';
import type { Handler } from '../../core/handler.ts';
import { unlessRefused } from '../../core/unless-refused.ts';
import { nativeAnswer, newNativeClaim } from './native-answer.ts';
import { nativeSignInError, wrongCode } from './native-refusals.ts';

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
  const checked = await checkMailedCode(sql, secrets, {
    id: input.challengeId,
    purpose: 'native_sign_in',
    code: sixDigitsIn(input.code) ?? input.code,
    clientNetwork: network,
  });
  const code = unlessRefused(checked, (wrong) => wrongCode(wrong, START));
  const said = About.parse(code.about);
  const prospectEmail = input.prospectEmail ?? said.prospectEmail;
  const { claim, pollToken } = newNativeClaim(context);
  const outcome = await inRefusableTransaction(
    sql,
    async (tx, refuse: Refuse<NativeSignInRefusal | { readonly refused: 'code_used' }>) => {
      const hash = clientHash(secrets, foldedAddress(code.email), network);
      if (!(await useMailedCode(tx, code, hash))) return refuse({ refused: 'code_used' });
      return signInByAddress(
        tx,
        { email: code.email, name: null, isAgentInbox: isAgentInbox(code.email) },
        {
          workspaceId: input.workspaceId ?? null,
          agentName: input.agentName ?? said.agentName,
          clientName: input.clientName ?? said.clientName,
          prospectEmail,
          isProspectAgent: prospectEmail !== null && isAgentInbox(prospectEmail),
          claim,
          clientIp: caller.ip,
          isWanted: () => !caller.gone?.aborted,
        },
        refuse,
      );
    },
  );
  if ('refused' in outcome) await giveGuessBack(sql, code);
  const signedIn = unlessRefused(outcome, (refusal) =>
    refusal.refused === 'code_used' ? wrongCode({ refused: 'code_used' }, START) : nativeSignInError(refusal),
  );
  return nativeAnswer(context, signedIn, pollToken);
};
