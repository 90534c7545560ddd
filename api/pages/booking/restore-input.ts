import { tokenHash } from '../../../domain/secrets.ts';
import { findChallengeByToken } from '../../../store/booking/challenges.ts';
import type { TypedDetails } from '../../../web/pages/details.tsx';
import type { Visit } from '../shell/visit.ts';
import type { BookingState } from './booking-state.ts';

/**
 * What the guest typed at the previous steps. Answers that were too long for an address are read from the database, which stored
 * them with the code. While it is away, those answers are missing.
 */
export async function restoreInput(
  visit: Visit,
  { typed, shortened, challengeToken }: BookingState,
): Promise<TypedDetails> {
  if (!shortened || challengeToken === '') return typed;
  const challenge = await visit.tryRead(() => findChallengeByToken(visit.kit.services.sql, tokenHash(challengeToken)));
  const answers = challenge?.request.answers ?? [];
  return { ...typed, answers: Object.fromEntries(answers.map(({ key, value }) => [key, asTyped(value)])) };
}

const asTyped = (value: unknown): string | string[] => (Array.isArray(value) ? value.map(String) : String(value));
