import { bookingCode, type Secrets, sameCode } from '../../domain/secrets.ts';
import { AppError } from '../../schemas/errors.ts';
import { type Challenge, type ChallengeOwner, countGuess } from '../../store/challenges.ts';
import { countStrayGuess } from '../../store/stray-guesses.ts';
import { clientNetwork } from '../client-network.ts';
import type { Context } from '../handler.ts';
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
 * Counts a code against its guesses and compares it, so that a wrong one never gets past this process. A used code that is
 * right passes: the claim decides whether it asks for the same meeting. For callers who have shown that they know the challenge.
 *
 * @param prepare begun beside the counting, for a right code only; nothing may come of it unless this returns its result
 * @throws AppError request.unprocessable with code_invalid, code_expired or code_burned
 */
export async function requireRightCode<T>(
  { sql, secrets, caller }: Context,
  challenge: Challenge,
  code: string,
  prepare: (challenge: Challenge) => Promise<T>,
): Promise<T> {
  requireUsable(challenge);
  const right = isRight(secrets, challenge, code);
  const counting = countGuess(sql, challenge, { right, clientNetwork: clientNetwork(caller.ip) });
  const [guess, prepared] = await Promise.all([counting, right ? prepare(challenge) : undefined]);
  if (guess.allowed) return prepared as T;
  throw wrongCode(guess.attemptsLeft);
}

/**
 * The same for callers who merely name a guest. To a wrong code the answer is alike whether the guest has a code out, had one,
 * or never asked: else anyone could learn who books with whom. What is told counts down across all of these; whether a right
 * code passes, its challenge's own count decides.
 */
export async function requireGuestsCode<T>(
  { sql, secrets, caller }: Context,
  owner: ChallengeOwner,
  challenge: Challenge | undefined,
  code: string,
  prepare: (challenge: Challenge) => Promise<T>,
): Promise<T> {
  const network = clientNetwork(caller.ip);
  const right = challenge !== undefined && isRight(secrets, challenge, code);
  const counted = challenge && isGuessed(challenge) ? challenge : undefined;
  if (challenge && right && !counted) throw deadCode(challenge);
  const [guess, strayIfWrong, prepared] = await Promise.all([
    counted && countGuess(sql, counted, { right, clientNetwork: network }),
    right ? undefined : countStrayGuess(sql, owner, network),
    counted && right ? prepare(counted) : undefined,
  ]);
  if (guess?.allowed) return prepared as T;
  const strayLeft = strayIfWrong ?? (await countStrayGuess(sql, owner, network));
  const ownLeft = challenge && isOut(challenge) ? guess?.attemptsLeft : undefined;
  throw wrongCode(Math.min(ownLeft ?? strayLeft, strayLeft));
}
