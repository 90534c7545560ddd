import { tokenHash } from '../../../domain/secrets.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { publicBooking } from '../../../schemas/public-booking.ts';
import { readAddress } from '../../../store/booking-pages.ts';
import { findChallengeByToken } from '../../../store/challenges.ts';
import { requireRightCode } from '../../code-check.ts';
import { confirmChallenge } from '../../confirmation.ts';
import type { Handler } from '../../handler.ts';

export const confirm: Handler<typeof publicBooking.confirm> = async (context, input) => {
  const challenge = await findChallengeByToken(context.sql, tokenHash(input.challengeToken));
  if (!challenge?.request) {
    throw new AppError(
      'resource.not_found',
      'No code request behind this link. Ask for a new one: GET …/otp answers a confirmUrl.',
      {
        reason: 'unknown_challenge',
      },
    );
  }
  if (challenge.verificationRequired) {
    if (!input.code) {
      throw new AppError('request.invalid', 'code: add ?code= with the six digits from the mail', {
        issues: [{ path: 'code', message: 'add ?code= with the six digits from the mail' }],
      });
    }
    await requireRightCode(context, challenge, input.code);
  }
  const address = await readAddress(context.sql, challenge.eventTypeId);
  return confirmChallenge(context, address, challenge, challenge.request);
};
