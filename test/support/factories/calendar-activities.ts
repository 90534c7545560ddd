import { randomBytes } from 'node:crypto';
import type { createCalendarSyncActivities } from '../../../activities/calendars/sync.ts';
import { localMailer } from '../../../activities/mail/send.ts';
import type { CalendarProviderName } from '../../../domain/calendars/remote-event.ts';
import { deriveSecrets } from '../../../domain/secrets.ts';
import { startMicrosoftStandIn } from '../../../stand-ins/microsoft/stand-in.ts';
import type { ConnectionRow } from '../../../store/calendars/connections.ts';
import type { AuditedCalendars } from '../asserts/calendar-audit.ts';
import { type CheckedGoogle, startCheckedGoogle } from '../fakes/google.ts';
import { cloneDatabase } from '../stack/database.ts';
import { connectAccount, providersAt } from './calendars.ts';

/** The person at both stand-ins. */
export const ACCOUNT = 'ada@acme.test';
const CALENDAR = { google: ACCOUNT, microsoft: 'AAMkCal-ada' } as const;
const HALF_HOUR_MS = 1_800_000;

/** Activities of calendars without Temporal: a database, both stand-ins, and what activities need. */
export interface CalendarActivities extends AuditedCalendars {
  readonly google: CheckedGoogle;
  readonly dependencies: Parameters<typeof createCalendarSyncActivities>[0];
  connect(provider: CalendarProviderName, userId?: string): Promise<ConnectionRow>;
  /** Puts an event of half an hour into the person's calendar, as they do. */
  put(provider: CalendarProviderName, startMs: number): void;
  /** The next such call fails. @param match absent: any call of the calendar's API */
  fail(provider: CalendarProviderName, kind: string, match?: string): void;
  /** Forgets events, connections and faults of a test. @returns what was sent or answered and is not as Google describes it */
  clean(): Promise<string[]>;
  close(): Promise<void>;
}

export async function startCalendarActivities(): Promise<CalendarActivities> {
  const [google, microsoft, database] = await Promise.all([
    startCheckedGoogle(),
    startMicrosoftStandIn(),
    cloneDatabase(),
  ]);
  const { sql } = database;
  const secrets = deriveSecrets(randomBytes(32));
  const tokenKeys = [{ id: 'main', key: secrets.calendarTokens }];
  const providers = providersAt(google, microsoft);
  const standIns = { google, microsoft };
  return {
    ...{ ...standIns, sql, tokenKeys },
    dependencies: {
      ...{ sql, secrets, tokenKeys, calendarProviders: providers, now: Date.now, scheduledAtMs: Date.now },
      links: { appUrl: google.url },
      mailer: localMailer(sql, Date.now),
      service: { name: 'Holdfast', fromEmail: 'mail@holdfast.example', publicUrl: google.url },
      heartbeat: () => {},
      onProviderFailure: () => {},
      client: { workflow: { signalWithStart: async () => {} } } as never,
      ...{ taskQueue: '', isStopping: () => false },
    },
    connect: (provider, userId) => {
      const tokens = standIns[provider].grant(ACCOUNT);
      const whose = userId === undefined ? {} : { userId };
      return connectAccount({ sql, secrets, providers }, { provider, email: ACCOUNT, tokens, ...whose });
    },
    put: (provider, startMs) => {
      const [start = '', end = ''] = [startMs, startMs + HALF_HOUR_MS].map((ms) => new Date(ms).toISOString());
      const at = (time: string) => ({ dateTime: time.slice(0, 19), timeZone: 'UTC' });
      if (provider === 'google')
        google.hand.put(CALENDAR.google, { summary: 'Zebra', start: { dateTime: start }, end: { dateTime: end } });
      else microsoft.hand.put(CALENDAR.microsoft, { subject: 'Zebra', start: at(start), end: at(end) });
    },
    fail: (provider, kind, match = '') => {
      const retryAfterSeconds = kind === '429' ? 30 : null;
      standIns[provider].faults.add({ kind, match, retryAfterSeconds, delayMs: kind === 'slow' ? 250 : 1_000 });
    },
    clean: async () => {
      google.clean();
      microsoft.faults.clear();
      microsoft.tokens.keepsUsed = true;
      const mailbox = microsoft.mailboxes.get(ACCOUNT);
      for (const { id } of mailbox?.visible() ?? []) mailbox?.forget(id);
      await sql`delete from calendar_connections`;
      await sql`delete from calendar_events`;
      return google.problems();
    },
    close: async () => void (await Promise.all([google.close(), microsoft.close(), database.close()])),
  };
}
