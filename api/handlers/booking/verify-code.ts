import { clientNetwork } from '../../../domain/client-networks.ts';
import { bookingCode, type Secrets, sameCode } from '../../../domain/secrets.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { BookingRequest, Challenge, ChallengeOwner } from '../../../store/booking/challenges.ts';
import { countWrongGuess } from '../../../store/booking/code-guesses.ts';
import { countUnmatchedGuess } from '../../../store/booking/unmatched-guesses.ts';
import type { Context } from '../../core/handler.ts';
import { refusal } from '../../core/refusals.ts';
import { createVerifiedAttempt, type Prepared } from './confirmation.ts';

const burned = (): AppError => refusal('code_burned', { attemptsLeft: 0 });

const wrongCode = (attemptsLeft: number): AppError =>
  attemptsLeft === 0
    ? burned()
    : new AppError(
        'request.unprocessable',
        `The code is wrong, or none was requested for this event, email and agentEmail. ${attemptsLeft === 1 ? 'One try is' : `${attemptsLeft} tries are`} left; have the guest read it from the newest mail.`,
        { reason: 'code_invalid', attemptsLeft, field: 'code' },
      );

/** Expired, or never delivered: in both cases the guest needs a new code. */
const isOver = ({ status, late }: Challenge): boolean =>
  status === 'expired' || status === 'undeliverable' || (status === 'open' && late);

/** The guest can have this code now. A used code counts until it would have expired. */
const isOut = ({ status, late }: Challenge): boolean => (status === 'open' || status === 'consumed') && !late;

/** Guesses at this code are counted. A used code shows its booking for days, so its guesses are counted too. */
const isGuessed = (challenge: Challenge): boolean => isOut(challenge) || challenge.status === 'consumed';

const deadCode = (challenge: Challenge): AppError => (isOver(challenge) ? refusal('code_expired') : burned());

/** A code that is not out gets the same answer as no code, so that strangers learn nothing. */
const wrongGuess = (challenge: Challenge | undefined, ownLeft: number | undefined, unmatchedLeft: number): AppError =>
  wrongCode(challenge && isOut(challenge) ? Math.min(ownLeft ?? unmatchedLeft, unmatchedLeft) : unmatchedLeft);

const isRight = (secrets: Secrets, { id, issueNo }: Challenge, code: string): boolean =>
  sameCode(code, bookingCode(secrets, id, issueNo));

/**
 * Refuses a challenge that can no longer book, by the database's clock, before any flow is called or host locked.
 * @throws AppError request.unprocessable with code_expired or code_burned
 */
export function requireUsable(challenge: Challenge): void {
  if (isOver(challenge)) throw refusal('code_expired');
  if (challenge.status === 'burned') throw burned();
}

/**
 * Compares a code in this process and counts a wrong one as a guess, so a wrong code never reaches the flow. A right
 * code passes even if used: the claim decides if it is for the same meeting. For callers with the challenge's token.
 *
 * @returns the stored attempt of the right code
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
 * The same for callers who only name a guest. The answer to a wrong code is the same whether the guest has a code, had
 * one, or never requested one: else anyone could learn who books with whom. `attemptsLeft` counts down across all of
 * these; the challenge's own count decides whether a right code passes.
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
