import { tokenHash } from '../../domain/secrets.ts';
import { findChallengeByToken } from '../../store/challenges.ts';
import type { BookingState } from './booking-state.ts';
import type { Visit } from './visit.ts';

/** Which of a request's codes is out, counted from 1; null where that can't be told. */
export async function codeIssueOf(visit: Visit, { challengeToken }: BookingState): Promise<number | null> {
  const challenge = await visit.inTime(() => findChallengeByToken(visit.kit.services.sql, tokenHash(challengeToken)));
  return challenge?.issueNo ?? null;
}
