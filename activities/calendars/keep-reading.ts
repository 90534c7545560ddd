import type { Sql } from 'postgres';
import { type CalendarSyncState, STATE_READ_EVERY_MS } from '../../domain/calendars/sync-state.ts';
import { readSyncStanding } from '../../store/calendars/sync-state.ts';
import { NotYet } from './not-yet.ts';

export interface KeepReadingDependencies {
  readonly sql: Sql;
  readonly now: () => number;
  /** When the activity that runs was first scheduled, before all its attempts. */
  readonly scheduledAtMs: () => number;
}

/** A reading that was cut goes on after this time: another worker has it then. */
const AFTER_CUT_MS = 1_000;

/**
 * Reads a connection each time it is due, for as long as there is nothing for the flow to do. Each attempt reads at most once.
 * @param read one reading
 * @throws NotYet until when the next attempt waits
 */
export async function keepReading(
  { sql, now, scheduledAtMs }: KeepReadingDependencies,
  connectionId: string,
  read: () => Promise<unknown>,
): Promise<void> {
  let state = await readSyncStanding(sql, connectionId);
  if (isToRead(state)) {
    await read();
    state = await readSyncStanding(sql, connectionId);
  }
  if (state.stage !== 'connected' || state.due === 'channels') return;
  if (now() - scheduledAtMs() >= STATE_READ_EVERY_MS) return;
  throw new NotYet(state.due === null ? state.waitMs : AFTER_CUT_MS, inWords(state));
}

const isToRead = (state: CalendarSyncState): boolean => state.stage === 'connected' && state.due === 'reading';

type Connected = Extract<CalendarSyncState, { stage: 'connected' }>;

const inWords = ({ syncedAtMs, nextAtMs, failures }: Connected): string =>
  [
    syncedAtMs === null ? 'Not read yet.' : `Read at ${instant(syncedAtMs)}.`,
    ...(failures > 0 ? ['The last reading failed; the row says why.'] : []),
    `Looks again at ${instant(nextAtMs)}.`,
  ].join(' ');

const instant = (ms: number): string => new Date(ms).toISOString();
