import { tokenHash } from '../../../domain/secrets.ts';
import { type ChallengeWithRequest, findChallengeByToken } from '../../../store/booking/challenges.ts';
import type { Visit } from '../shell/visit.ts';
import type { BookingState } from './booking-state.ts';

const challengeOf = (visit: Visit, { challengeToken }: BookingState): Promise<ChallengeWithRequest | null> =>
  visit.tryRead(() => findChallengeByToken(visit.kit.services.sql, tokenHash(challengeToken)));

/** The number of the request's newest code, from 1; null if it cannot be read. */
export const codeIssueOf = async (visit: Visit, state: BookingState): Promise<number | null> =>
  (await challengeOf(visit, state))?.issueNo ?? null;

/** True if this booking always needs the code; false also if that cannot be read. */
export const needsCode = async (visit: Visit, state: BookingState): Promise<boolean> =>
  (await challengeOf(visit, state))?.verificationRequired ?? false;
