import { bookingCode, type Secrets, sameCode } from '../../../domain/secrets.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { BookingRequest, Challenge, ChallengeOwner } from '../../../store/booking/challenges.ts';
import { countWrongGuess } from '../../../store/booking/code-guesses.ts';
import { countUnmatchedGuess } from '../../../store/booking/unmatched-guesses.ts';
import { clientNetwork } from '../../core/client-network.ts';
import type { Context } from '../../core/handler.ts';
import { createVerifiedAttempt, type Prepared } from './confirmation.ts';
import { refusal } from './refusals.ts';

const burned = (): AppError => refusal('code_burned', { attemptsLeft: 0 });

const wrongCode = (attemptsLeft: number): AppError =>
  attemptsLeft === 0
    ? burned()
    : new AppError(
        'request.unprocessable',
        `The code is wrong, or none was asked for with this event, email and agentEmail. ${attemptsLeft === 1 ? 'One try is' : `${attemptsLeft} tries are`} left; have the guest read it from the newest mail.`,
        { reason: 'code_invalid', attemptsLeft, field: 'code' },
      );

/** Past its time, or never delivered: in both cases a new code is what helps. */
const isOver = ({ status, late }: Challenge): boolean =>
  status === 'expired' || status === 'undeliverable' || (status === 'open' && late);

/** The code could be typed by the guest as things are; one that was used meanwhile counts for as long as it would have lived. */
const isOut = ({ status, late }: Challenge): boolean => (status === 'open' || status === 'consumed') && !late;

/** Guesses at it are counted. A used code shows its booking for days, so those at it stay counted, too. */
const isGuessed = (challenge: Challenge): boolean => isOut(challenge) || challenge.status === 'consumed';

const deadCode = (challenge: Challenge): AppError => (isOver(challenge) ? refusal('code_expired') : burned());

/** Of a code that is not out nothing is told but what strangers hear. */
const wrongGuess = (challenge: Challenge | undefined, ownLeft: number | undefined, unmatchedLeft: number): AppError =>
  wrongCode(challenge && isOut(challenge) ? Math.min(ownLeft ?? unmatchedLeft, unmatchedLeft) : unmatchedLeft);

const isRight = (secrets: Secrets, { id, issueNo }: Challenge, code: string): boolean =>
  sameCode(code, bookingCode(secrets, id, issueNo));

/**
 * For a challenge that books nothing any more, by the database's clock, whatever comes: no flow need be asked, and no host locked.
 * @throws AppError request.unprocessable with code_expired or code_burned
 */
export function requireUsable(challenge: Challenge): void {
  if (isOver(challenge)) throw refusal('code_expired');
  if (challenge.status === 'burned') throw burned();
}

/**
 * Compares a code in this process, so that a wrong one never gets past it, and counts it against its guesses. A used code that is
 * right passes: the claim decides whether it asks for the same meeting. For callers who have shown that they know the challenge.
 *
 * @returns what the right code asks for, on its way
 * @throws AppError request.unprocessable with code_invalid, code_expired or code_burned; rate.limited
 */
export async function verifyCode(
  context: Context,
  challenge: Challenge,
  code: string,
  request: BookingRequest,
): Promise<Prepared> {
  const { sql, secrets, caller } = context;
  requireUsable(challenge);
  const network = clientNetwork(caller.ip);
  if (!isRight(secrets, challenge, code)) throw wrongCode(await countWrongGuess(sql, challenge, network));
  const passed = await createVerifiedAttempt(context, challenge, request);
  if (passed.allowed) return passed.prepared;
  throw wrongCode(passed.attemptsLeft);
}

/**
 * The same for callers who merely name a guest. To a wrong code the answer is alike whether the guest has a code out, had one,
 * or never asked: else anyone could learn who books with whom. What is told counts down across all of these; whether a right
 * code passes, its challenge's own count decides.
 */
export async function verifyGuestCode(
  context: Context,
  owner: ChallengeOwner,
  challenge: Challenge | undefined,
  code: string,
  request: BookingRequest,
): Promise<Prepared> {
  const { sql, secrets, caller } = context;
  const network = clientNetwork(caller.ip);
  const counted = challenge && isGuessed(challenge) ? challenge : undefined;
  if (challenge && isRight(secrets, challenge, code)) {
    if (!counted) throw deadCode(challenge);
    const passed = await createVerifiedAttempt(context, counted, request);
    if (passed.allowed) return passed.prepared;
    throw wrongGuess(challenge, passed.attemptsLeft, await countUnmatchedGuess(sql, owner, network));
  }
  const [left, unmatchedLeft] = await Promise.all([
    counted && countWrongGuess(sql, counted, network),
    countUnmatchedGuess(sql, owner, network),
  ]);
  throw wrongGuess(challenge, left, unmatchedLeft);
}
