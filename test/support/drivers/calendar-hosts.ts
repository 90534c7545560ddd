import type { Sql } from 'postgres';
import type { CalendarProviderName } from '../../../domain/calendars/remote-event.ts';
import type { GoogleStandIn } from '../../../stand-ins/google/stand-in.ts';
import type { MicrosoftStandIn } from '../../../stand-ins/microsoft/stand-in.ts';
import { waitFor } from '../stack/lock-tables.ts';
import { createHost, type TestHost } from './host.ts';
import type { RestGuest } from './rest-guest.ts';

const HOUR_MS = 3_600_000;
const MEETING_MS = HOUR_MS / 2;

/** Private content of a host's own events. */
export const STRANGE = { title: 'Zebra surgery', text: 'Bring the x-rays', guest: 'surgeon@elsewhere.test' } as const;

export interface StandIns {
  readonly google: GoogleStandIn;
  readonly microsoft: MicrosoftStandIn;
}

/** A host, and the calendar that they connect. */
export interface CalendarHost {
  readonly provider: CalendarProviderName;
  readonly host: TestHost;
  /** The address of the account. */
  readonly account: string;
  /** As the provider names it. */
  readonly calendarId: string;
  /** Free ones. */
  readonly starts: number[];
  readonly guests: RestGuest[];
}

const ACCOUNTS = {
  google: { account: 'ada@acme.test', calendarId: 'ada@acme.test' },
  microsoft: { account: 'grace@acme.test', calendarId: 'AAMkCal-grace' },
} as const;

/** A host with an account at a stand-in that has events on many days, in pages. It is not connected yet. */
export async function calendarHost(
  sql: Sql,
  standIns: StandIns,
  provider: CalendarProviderName,
): Promise<CalendarHost> {
  const host = await createHost(sql);
  const open = await host.openStarts();
  const taken = open.filter((_, index) => index > 10 && index % 20 === 0);
  const { account, calendarId } = ACCOUNTS[provider];
  for (const startMs of taken) putForeign(standIns, provider, startMs);
  if (provider === 'google') standIns.google.hand.calendar(calendarId).pageSize = 8;
  const isFree = (startMs: number) => taken.every((other) => Math.abs(other - startMs) >= HOUR_MS);
  const starts = open.filter(isFree).filter((_, index) => index % 3 === 0);
  return { provider, host, account, calendarId, starts, guests: [] };
}

/** An event of the host's own. */
function putForeign({ google, microsoft }: StandIns, provider: CalendarProviderName, startMs: number): void {
  const [start = '', end = ''] = [startMs, startMs + MEETING_MS].map((ms) => new Date(ms).toISOString());
  const { title, text, guest } = STRANGE;
  if (provider === 'google') {
    const times = { start: { dateTime: start }, end: { dateTime: end } };
    const attendees = [{ email: guest }];
    google.hand.put(ACCOUNTS.google.calendarId, { summary: title, description: text, attendees, ...times });
    return;
  }
  const at = (time: string) => ({ dateTime: time.slice(0, 19), timeZone: 'UTC' });
  const attendees = [{ type: 'required' as const, emailAddress: { address: guest } }];
  const times = { start: at(start), end: at(end) };
  microsoft.hand.put(ACCOUNTS.microsoft.calendarId, { subject: title, body: { content: text }, attendees, ...times });
}

/** A person deletes an event of ours, or moves it. */
export function changeByHand(
  { google, microsoft }: StandIns,
  { provider, calendarId }: CalendarHost,
  eventId: string,
  startMs: number | null,
): void {
  if (startMs === null) {
    (provider === 'google' ? google : microsoft).hand.remove(calendarId, eventId);
    return;
  }
  const [start, end] = [startMs, startMs + MEETING_MS].map((ms) => new Date(ms).toISOString().slice(0, 19));
  if (provider === 'google')
    google.hand.change(calendarId, eventId, { start: { dateTime: `${start}Z` }, end: { dateTime: `${end}Z` } });
  else {
    const at = (dateTime = '') => ({ dateTime, timeZone: 'UTC' });
    microsoft.hand.change(calendarId, eventId, { start: at(start), end: at(end) });
  }
}

/** Requests of our adapters, as `METHOD /path` of a stand-in begins. */
export const calls: Readonly<Record<CalendarProviderName, Readonly<Record<CallName, string>>>> = {
  google: {
    ...{ exchange: 'POST /token', refresh: 'POST /token', calendars: 'GET /calendar/v3/users/me/calendarList' },
    readPage: 'GET /calendar/v3/calendars/ada%40acme.test/events',
    readNow: 'GET /calendar/v3/calendars/ada%40acme.test/events',
    create: 'POST /calendar/v3/calendars/ada%40acme.test/events',
    read: 'GET /calendar/v3/calendars/ada%40acme.test/events/',
    delete: 'DELETE /calendar/v3/calendars/ada%40acme.test/events/',
  },
  microsoft: {
    exchange: 'POST /common/oauth2/v2.0/token',
    ...{ refresh: 'POST /common/oauth2/v2.0/token', calendars: 'GET /v1.0/me/calendars' },
    readPage: 'GET /v1.0/me/calendars/AAMkCal-grace/calendarView/delta',
    readNow: 'GET /v1.0/me/calendars/AAMkCal-grace/calendarView',
    create: 'POST /v1.0/me/calendars/AAMkCal-grace/events',
    read: 'GET /v1.0/me/events/',
    delete: 'DELETE /v1.0/me/events/',
  },
};

type CallName = 'exchange' | 'refresh' | 'calendars' | 'readPage' | 'readNow' | 'create' | 'read' | 'delete';

/**
 * Slows calls of a host's calendar down.
 * @param eventId of `read` and `delete`
 * @returns resolves once one has come
 */
export function hold(standIns: StandIns, { provider }: CalendarHost, name: CallName, eventId = ''): Promise<void> {
  const match = calls[provider][name] + eventId;
  const { faults, seen } = standIns[provider];
  const from = seen.length;
  faults.add({ kind: 'slow', match, count: 9, delayMs: 1_500 });
  const isSeen = () => seen.slice(from).some(({ method, path }) => `${method} ${path}`.includes(match));
  return waitFor(isSeen, `${provider}: ${match}`);
}

/** Every code and token that the stand-ins give from now on. */
export function noteGiven({ google, microsoft }: StandIns): ReadonlySet<string> {
  const given = new Set<string>();
  for (const tokens of [google.tokens, microsoft.tokens])
    for (const name of ['giveCode', 'giveAccess', 'giveRefresh'] as const) {
      const give = tokens[name].bind(tokens) as (grant: never) => string;
      tokens[name] = (grant: never) => {
        const token = give(grant);
        given.add(token);
        return token;
      };
    }
  return given;
}
