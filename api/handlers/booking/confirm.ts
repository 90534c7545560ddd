import { tokenHash } from '../../../domain/secrets.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { publicBooking } from '../../../schemas/operations/booking/public-booking.ts';
import { readAddress } from '../../../store/bookable/bookable-events.ts';
import {
  type ChallengeWithRequest,
  findChallengeByToken,
  setChallengeLanguage,
} from '../../../store/booking/challenges.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Context, Handler } from '../../core/handler.ts';
import { carryOutConfirmation, type Prepared, prepareAttempt } from './confirmation.ts';
import { requireUsable, verifyCode } from './verify-code.ts';

export const confirm: Handler<typeof publicBooking.confirm> = async (context, input) => {
  const challenge = await findChallengeByToken(context.sql, tokenHash(input.challengeToken));
  if (!challenge) {
    throw new AppError(
      'resource.not_found',
      'No code request for this link. Request a new one: GET …/otp returns a confirmUrl.',
      {
        reason: 'unknown_challenge',
      },
    );
  }
  context.nameFlow(flowId('booking', challenge.id));
  const address = await readAddress(context.sql, challenge.eventTypeId);
  const prepared = await prove(context, challenge, input.code);
  // Before the flow runs: the booking copies the language.
  await setChallengeLanguage(context.sql, challenge, context.caller);
  return carryOutConfirmation(context, address, prepared);
};

async function prove(context: Context, challenge: ChallengeWithRequest, code: string | undefined): Promise<Prepared> {
  const { request } = challenge;
  if (!challenge.verificationRequired) {
    requireUsable(challenge);
    return prepareAttempt(context, challenge, request);
  }
  if (code) return verifyCode(context, challenge, code, request);
  throw new AppError('request.invalid', 'code: add ?code= with the six digits from the mail', {
    issues: [{ path: 'code', message: 'add ?code= with the six digits from the mail' }],
  });
}
