import { bookingCode, sameCode } from '../../domain/secrets.ts';
import { AppError } from '../../schemas/errors.ts';
import { type Challenge, countGuess } from '../../store/challenges.ts';
import { clientNetwork } from '../client-network.ts';
import type { Context } from '../handler.ts';
import { refusal } from './refusals.ts';

const wrongCode = (attemptsLeft: number): AppError =>
  new AppError(
    'request.unprocessable',
    `The code is wrong. ${attemptsLeft === 1 ? 'One try is' : `${attemptsLeft} tries are`} left; have the guest read it from the newest mail.`,
    { reason: 'code_invalid', attemptsLeft, field: 'code' },
  );

const noCode = (): AppError =>
  new AppError('request.unprocessable', 'No code was asked for this event, guest and inbox. Ask for one first.', {
    reason: 'code_invalid',
    attemptsLeft: 0,
    field: 'code',
  });

/** Past its time, or never delivered: in both cases a new code is what helps. */
const isOver = ({ status, late }: Challenge): boolean =>
  status === 'expired' || status === 'undeliverable' || (status === 'open' && late);

/**
 * Counts a code against its guesses and compares it, so that a wrong one never gets past this process. A used code that is
 * right passes: the claim decides whether it asks for the same meeting.
 *
 * @param prepare begun beside the counting, for a right code only; nothing may come of it unless this returns its result
 * @throws AppError request.unprocessable with code_invalid, code_expired or code_burned
 */
export async function requireRightCode<T>(
  { sql, secrets, caller }: Context,
  challenge: Challenge | undefined,
  code: string,
  prepare: (challenge: Challenge) => Promise<T>,
): Promise<T> {
  if (!challenge) throw noCode();
  if (isOver(challenge)) throw refusal('code_expired');
  if (challenge.status === 'burned') throw refusal('code_burned', { attemptsLeft: 0 });
  const right = sameCode(code, bookingCode(secrets, challenge.id, challenge.issueNo));
  const counting = countGuess(sql, challenge, { right, clientNetwork: clientNetwork(caller.ip) });
  const [guess, prepared] = await Promise.all([counting, right ? prepare(challenge) : undefined]);
  if (guess.allowed) return prepared as T;
  throw guess.attemptsLeft > 0 ? wrongCode(guess.attemptsLeft) : refusal('code_burned', { attemptsLeft: 0 });
}
