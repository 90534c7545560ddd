/** What a connection's flow does next. Ids, counts and instants only: it is history in Temporal. */
export type SyncStanding =
  | { readonly stage: 'over'; readonly end: SyncEnd }
  /** Disconnected here; the provider still lets us in. */
  | { readonly stage: 'leaving'; readonly userId: string }
  /** The provider refuses our tokens, and the person does not know it yet. */
  | { readonly stage: 'reconnect'; readonly userId: string }
  | {
      readonly stage: 'connected';
      readonly userId: string;
      /** What is due now; null: nothing. */
      readonly due: 'channels' | 'reading' | null;
      /** Until something is due. */
      readonly waitMs: number;
      readonly calendarCount: number;
      readonly syncedAtMs: number | null;
      readonly pushUntilMs: number | null;
      readonly nextAtMs: number;
      /** Failed readings in a row. */
      readonly failures: number;
    };

/** `reconnect`: the person knows that they must connect again, which starts the flow again. */
export type SyncEnd = 'disconnected' | 'reconnect' | 'unknown connection';

/** How a reading ended. */
export interface SyncOutcome {
  readonly calendarCount: number;
  readonly eventCount: number;
  readonly result: 'read' | 'reconnect' | 'later' | 'disconnected';
}

/**
 * Without pushes a calendar is read this often: a host waits two minutes at most for a new appointment to take its slots away. With
 * pushes, in case one was lost: providers say that some are.
 */
export const READ_EVERY_MS = { withoutPush: 2 * 60_000, withPush: 15 * 60_000 } as const;
/** After this time the flow looks at the row again: operators then see when it was read. Else each reading would be a dozen events. */
export const FLOW_LOOKS_EVERY_MS = 2 * 60 * 60_000;
/** The list of calendars changes slowly. */
export const LIST_EVERY_MS = 60 * 60_000;
/** Readings because of pushes begin so far apart: one click of a host makes several pushes. */
export const PUSHES_APART_MS = 1_000;
/** What a person's choice changes of the channels waits so long: of many choices in a row, one look opens and closes channels. */
export const CHANNEL_LOOKS_APART_MS = 10_000;
/** A push can come before the provider shows the change: if nothing was found, it is read once more after this time. */
export const LOOK_AGAIN_MS = 5_000;
/** A reading that was cut goes on from its page for so long. Later, the provider may not know the page any more. */
export const RESUME_WITHIN_MS = 60 * 60_000;

const DAY_MS = 86_400_000;
/** Past the largest `maxFutureDays` would be two years; a year and a month is what providers give in one reading. */
const WINDOW_DAYS = 400;

/** Less than a day: a reading that comes a little late is still on its day. */
const SPREAD_MS = 22 * 60 * 60_000;

/** The days that the mirror holds: from yesterday. */
export const windowAt = (now: number): { readonly startMs: number; readonly endMs: number } => {
  const startMs = Math.floor(now / DAY_MS) * DAY_MS - DAY_MS;
  return { startMs, endMs: startMs + WINDOW_DAYS * DAY_MS };
};

/**
 * Whether a window has become old, once a day: cursors of Microsoft cannot move, so everything is read anew, which also repairs what a
 * cursor missed. Each calendar has its own time of day, so that not all are read at midnight.
 * @param calendarId a uuid
 */
export const isWindowOld = (calendarId: string, windowStartMs: number | null, now: number): boolean => {
  const ownTimeMs = (Number.parseInt(calendarId.slice(-8), 16) / 2 ** 32) * SPREAD_MS;
  return windowStartMs === null || now - windowStartMs >= 2 * DAY_MS + ownTimeMs;
};

/** How long the flow waits after a failed reading: 30 s, then twice as long each time, at most half an hour. */
export const retryAfterFailure = (failures: number): number =>
  Math.min(30_000 * 2 ** Math.min(Math.max(failures - 1, 0), 10), 30 * 60_000);

/** Channels are asked for a week, the most that both providers give by default, and renewed at half of what they gave. */
export const CHANNEL_MS = 7 * DAY_MS - 60 * 60_000;
/** Providers that refused a channel, such as for an address without TLS, are asked again after this time. */
export const CHANNEL_RETRY_MS = { refused: 2 * 60 * 60_000, away: 60_000 } as const;
