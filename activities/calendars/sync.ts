import type { SyncOutcome, SyncStanding } from '../../domain/calendars/sync-standing.ts';
import { isWindowOld, windowAt } from '../../domain/calendars/sync-standing.ts';
import { saveCalendars } from '../../store/calendars/connections.ts';
import { applyPage, type CalendarToRead, readCalendarsToRead } from '../../store/calendars/mirror.ts';
import { readCalendarSettings } from '../../store/calendars/settings.ts';
import { beginReading, endReading, failReading, readSyncStanding } from '../../store/calendars/sync-state.ts';
import { inTransaction } from '../../store/database.ts';
import { type AccountDependencies, withAccount } from './accounts.ts';
import { type CalendarAccount, type CallLimits, ProviderError, type ReadFrom } from './provider.ts';

export interface CalendarSyncDependencies extends AccountDependencies {
  /** Reports to Temporal that the reading goes on. */
  readonly heartbeat: () => void;
}

/** The activities of the flow `calendarSync`. Safe to repeat: rows say what is read. */
export interface CalendarSyncActivities {
  readSyncStanding(connectionId: string): Promise<SyncStanding>;
  /** Reads what has changed in all calendars that block or are written to. */
  syncConnection(connectionId: string): Promise<SyncOutcome>;
}

/** One call to a provider. A page of 2,500 events takes a second or two. */
const CALL_MS = 20_000;

const limits = (): CallLimits => ({ signal: AbortSignal.timeout(CALL_MS) });

export const createCalendarSyncActivities = (dependencies: CalendarSyncDependencies): CalendarSyncActivities => ({
  readSyncStanding: (connectionId) => readSyncStanding(dependencies.sql, connectionId),
  syncConnection: (connectionId) => syncConnection(dependencies, connectionId),
});

async function syncConnection(dependencies: CalendarSyncDependencies, connectionId: string): Promise<SyncOutcome> {
  const { sql } = dependencies;
  const begun = await beginReading(sql, connectionId);
  if (!begun) return { calendarCount: 0, eventCount: 0, result: 'disconnected' };
  try {
    if (begun.listsCalendars) await listCalendars(dependencies, connectionId, begun.userId);
    const calendars = await readCalendarsToRead(sql, connectionId);
    let eventCount = 0;
    for (const calendar of calendars) eventCount += await readCalendar(dependencies, calendar);
    await endReading(sql, connectionId, { ...begun, hasPush: false });
    return { calendarCount: calendars.length, eventCount, result: 'read' };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.failure === 'token_refused') return { calendarCount: 0, eventCount: 0, result: 'reconnect' };
    await failReading(sql, connectionId, { words: wordsFor(error), retryAfterMs: error.retryAfterMs });
    return { calendarCount: 0, eventCount: 0, result: 'later' };
  }
}

/** For the person and operators: what is wrong, and what helps. */
const wordsFor = ({ failure, detail }: ProviderError): string => {
  if (failure === 'throttled') return 'The provider asks for a pause. It is read again by itself.';
  if (failure === 'away') return 'The provider does not answer. It is read again by itself.';
  return `The provider refused to be read (${detail}). Connect the calendar again; if it stays, look into the worker's log.`;
};

async function listCalendars(
  dependencies: CalendarSyncDependencies,
  connectionId: string,
  userId: string,
): Promise<void> {
  const listed = await withAccount(dependencies, connectionId, limits(), (account) => account.listCalendars(limits()));
  await inTransaction(dependencies.sql, async (tx) => {
    await tx`select 1 from users where id = ${userId} for no key update`;
    await saveCalendars(tx, { connectionId, userId }, listed);
  });
}

/** Reads one calendar from its cursor, or whole if it has none, or one that is too old. @returns how many entries came */
async function readCalendar(dependencies: CalendarSyncDependencies, calendar: CalendarToRead): Promise<number> {
  const window = windowAt(dependencies.now());
  const { cursor } = calendar;
  const isFull = cursor === null || isWindowOld(calendar.windowStartMs, dependencies.now());
  try {
    return await readPages(
      dependencies,
      calendar,
      isFull ? { window } : { window: windowOf(calendar, window), cursor },
    );
  } catch (error) {
    if (isFull || !(error instanceof ProviderError) || error.failure !== 'cursor_gone') throw error;
    return readPages(dependencies, calendar, { window });
  }
}

const windowOf = (
  { windowStartMs, windowEndMs }: CalendarToRead,
  now: { readonly startMs: number; readonly endMs: number },
) => (windowStartMs === null || windowEndMs === null ? now : { startMs: windowStartMs, endMs: windowEndMs });

async function readPages(
  dependencies: CalendarSyncDependencies,
  calendar: CalendarToRead,
  from: ReadFrom,
): Promise<number> {
  const { sql, heartbeat, now } = dependencies;
  const readAtMs = now();
  const rules = await readCalendarSettings(sql, calendar.userId);
  const isFull = !('cursor' in from);
  const read = (next: ReadFrom) => (account: CalendarAccount) =>
    account.readEvents(calendar.providerCalendarId, next, limits());
  let count = 0;
  for (let next: ReadFrom = from; ; ) {
    heartbeat();
    const page = await withAccount(dependencies, calendar.connectionId, limits(), read(next));
    count += page.changes.length;
    const isLast = 'cursor' in page.next;
    await applyPage(sql, {
      ...{ calendar, rules, own: new Set<string>(), reading: readAtMs },
      changes: page.changes,
      ...(isLast
        ? { end: { cursor: (page.next as { cursor: string }).cursor, window: from.window, isFull, readAtMs } }
        : {}),
    });
    if (isLast) return count;
    next = { window: from.window, page: (page.next as { page: string }).page };
  }
}
