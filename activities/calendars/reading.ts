import { isWindowOld, RESUME_WITHIN_MS, windowAt } from '../../domain/calendars/sync-state.ts';
import { callLimits } from '../../outbound/calendars/call-limits.ts';
import { ProviderError, type ReadFrom } from '../../outbound/calendars/provider.ts';
import { applyPage } from '../../store/calendars/mirror.ts';
import { beginRound, type CalendarToRead, type Round } from '../../store/calendars/rounds.ts';
import { type AccountDependencies, withAccount } from './accounts.ts';

export interface ReadingDependencies extends AccountDependencies {
  /** True once the worker stops: another goes on. */
  readonly isStopping: () => boolean;
  /** Called for each page that is in the mirror. */
  readonly onPage: (calendarId: string, pages: number) => void;
}

/** How a calendar was read. `cut`: this worker stops, or another process went on. */
export type CalendarOutcome = { readonly eventCount: number; readonly isCut: boolean };

/**
 * Reads one calendar from where its last reading was cut, from its cursor, or whole: if it has none, or one that is too old, or if its
 * window has become old. Until a whole reading has ended, the mirror keeps its events, so that nothing becomes free too early.
 */
export async function readCalendar(
  dependencies: ReadingDependencies,
  calendar: CalendarToRead,
): Promise<CalendarOutcome> {
  const round = resumable(calendar, dependencies.now()) ?? (await begin(dependencies, calendar));
  try {
    return await readPages(dependencies, calendar, round);
  } catch (error) {
    if (!isUnknownPosition(error, round)) throw error;
    return readPages(dependencies, calendar, await begin(dependencies, { ...calendar, cursor: null }));
  }
}

/** The provider does not know the cursor, or the page that an earlier process had reached. A first page without either is known. */
const isUnknownPosition = (error: unknown, { cursor, page }: Round): boolean =>
  error instanceof ProviderError &&
  ((error.failure === 'cursor_gone' && (cursor !== null || page !== null)) ||
    (error.failure === 'refused' && page !== null));

const resumable = ({ round }: CalendarToRead, now: number): Round | null =>
  round && round.page !== null && now - round.beganMs < RESUME_WITHIN_MS ? round : null;

function begin({ sql, now }: ReadingDependencies, calendar: CalendarToRead): Promise<Round> {
  const { id, windowStartMs, windowEndMs, cursor } = calendar;
  const beganMs = now();
  const isWhole = cursor === null || windowEndMs === null || isWindowOld(id, windowStartMs, beganMs);
  const window = isWhole ? windowAt(beganMs) : { startMs: windowStartMs ?? 0, endMs: windowEndMs };
  return beginRound(sql, id, { beganMs, cursor: isWhole ? null : cursor, ...window });
}

async function readPages(
  dependencies: ReadingDependencies,
  calendar: CalendarToRead,
  begun: Round,
): Promise<CalendarOutcome> {
  let [round, eventCount] = [begun, 0];
  for (let pages = 1; ; pages += 1) {
    if (dependencies.isStopping()) return { eventCount, isCut: true };
    const from = positionOf(round);
    const page = await withAccount(dependencies, calendar.connectionId, callLimits(), (account) =>
      account.readEvents(calendar.providerCalendarId, from, callLimits()),
    );
    eventCount += page.changes.length + page.replacedSeries.length;
    const next = await applyPage(dependencies.sql, { ...page, calendar, round });
    dependencies.onPage(calendar.id, pages);
    if (next === 'over' || next === 'overtaken') return { eventCount, isCut: next === 'overtaken' };
    round = next;
  }
}

const positionOf = ({ startMs, endMs, page, cursor }: Round): ReadFrom => ({
  window: { startMs, endMs },
  ...(page !== null ? { page } : cursor !== null ? { cursor } : {}),
});
