/** What a connection's flow does next. Ids, counts and instants only: it is history in Temporal. */
export type SyncStanding =
  | { readonly stage: 'over'; readonly end: 'disconnected' | 'unknown connection' }
  /** Disconnected here; the provider still lets us in. */
  | { readonly stage: 'leaving' }
  | { readonly stage: 'reconnect'; readonly mailIsDue: boolean; readonly waitMs: number }
  | {
      readonly stage: 'connected';
      readonly isDue: boolean;
      /** Until the next reading without a push. */
      readonly waitMs: number;
      readonly calendarCount: number;
      readonly syncedAtMs: number | null;
      readonly pushUntilMs: number | null;
      /** Failed readings in a row. */
      readonly failures: number;
    };

/** How a reading ended. */
export interface SyncOutcome {
  readonly calendarCount: number;
  readonly eventCount: number;
  readonly result: 'read' | 'reconnect' | 'later' | 'disconnected';
}

/** Without pushes a calendar is read this often; with them, in case one was lost. */
export const READ_EVERY_MS = { withoutPush: 2 * 60_000, withPush: 15 * 60_000 } as const;
/** The list of calendars, and the window that is mirrored, change slowly. */
export const LIST_EVERY_MS = 60 * 60_000;

const DAY_MS = 86_400_000;
/** Past the largest `maxFutureDays` would be two years; a year and a month is what providers give in one reading. */
const WINDOW_DAYS = 400;
const MOVED_AFTER_DAYS = 7;

/** The days that the mirror holds: from yesterday. */
export const windowAt = (now: number): { readonly startMs: number; readonly endMs: number } => {
  const startMs = Math.floor(now / DAY_MS) * DAY_MS - DAY_MS;
  return { startMs, endMs: startMs + WINDOW_DAYS * DAY_MS };
};

/** Whether a window has become old: cursors of Microsoft cannot move, so it is read anew. */
export const isWindowOld = (windowStartMs: number | null, now: number): boolean =>
  windowStartMs === null || windowAt(now).startMs - windowStartMs > MOVED_AFTER_DAYS * DAY_MS;

/** How long the flow waits after a failed reading: 30 s, then twice as long each time, at most half an hour. */
export const retryAfterFailure = (failures: number): number =>
  Math.min(30_000 * 2 ** Math.max(failures - 1, 0), 30 * 60_000);
