import { z } from 'zod';
import { AppError } from '../../../schemas/errors.ts';
import type { nativePasskey } from '../../../schemas/operations/accounts/native-passkey.ts';
import type { NativeSignInRefusal } from '../../../store/accounts/native-sign-in.ts';
import { takeNativeChallenge } from '../../../store/accounts/passkey-challenges.ts';
import { signInByNativePasskey } from '../../../store/accounts/passkey-sign-in.ts';
import { findCredential } from '../../../store/accounts/passkeys.ts';
import { inRefusableTransaction, type Refuse } from '../../../store/refusal.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { credentialIdOf, loadPasskeyLibrary, readSigned, relyingPartyOf } from '../../sign-in/passkeys.ts';
import { nativeAnswer, newNativeClaim } from './native-answer.ts';
import { nativeSignInError } from './native-refusals.ts';
import { nativeRequest } from './native-request.ts';

/** A bad credential uses the challenge up; a refusal for another reason gives it back. */
export const verifyNativePasskey: Handler<typeof nativePasskey.verifyNativePasskey> = async (context, input) => {
  const { sql, urls } = context;
  const challengeId = z.uuid().safeParse(input.challengeId).data;
  if (challengeId === undefined) throw challengeUnknown();
  await loadPasskeyLibrary();
  const { claim, pollToken } = newNativeClaim(context);
  const outcome = await inRefusableTransaction(
    sql,
    async (tx, refuse: Refuse<NativeSignInRefusal | { readonly refused: 'code_invalid' }>) => {
      const begun = await takeNativeChallenge(tx, challengeId);
      if (!begun) return refuse({ refused: 'code_invalid' });
      const stored = await findCredential(tx, credentialIdOf(input.credential));
      const use = stored && (await readSigned(relyingPartyOf(urls.appUrl), begun.challenge, input.credential, stored));
      if (!use) return { signedIn: null };
      const passkey = { ...use, passkeyId: stored.id, userId: stored.userId };
      return {
        signedIn: await signInByNativePasskey(tx, passkey, nativeRequest(context, input, claim, begun), refuse),
      };
    },
  );
  const { signedIn } = resultOrThrow(outcome, (refusal) =>
    refusal.refused === 'code_invalid' ? challengeUnknown() : nativeSignInError(refusal),
  );
  if (!signedIn) throw passkeyInvalid();
  return nativeAnswer(context, signedIn, pollToken);
};

const challengeUnknown = (): AppError =>
  new AppError(
    'request.unprocessable',
    'This challenge is used, older than 5 minutes, or was not made for this. Begin with POST /auth/native/passkey/options.',
    { reason: 'code_invalid', field: 'challengeId' },
  );

/** One word for all: what is wrong would tell which passkeys exist. */
const passkeyInvalid = (): AppError =>
  new AppError(
    'request.unprocessable',
    'This credential signs nobody in: it is unknown, removed or blocked, or it did not sign this challenge as a page of ours with a check of the person. Begin anew with POST /auth/native/passkey/options, or sign in by mail.',
    { reason: 'passkey_invalid', field: 'credential' },
  );
