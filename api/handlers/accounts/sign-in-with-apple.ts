import { plausibleName } from '../../../domain/untrusted-text.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { nativeApple } from '../../../schemas/operations/accounts/native-apple.ts';
import { type AppleRefusal, signInByApple, type TokenRefusal } from '../../../store/accounts/apple-sign-in.ts';
import { inRefusableTransaction, type Refuse } from '../../../store/refusal.ts';
import type { Handler } from '../../core/handler.ts';
import { resultOrThrow } from '../../core/refusals.ts';
import { type Apple, AppleAway, type AppleIdentity } from '../../sign-in/apple.ts';
import { nativeAnswer, newNativeClaim } from './native-answer.ts';
import { nativeSignInError } from './native-refusals.ts';
import { nativeRequest } from './native-request.ts';

type AppleInput = Input<typeof nativeApple.signInWithApple>;

export const signInWithApple: Handler<typeof nativeApple.signInWithApple> = async (context, input) => {
  const { sql, signIn, now } = context;
  if (!signIn.apple) throw notConfigured();
  const identity = await readToken(signIn.apple, input, now);
  if (!identity) throw tokenInvalid();
  const { claim, pollToken } = newNativeClaim(context);
  const outcome = await inRefusableTransaction(sql, (tx, refuse: Refuse<AppleRefusal>) =>
    signInByApple(tx, { ...identity, name: nameOf(input) }, nativeRequest(context, input, claim), refuse),
  );
  const signedIn = resultOrThrow(outcome, (refusal) =>
    isOfToken(refusal) ? tokenInvalid() : nativeSignInError(refusal),
  );
  return nativeAnswer(context, signedIn, pollToken);
};

const isOfToken = (refusal: AppleRefusal): refusal is TokenRefusal =>
  refusal.refused === 'nonce_used' || refusal.refused === 'no_address';

async function readToken(
  apple: Apple,
  { identityToken, rawNonce }: AppleInput,
  now: number,
): Promise<AppleIdentity | null> {
  try {
    return await apple.read(identityToken, rawNonce, now);
  } catch (error) {
    if (!(error instanceof AppleAway)) throw error;
    throw new AppError(
      'service.unavailable',
      'Apple does not answer, so its tokens cannot be checked. Try again soon.',
      {
        reason: 'apple_away',
      },
    );
  }
}

/** Guests' pages show it: a text that does not look like a name is dropped. */
const nameOf = ({ fullName }: AppleInput): string | null =>
  plausibleName([fullName?.givenName, fullName?.familyName].filter((part) => part?.trim()).join(' '));

const notConfigured = (): AppError =>
  new AppError(
    'request.unprocessable',
    'Nobody signs in with Apple at this installation. Sign in by mail: POST /auth/native/email/start.',
    { reason: 'not_configured' },
  );

/** One word for all: details would help only those who forge tokens. */
const tokenInvalid = (): AppError =>
  new AppError(
    'request.unprocessable',
    'This identity token is not taken: it must be new, of Apple, for an app of this installation, with a verified address and the sha256 of rawNonce as nonce, and it works once. Get a new one from Apple with a new nonce.',
    { reason: 'identity_token_invalid', field: 'identityToken' },
  );
