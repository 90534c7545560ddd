import { asOtherHost } from '../../domain/booking/meeting.ts';
import { type CalendarAttempt, LINK_WAIT_MS, retryEventAfter } from '../../domain/calendars/event-work.ts';
import { DAY_MS } from '../../domain/time/civil.ts';
import { ProviderError } from '../../outbound/calendars/provider.ts';
import { endAttempt, readHostChange, waitForAttempt } from '../../store/booking/calendar-changes.ts';
import { type EventRow, readDueEvents, saveFailed, saveLater } from '../../store/booking/calendar-event-rows.ts';
import { pauseConnection } from '../../store/calendars/sync-state.ts';
import { type Meeting, readMeeting } from '../../store/meetings/meetings.ts';
import type { BookingEventsDependencies, EventContext } from './event-context.ts';
import { mailHost } from './event-mail.ts';
import { lookAtEvent } from './look-at-event.ts';
import { writeEvent } from './write-event.ts';

/** A step can cause the next: an event that is gone is looked for, and a mail follows. More than so many are left to the next look. */
const MAX_STEPS = 5;
const BEAT_EVERY_MS = 4_000;

/**
 * Brings a booking and its events in calendars together: writes those that are due, looks at those that their calendar said has changed,
 * and mails hosts what they must know. What fails is noted in its row, which says when it is tried again.
 * @returns attempts of hosts that the flow carries out now
 */
export async function writeCalendarEvents(
  dependencies: BookingEventsDependencies,
  bookingId: string,
): Promise<CalendarAttempt[]> {
  const { sql, now, heartbeat } = dependencies;
  // Less than the flow waits: its answer must come before.
  const linkUntilMs = now() + LINK_WAIT_MS - 2_500;
  const attempts = new Map<string, CalendarAttempt>();
  const timer = setInterval(() => heartbeat(), BEAT_EVERY_MS);
  try {
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const rows = await readDueEvents(sql, bookingId);
      const meeting = rows.length > 0 ? await readMeeting(sql, bookingId) : undefined;
      if (!meeting) break;
      const found = await allOf(
        rows.map((row) => oneStep({ dependencies, row, meeting: forHost(meeting, row), linkUntilMs })),
      );
      for (const attempt of found) if (attempt) attempts.set(attempt.id, attempt);
    }
  } finally {
    clearInterval(timer);
  }
  return [...attempts.values()];
}

/** Resolves once all have ended, so that none runs concurrently with the next attempt. @throws the first failure */
async function allOf<T>(steps: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}

/** Another host's event is in their zone, as their mails are; so are the mails to a former host whose event is left. */
const forHost = (meeting: Meeting, { userId, isOrganizer, person }: EventRow): Meeting => {
  const other = meeting.otherHosts.find((host) => host.userId === userId);
  return isOrganizer ? meeting : asOtherHost(meeting, other ?? person);
};

/** Does the next thing that an event needs. A failure of one host's calendar delays no other's. */
async function oneStep(context: EventContext): Promise<CalendarAttempt | null> {
  const { dependencies, row } = context;
  try {
    if (row.mail !== null) {
      await mailHost(context);
      return null;
    }
    if (row.attemptId !== null) return await followAttempt(context, row.attemptId);
    if (row.state === 'due') return await writeEvent(context);
    return await lookAtEvent(context);
  } catch (error) {
    await noteFailure(context, error);
    if (!(error instanceof ProviderError)) throw error;
    return null;
  } finally {
    dependencies.heartbeat();
  }
}

/** A provider that is away, or wants no calls, for so long fails for good: the host must know that the calendar is not as it should be. */
const GIVE_UP_AFTER_MS = 2 * DAY_MS;

/** Words of our own for hosts; the provider's are in the log. */
const PERMANENT: ReadonlySet<string> = new Set(['forbidden', 'not_found', 'refused']);
const GIVEN_UP: ReadonlySet<string> = new Set(['throttled', 'away']);

async function noteFailure({ dependencies: { sql }, row }: EventContext, error: unknown): Promise<void> {
  const { failure = 'away', retryAfterMs = null } = error instanceof ProviderError ? error : {};
  const hasFailedForDays =
    GIVEN_UP.has(failure) && row.state === 'due' && (row.failingForMs ?? 0) + (retryAfterMs ?? 0) >= GIVE_UP_AFTER_MS;
  // If the tokens are dead, it waits until the person has connected again, and is then due at once.
  if (PERMANENT.has(failure) || hasFailedForDays) {
    await saveFailed(sql, row, failure);
    return;
  }
  await saveLater(sql, row, Math.max(retryEventAfter(row.tries + 1), retryAfterMs ?? 0));
  if (failure === 'throttled' && retryAfterMs !== null) await pauseConnection(sql, row, retryAfterMs);
}

/** An attempt from the calendar: the flow carries it out, or has. */
async function followAttempt(
  { dependencies: { sql }, row }: EventContext,
  attemptId: string,
): Promise<CalendarAttempt | null> {
  const change = await readHostChange(sql, attemptId);
  if (change && change.outcome === null) {
    await waitForAttempt(sql, row);
    return { id: attemptId, kind: change.kind };
  }
  // A cancel is refused when the meeting has begun or is over: nothing follows.
  await endAttempt(sql, row, change?.kind === 'reschedule' && change.outcome?.result === 'refused');
  return null;
}
