import { AppError } from '../../../schemas/errors.ts';
import type { WrongCode } from '../../../store/accounts/mailed-code-guesses.ts';
import type { TooManyMailedCodes } from '../../../store/accounts/mailed-codes.ts';
import type { NativeKeyRefusal } from '../../../store/accounts/native-key.ts';
import type { NativeSignInRefusal } from '../../../store/accounts/native-sign-in.ts';
import { limited } from '../../core/limit-errors.ts';
import { keyError } from '../access/refusals.ts';

/** Why no code is mailed. */
export const tooManyCodes = (cap: TooManyMailedCodes): AppError => limited('mailedCodes', cap);

/**
 * Why a mailed code proves nothing.
 * @param again the call that asks for a new code, such as `POST /auth/native/email/start`
 */
export function wrongCode(wrong: WrongCode, again: string): AppError {
  const { refused: reason } = wrong;
  if (wrong.refused === 'too_many_wrong_codes') return limited('wrongCodes', wrong);
  if (wrong.refused !== 'code_invalid')
    return new AppError('request.unprocessable', `${WORDS[wrong.refused]} ${again}.`, {
      reason,
      field: 'code',
      ...(reason === 'code_burned' ? { attemptsLeft: 0 } : {}),
    });
  const { attemptsLeft } = wrong;
  const message =
    attemptsLeft === 0
      ? `No code was asked for by this id, or it was for something else. Begin with ${again}.`
      : `The code is wrong. ${attemptsLeft === 1 ? 'One try is' : `${attemptsLeft} tries are`} left; read the code from the newest mail.`;
  return new AppError('request.unprocessable', message, { reason, attemptsLeft, field: 'code' });
}

/** No code of a sign-in looks like this, so it costs no try. */
export const malformedCode = (): AppError =>
  new AppError(
    'request.unprocessable',
    'This is no code of ours, so it cost no try. A code has eight letters, such as BCDF-GHJK: no vowels and no digits; case, spaces and hyphens do not matter. Read it from the newest mail.',
    { reason: 'code_malformed', field: 'code' },
  );

const WORDS = {
  code_expired: 'The code has expired. Ask for a new one:',
  code_burned: 'Too many wrong codes. Ask for a new one:',
  code_used: 'This code has been used already, and it works once. Ask for a new one:',
  email_undeliverable: 'The mail with the code could not be delivered to this address. Use another address:',
} as const;

/** Why no key was minted, although the caller has proved who they are. */
export const nativeKeyError = (refusal: NativeKeyRefusal): AppError =>
  refusal.refused === 'not_a_member'
    ? new AppError(
        'resource.not_found',
        'You are no member of a workspace with this workspaceId. Leave it out to get a key of your own workspace.',
        { reason: 'workspace_unknown', field: 'workspaceId' },
      )
    : keyError(refusal);

/** The same where the sign-in may end in a claim. */
export function nativeSignInError(refusal: NativeSignInRefusal): AppError {
  switch (refusal.refused) {
    case 'prospect_required':
      return new AppError(
        'request.unprocessable',
        'This address is an agent’s inbox that owns no workspace. Send the human operator’s address as prospectEmail, with the same call otherwise: what you proved stays good.',
        { reason: 'prospect_email_required', field: 'prospectEmail' },
      );
    case 'prospect_invalid':
      return new AppError(
        'request.unprocessable',
        'prospectEmail must be the address of a person: not this inbox, and no other agent’s. What you proved stays good: send the same call with another.',
        { reason: 'prospect_email_invalid', field: 'prospectEmail' },
      );
    case 'operator_chooses':
      return new AppError(
        'request.unprocessable',
        'This address owns no workspace, so its operator chooses one. Leave workspaceId out; what you proved stays good.',
        { reason: 'operator_chooses_workspace', field: 'workspaceId' },
      );
    case 'too_many_claims':
      return limited('nativeClaims', refusal);
    default:
      return nativeKeyError(refusal);
  }
}
