import { type CalendarSyncState, CHANNEL_RETRY_MS, type SyncOutcome } from '../../domain/calendars/sync-state.ts';
import type { MailService } from '../../domain/mail/mail.ts';
import { callLimits } from '../../outbound/calendars/call-limits.ts';
import { ProviderError } from '../../outbound/calendars/provider.ts';
import { countBusyChange } from '../../store/calendars/busy-count.ts';
import { lookAtChannelsLater } from '../../store/calendars/channels.ts';
import { listAgain, saveCalendars } from '../../store/calendars/connections.ts';
import { markReconnectMailed } from '../../store/calendars/reconnect.ts';
import { readCalendarsToRead } from '../../store/calendars/rounds.ts';
import {
  type BegunReading,
  beginReading,
  endReading,
  failReading,
  readSyncStanding,
} from '../../store/calendars/sync-state.ts';
import { inTransaction } from '../../store/database.ts';
import type { Mailer } from '../mail/send.ts';
import { withAccount } from './accounts.ts';
import { type ChannelDependencies, type ChannelOutcome, renewChannels } from './channels.ts';
import { disconnect, forgetAccess } from './disconnect.ts';
import { type KeepReadingDependencies, keepReading } from './keep-reading.ts';
import { type NudgeDependencies, nudgeTouched } from './nudge-bookings.ts';
import { readCalendar } from './reading.ts';
import { mailReconnect } from './reconnect.ts';

export interface CalendarSyncDependencies extends ChannelDependencies, NudgeDependencies, KeepReadingDependencies {
  readonly mailer: Mailer;
  readonly service: MailService;
  /** Reports to Temporal that an activity goes on, and how far it has come. */
  readonly heartbeat: (details?: unknown) => void;
  readonly isStopping: () => boolean;
}

type Step = 'syncConnection' | 'renewChannels' | 'disconnect' | 'mailReconnect';

/** The activities of the flow `calendarSync`. Safe to repeat: rows say what is to be done. */
export interface CalendarSyncActivities {
  readSyncStanding(connectionId: string): Promise<CalendarSyncState>;
  /** Reads what has changed in all calendars that block or are written to. */
  syncConnection(connectionId: string): Promise<SyncOutcome>;
  /** Waits for the time of each reading, and reads, until there is something for the flow to do. */
  keepReading(connectionId: string): Promise<void>;
  /** Opens, renews and closes the provider's channels. */
  renewChannels(connectionId: string): Promise<ChannelOutcome>;
  /** Takes our access back at the provider, and forgets the tokens. */
  disconnect(connectionId: string): Promise<void>;
  /** Informs the person, once, that they must connect again. */
  mailReconnect(connectionId: string): Promise<void>;
  /** One of the others failed for good: notes when it is tried again. */
  noteFailedWork(connectionId: string, step: Step): Promise<void>;
}

export const createCalendarSyncActivities = (dependencies: CalendarSyncDependencies): CalendarSyncActivities => ({
  readSyncStanding: (connectionId) => readSyncStanding(dependencies.sql, connectionId),
  syncConnection: (connectionId) => beating(dependencies, (beat) => syncConnection(dependencies, connectionId, beat)),
  keepReading: (connectionId) =>
    beating(dependencies, (beat) =>
      keepReading(dependencies, connectionId, () => readOrNote(dependencies, connectionId, beat)),
    ),
  renewChannels: (connectionId) => beating(dependencies, () => renewChannels(dependencies, connectionId)),
  disconnect: (connectionId) => beating(dependencies, () => disconnect(dependencies, connectionId)),
  mailReconnect: (connectionId) => beating(dependencies, () => mailReconnect(dependencies, connectionId)),
  noteFailedWork: (connectionId, step) => noteFailedWork(dependencies, connectionId, step),
});

const BEAT_EVERY_MS = 4_000;

/** Where a reading stands: ids and counts alone, as Temporal keeps it. The row has the cursor of the page. */
interface Position {
  readonly calendarId: string;
  readonly pages: number;
}

/** Reports every few seconds that work goes on: one call to a provider can take longer than a heartbeat may. */
async function beating<T>(
  { heartbeat }: CalendarSyncDependencies,
  work: (beat: (position: Position) => void) => Promise<T>,
): Promise<T> {
  let latest: Position | undefined;
  const timer = setInterval(() => heartbeat(latest), BEAT_EVERY_MS);
  try {
    return await work((position) => {
      latest = position;
      heartbeat(position);
    });
  } finally {
    clearInterval(timer);
  }
}

async function syncConnection(
  dependencies: CalendarSyncDependencies,
  connectionId: string,
  beat: (position: Position) => void,
): Promise<SyncOutcome> {
  const { sql } = dependencies;
  // Another activity may already have read what the sweep, or a push, asked for.
  const state = await readSyncStanding(sql, connectionId);
  if (state.stage === 'connected' && state.due === null)
    return { calendarCount: state.calendarCount, eventCount: 0, result: 'read' };
  const begun = await beginReading(sql, connectionId);
  if (!begun) return { calendarCount: 0, eventCount: 0, result: 'disconnected' };
  try {
    if (begun.listsCalendars) await listCalendars(dependencies, connectionId, begun.userId);
    return await readAll(dependencies, connectionId, begun, beat);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // The row says whether the person must connect again, or has disconnected.
    if (error.failure === 'token_refused') return { calendarCount: 0, eventCount: 0, result: 'reconnect' };
    await failReading(sql, connectionId, { words: wordsFor(error), retryAfterMs: error.retryAfterMs });
    return { calendarCount: 0, eventCount: 0, result: 'later' };
  }
}

async function readAll(
  dependencies: CalendarSyncDependencies,
  connectionId: string,
  begun: BegunReading,
  beat: (position: Position) => void,
): Promise<SyncOutcome> {
  const { sql } = dependencies;
  const onPage = (calendarId: string, pages: number): void => beat({ calendarId, pages });
  const calendars = await readCalendarsToRead(sql, connectionId);
  let eventCount = 0;
  let lost: ProviderError | undefined;
  for (const calendar of calendars) {
    try {
      const outcome = await readCalendar({ ...dependencies, onPage }, calendar);
      // Also without changes: a whole reading marks the booking events that it did not show.
      await nudgeTouched(dependencies, connectionId);
      eventCount += outcome.eventCount;
      if (outcome.isCut) return { calendarCount: calendars.length, eventCount, result: 'later' };
    } catch (error) {
      // A calendar that its owner does not share any more must not keep the others from being read.
      if (!(error instanceof ProviderError) || !isOfCalendar(error, lost)) throw error;
      lost = error;
    }
  }
  if (lost) {
    if (isUnshared(lost)) await listAgain(sql, connectionId);
    throw lost;
  }
  await endReading(sql, connectionId, { ...begun, hasFound: eventCount > 0 });
  return { calendarCount: calendars.length, eventCount, result: 'read' };
}

const isUnshared = ({ failure }: ProviderError): boolean => failure === 'not_found' || failure === 'forbidden';

/** Returns whether the next calendar is read although one failed. One that always fails must not block the others; two in a row mean that the provider fails. */
const isOfCalendar = (error: ProviderError, before: ProviderError | undefined): boolean =>
  isUnshared(error) || (before === undefined && (error.failure === 'away' || error.failure === 'refused'));

/** For the person and operators: what is wrong, and what helps. */
const wordsFor = ({ failure, detail }: ProviderError): string => {
  if (failure === 'throttled') return 'The provider asks for a pause. It is read again by itself.';
  if (failure === 'away') return 'The provider does not answer. It is read again by itself.';
  if (failure === 'misconfigured')
    return 'This service cannot use its access at the provider at present. That is its operators’ to mend, not yours; it is read again by itself.';
  if (failure === 'not_found' || failure === 'forbidden')
    return 'One of its calendars cannot be read any more. Choose the calendars that block your time again.';
  return `The provider refused to be read (${detail}). Connect the calendar again; if it stays, ask the operators of this service, whose log has the answer.`;
};

async function listCalendars(
  dependencies: CalendarSyncDependencies,
  connectionId: string,
  userId: string,
): Promise<void> {
  const listed = await withAccount(dependencies, connectionId, callLimits(), (account) =>
    account.listCalendars(callLimits()),
  );
  await inTransaction(dependencies.sql, async (tx) => {
    await tx`select 1 from users where id = ${userId} for no key update`;
    const isFreer = await saveCalendars(tx, { connectionId, userId }, listed);
    if (isFreer) await countBusyChange(tx, userId);
  });
}

/** An internal failure is stored in the row at once, so that the next attempt waits as the row says. */
async function readOrNote(
  dependencies: CalendarSyncDependencies,
  connectionId: string,
  beat: (position: Position) => void,
): Promise<void> {
  try {
    await syncConnection(dependencies, connectionId, beat);
  } catch (error) {
    await noteFailedWork(dependencies, connectionId, 'syncConnection');
    throw error;
  }
}

const OUR_FAULT = 'It could not be read, because of a fault on our side. It is read again by itself.';

/** A disconnect that failed for a day's worth of tries still forgets the tokens: the person wanted us out. */
async function noteFailedWork({ sql }: CalendarSyncDependencies, connectionId: string, step: Step): Promise<void> {
  if (step === 'disconnect') await forgetAccess(sql, connectionId);
  else if (step === 'mailReconnect') await markReconnectMailed(sql, connectionId);
  else if (step === 'renewChannels')
    await lookAtChannelsLater(sql, connectionId, { dueAt: null, retryMs: CHANNEL_RETRY_MS.away });
  else await failReading(sql, connectionId, { words: OUR_FAULT, retryAfterMs: null });
}
