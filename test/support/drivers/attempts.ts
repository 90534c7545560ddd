import type { AttemptKind } from '../../../domain/booking/attempt.ts';
import { type AttemptRequests, type OpenedAttempt, openAttempt as open } from '../../../store/booking/attempts.ts';
import { type CalendarCheckNeeded, needsCalendarCheck } from '../../../store/booking/check-holds.ts';
import type { Queryable } from '../../../store/database.ts';
import { granted } from '../asserts/granted.ts';

/** Stores an attempt, for tests in which nothing refuses it. @throws Error with the properties of a refusal */
export const openAttempt = async <Kind extends AttemptKind>(
  sql: Queryable,
  bookingId: string,
  kind: Kind,
  request: AttemptRequests[Kind],
): Promise<OpenedAttempt<Kind>> => granted(await open(sql, bookingId, kind, request));

/** The result of an attempt whose hosts have no calendars. */
export function atOnce<T extends object>(result: T | CalendarCheckNeeded): T {
  if (needsCalendarCheck(result)) throw new Error('calendars come first');
  return result;
}
