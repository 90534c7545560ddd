/** The state of a connection for its flow. It is part of Temporal's history, so it has ids, counts and instants alone. */
export type CalendarSyncState =
  | { readonly stage: 'over'; readonly end: SyncEnd }
  /** The calendar is disconnected in Holdfast; the provider's grant is not revoked yet. */
  | { readonly stage: 'leaving'; readonly userId: string }
  /** The provider refuses the tokens, and the person was not notified yet. */
  | { readonly stage: 'reconnect'; readonly userId: string }
  | {
      readonly stage: 'connected';
      readonly userId: string;
      /** The work that is due now; null: none. */
      readonly due: 'channels' | 'reading' | null;
      /** The time until something is due. */
      readonly waitMs: number;
      readonly calendarCount: number;
      readonly syncedAtMs: number | null;
      readonly pushUntilMs: number | null;
      readonly nextAtMs: number;
      /** Failed readings in a row. */
      readonly failures: number;
    };

/** `reconnect`: the person was notified that they must reconnect, which starts the flow again. */
export type SyncEnd = 'disconnected' | 'reconnect' | 'unknown connection';

/** The result of a reading. */
export interface SyncOutcome {
  readonly calendarCount: number;
  readonly eventCount: number;
  readonly result: 'read' | 'reconnect' | 'later' | 'disconnected';
}

/**
 * The time between two readings of a calendar. Without pushes, a new appointment blocks its slots within two minutes. With pushes,
 * readings find changes whose push was lost, as providers document.
 */
export const READ_EVERY_MS = { withoutPush: 2 * 60_000, withPush: 15 * 60_000 } as const;
/** The time after which the flow reads its row again, so that operators see when the calendar was read. Readings in between add no history. */
export const STATE_READ_EVERY_MS = 2 * 60 * 60_000;
/** The time between two readings of the list of calendars, which changes rarely. */
export const LIST_EVERY_MS = 60 * 60_000;
/** The minimum time between two readings that pushes cause: one click of a host causes several pushes. */
export const PUSH_READ_GAP_MS = 1_000;
/** The minimum time between two checks of the channels after a person's choice, so that many choices in a row cause one check. */
export const CHANNEL_CHECK_GAP_MS = 10_000;
/** A push can come before the provider shows the change. If nothing was found, the calendar is read again after this time. */
export const READ_AGAIN_MS = 5_000;
/** The time in which an interrupted reading continues from its page. Later, the provider may not know the page any more. */
export const RESUME_WITHIN_MS = 60 * 60_000;

const DAY_MS = 86_400_000;
/** Providers return a year and a month in one reading. The largest `maxFutureDays` would need two years. */
const WINDOW_DAYS = 400;

/** Less than a day, so that a reading that is a little late is still on its day. */
const SPREAD_MS = 22 * 60 * 60_000;

/** Returns the days that the mirror holds, from yesterday on. */
export const windowAt = (now: number): { readonly startMs: number; readonly endMs: number } => {
  const startMs = Math.floor(now / DAY_MS) * DAY_MS - DAY_MS;
  return { startMs, endMs: startMs + WINDOW_DAYS * DAY_MS };
};

/**
 * Returns whether a window is outdated, which is so once a day. Cursors of Microsoft cannot move, so the whole window is read again, which
 * also repairs what a cursor missed. Each calendar has its own time of day, so that not all are read at midnight.
 * @param calendarId a uuid
 */
export const isWindowOld = (calendarId: string, windowStartMs: number | null, now: number): boolean => {
  const offsetMs = (Number.parseInt(calendarId.slice(-8), 16) / 2 ** 32) * SPREAD_MS;
  return windowStartMs === null || now - windowStartMs >= 2 * DAY_MS + offsetMs;
};

/** Returns how long the flow waits after a failed reading, in milliseconds: 30 s, then twice as long each time, at most half an hour. */
export const retryAfterFailure = (failures: number): number =>
  Math.min(30_000 * 2 ** Math.min(Math.max(failures - 1, 0), 10), 30 * 60_000);

/** The requested lifetime of channels: a week, which both providers grant by default. They are renewed at half of their lifetime. */
export const CHANNEL_MS = 7 * DAY_MS - 60 * 60_000;
/** The time until a channel that a provider refused, such as for an address without TLS, is requested again. */
export const CHANNEL_RETRY_MS = { refused: 2 * 60 * 60_000, away: 60_000 } as const;
