import { tokenHash } from '../../../domain/secrets.ts';
import { type ConfirmWish, findChallengeByToken } from '../../../store/booking/challenges.ts';
import type { Visit } from '../shell/visit.ts';
import type { BookingState } from './booking-state.ts';

const challengeOf = (visit: Visit, { challengeToken }: BookingState): Promise<ConfirmWish | null> =>
  visit.tryRead(() => findChallengeByToken(visit.kit.services.sql, tokenHash(challengeToken)));

/** Which of a request's codes is out, counted from 1; null where that can't be told. */
export const codeIssueOf = async (visit: Visit, state: BookingState): Promise<number | null> =>
  (await challengeOf(visit, state))?.issueNo ?? null;

/** True where nobody books this without the code, now and later; false where that can't be told. */
export const needsCode = async (visit: Visit, state: BookingState): Promise<boolean> =>
  (await challengeOf(visit, state))?.verificationRequired ?? false;
