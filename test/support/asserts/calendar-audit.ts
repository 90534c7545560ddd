import type { Sql } from 'postgres';
import type { CalendarProviderName } from '../../../domain/calendars/remote-event.ts';
import { openToken, type TokenKeys } from '../../../domain/sealed-token.ts';
import type { Interval } from '../../../domain/slots/types.ts';
import { busyTimes as busyAtGoogle } from '../../../stand-ins/google/listing.ts';
import type { GoogleStandIn } from '../../../stand-ins/google/stand-in.ts';
import { timesOf } from '../../../stand-ins/google/times.ts';
import { busyTimes as busyAtMicrosoft } from '../../../stand-ins/microsoft/schedule.ts';
import type { MicrosoftStandIn } from '../../../stand-ins/microsoft/stand-in.ts';
import { readTokens } from '../../../store/calendars/tokens.ts';

/** The compared parts: the database, and the real state of both providers. */
export interface AuditedCalendars {
  readonly sql: Sql;
  readonly tokenKeys: TokenKeys;
  readonly google: GoogleStandIn;
  readonly microsoft: MicrosoftStandIn;
}

/** An event at a provider that names a booking of ours. */
interface OurEvent extends Interval {
  readonly id: string;
  readonly bookingId: string;
  readonly calendarId: string;
}

/** The events of one account at its provider. */
interface Account {
  readonly events: readonly OurEvent[];
  busy(calendarId: string, window: Interval): readonly Interval[];
  hasRefresh(token: string): boolean;
  /** Ids of the channels or subscriptions that are open. */
  readonly channels: ReadonlySet<string>;
}

/**
 * Every difference between calendars, mirror and bookings, in words: each confirmed booking has one event at its times and no other booking
 * has one; the mirror holds what the provider calls busy; tokens open at the provider; nothing is left to do. For bookings whose hosts had
 * a calendar when they were booked, and who follow what they do in it. Empty: all agree.
 */
export async function calendarProblems(audited: AuditedCalendars): Promise<string[]> {
  const connections = await readConnections(audited.sql);
  const found = connections.map(async (connection) => {
    const account = accountOf(audited, connection);
    const parts = [
      await problemsOfAccess(audited, connection, account),
      await problemsOfMirror(audited.sql, connection, account),
      await problemsOfChannels(audited.sql, connection, account),
    ];
    return parts.flat().map((what) => `${connection.provider} ${connection.id}: ${what}`);
  });
  return [...(await Promise.all(found)).flat(), ...(await bookingProblems(audited))];
}

/** The same of the mirror of one connection alone. */
export async function mirrorProblems(audited: AuditedCalendars, connectionId: string): Promise<string[]> {
  const connection = (await readConnections(audited.sql)).find(({ id }) => id === connectionId);
  return connection ? problemsOfMirror(audited.sql, connection, accountOf(audited, connection)) : ['no connection'];
}

/** The same of bookings and their events alone. */
export async function bookingProblems(audited: AuditedCalendars): Promise<string[]> {
  const accounts = new Map((await readConnections(audited.sql)).map((one) => [`${one.provider} ${one.email}`, one]));
  const events = [...accounts.values()].flatMap((connection) => accountOf(audited, connection).events);
  return problemsOfBookings(audited.sql, events);
}

const readConnections = (sql: Sql) => sql<Connection[]>`
  select id, user_id as "userId", provider, email::text as email, status, sync_failure as "syncFailure",
    coalesce(refreshing_until > clock_timestamp(), false) as "isRefreshing",
    changed_at > seen_at or next_sync_at <= clock_timestamp() or channels_at <= clock_timestamp() as "isDue"
  from calendar_connections where status <> 'revoked' order by id`;

interface Connection {
  readonly id: string;
  readonly userId: string;
  readonly provider: CalendarProviderName;
  readonly email: string;
  readonly status: string;
  readonly syncFailure: string | null;
  readonly isRefreshing: boolean;
  readonly isDue: boolean;
}

const accountOf = (audited: AuditedCalendars, { provider, email }: Connection): Account =>
  provider === 'google' ? googleAccount(audited.google, email) : microsoftAccount(audited.microsoft, email);

function googleAccount({ accounts, tokens, push }: GoogleStandIn, email: string): Account {
  const owned = [...(accounts.people.get(email)?.list.values() ?? [])].filter(
    ({ accessRole }) => accessRole === 'owner',
  );
  return {
    events: owned.flatMap(({ calendar }) =>
      calendar.visible().flatMap(({ event }): OurEvent[] => {
        const bookingId = event.extendedProperties?.private?.holdfastBookingId;
        if (!bookingId || event.status === 'cancelled') return [];
        return [
          { id: event.id ?? '', bookingId, calendarId: calendar.facts.id, ...timesOf(event, calendar.facts.timeZone) },
        ];
      }),
    ),
    busy: (calendarId, window) => {
      const calendar = accounts.calendars.get(calendarId);
      return calendar ? busyAtGoogle(calendar, window) : [];
    },
    hasRefresh: (token) => tokens.ofRefresh(token)?.account.email === email,
    channels: new Set(
      [...push.channels.values()]
        .filter(({ calendarId }) => owned.some(({ calendar }) => calendar.facts.id === calendarId))
        .map(({ resourceId, id }) => `${id} ${resourceId}`),
    ),
  };
}

function microsoftAccount({ mailboxes, tokens, client, subscriptions }: MicrosoftStandIn, email: string): Account {
  const mailbox = mailboxes.get(email);
  return {
    events: (mailbox?.visible() ?? []).flatMap((item): OurEvent[] => {
      const [, bookingId] = /^holdfast:([\da-f-]{36}):\d+$/.exec(item.event.transactionId ?? '') ?? [];
      return bookingId && !item.isDeleted
        ? [{ ...item.times, id: item.id, bookingId, calendarId: item.calendarId }]
        : [];
    }),
    busy: (calendarId, window) => (mailbox ? busyAtMicrosoft(mailbox, calendarId, window) : []),
    hasRefresh: (token) => tokens.spendRefresh(token, client.clientId)?.person.email === email,
    channels: new Set([...subscriptions.kept.values()].filter((one) => one.mailbox === mailbox).map(({ id }) => id)),
  };
}

async function problemsOfAccess(
  { sql, tokenKeys }: AuditedCalendars,
  { id, status, isRefreshing, isDue, syncFailure }: Connection,
  account: Account,
): Promise<string[]> {
  const stored = await readTokens(sql, id);
  const refreshToken = stored?.refreshToken && openToken(tokenKeys, id, stored.refreshToken);
  return [
    ...(status === 'active' ? [] : [`its access is ${status}`]),
    ...(refreshToken && account.hasRefresh(refreshToken) ? [] : ['the provider does not know its refresh token']),
    ...(isRefreshing ? ['a refresh has not ended'] : []),
    ...(isDue ? ['a reading is due'] : []),
    ...(syncFailure === null ? [] : [`it was not read: ${syncFailure}`]),
  ];
}

interface ReadCalendar {
  readonly id: string;
  readonly providerId: string;
  readonly isComplete: boolean;
  readonly startMs: number;
  readonly endMs: number;
}

/** The mirror and our own events are what the provider calls busy. None of ours is in the mirror. */
async function problemsOfMirror(sql: Sql, { id }: Connection, account: Account): Promise<string[]> {
  const calendars = await sql<ReadCalendar[]>`
    select id, provider_calendar_id as "providerId", cursor is not null and round is null as "isComplete",
      (extract(epoch from window_start) * 1000)::float8 as "startMs", (extract(epoch from window_end) * 1000)::float8 as "endMs"
    from calendars where connection_id = ${id} and gone_at is null and (blocks or is_written) order by id`;
  const found: string[] = [];
  for (const calendar of calendars) {
    if (!calendar.isComplete) found.push(`the reading of ${calendar.id} has not ended`);
    const kept = await sql<(Interval & { eventId: string })[]>`
      select event_id as "eventId", (extract(epoch from lower(period)) * 1000)::float8 as "startMs",
        (extract(epoch from upper(period)) * 1000)::float8 as "endMs" from calendar_busy where calendar_id = ${calendar.id} and blocks`;
    const own = account.events.filter(({ calendarId }) => calendarId === calendar.providerId);
    const ids = new Set(own.map((event) => event.id));
    for (const { eventId } of kept) if (ids.has(eventId)) found.push(`the mirror holds our own event ${eventId}`);
    const [ours, theirs] = [joined([...kept, ...own]), joined(account.busy(calendar.providerId, calendar))];
    found.push(...ours.filter((one) => !theirs.includes(one)).map((one) => `the mirror alone is busy at ${one}`));
    found.push(...theirs.filter((one) => !ours.includes(one)).map((one) => `the provider alone is busy at ${one}`));
  }
  return calendars.length > 0 ? found : ['no calendar is read'];
}

/** Overlapping times as one, in words. */
function joined(times: readonly Interval[]): string[] {
  const parts: { startMs: number; endMs: number }[] = [];
  for (const { startMs, endMs } of [...times].sort((a, b) => a.startMs - b.startMs)) {
    const last = parts.at(-1);
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else parts.push({ startMs, endMs });
  }
  return parts.map(({ startMs, endMs }) => `${new Date(startMs).toISOString()} to ${new Date(endMs).toISOString()}`);
}

/** Each live channel is open at the provider, and each open one is known, so that it is closed one day. */
async function problemsOfChannels(sql: Sql, { id, provider }: Connection, { channels }: Account): Promise<string[]> {
  const rows = await sql<{ id: string; providerId: string | null; isLive: boolean }[]>`
    select id, provider_id as "providerId", replaced_at is null and renew_at is not null as "isLive" from calendar_channels
    where connection_id = ${id}`;
  const nameOf = (row: (typeof rows)[number]) =>
    provider === 'google' ? `${row.id} ${row.providerId}` : `${row.providerId}`;
  const known = new Set(rows.map(nameOf));
  const live = rows.filter(({ isLive }) => isLive).map(nameOf);
  return [
    ...(live.length > 0 ? [] : ['no push comes']),
    ...live.filter((name) => !channels.has(name)).map((name) => `the provider does not know its channel ${name}`),
    ...(provider === 'google' ? [...channels].filter((name) => !known.has(name)) : []).map(
      (name) => `nobody knows the channel ${name}`,
    ),
  ];
}

interface BookingRow extends Interval {
  readonly id: string;
  readonly userId: string;
  readonly isScheduled: boolean;
  /** null: it has no event here. */
  readonly state: string | null;
  readonly eventId: string | null;
  readonly calendarId: string | null;
  readonly isSettled: boolean;
}

/** Each confirmed booking has one event, at its times; others have none. */
async function problemsOfBookings(sql: Sql, events: readonly OurEvent[]): Promise<string[]> {
  const rows = await sql<BookingRow[]>`
    select b.id, h.user_id as "userId", b.status in ('confirmed', 'rescheduled') as "isScheduled", e.state, e.event_id as "eventId",
      k.provider_calendar_id as "calendarId", e.work_at is null and e.mail is null and e.attempt_id is null as "isSettled",
      (extract(epoch from b.start_at) * 1000)::float8 as "startMs", (extract(epoch from b.end_at) * 1000)::float8 as "endMs"
    from bookings b
      cross join lateral (select b.host_id as user_id union select user_id from booking_hosts where booking_id = b.id) h
      join lateral (select 1 from calendars where user_id = h.user_id and is_written) w on true
      left join calendar_events e on e.booking_id = b.id and e.user_id = h.user_id left join calendars k on k.id = e.calendar_id
    where not b.test_mode and b.end_at > now()`;
  const known = new Set(rows.map(({ id }) => id));
  const orphans = events.filter(({ bookingId }) => !known.has(bookingId));
  return [
    ...orphans.map(({ id, bookingId }) => `the event ${id} is for no booking: ${bookingId}`),
    ...rows.flatMap((row) =>
      problemsOfBooking(
        row,
        events.filter(({ bookingId }) => bookingId === row.id),
      ).map((what) => `booking ${row.id}: ${what}`),
    ),
  ];
}

function problemsOfBooking(row: BookingRow, events: readonly OurEvent[]): string[] {
  const { isScheduled, state, isSettled } = row;
  const [event] = events;
  const unsettled = state === null || isSettled ? [] : [`its event is ${state}, and something is left to do`];
  if (!isScheduled)
    return [
      ...unsettled,
      ...events.map(({ id }) => `it is canceled, and the event ${id} stands`),
      ...(row.eventId === null ? [] : [`it is canceled, and its row names the event ${row.eventId}`]),
    ];
  const isThere = event?.id === row.eventId && event?.calendarId === row.calendarId;
  const isAtItsTime = event?.startMs === row.startMs && event.endMs === row.endMs;
  return [
    ...unsettled,
    ...(state === 'written' ? [] : [`it stands, and its event is ${state ?? 'missing here'}`]),
    ...(events.length === 1 ? [] : [`it stands, and has ${events.length} events: ${events.map(({ id }) => id)}`]),
    ...(event && !isThere ? [`its row names another event than ${event.id}`] : []),
    ...(event && !isAtItsTime
      ? [`its event ${event.id} is at ${joined([event])}, the booking at ${joined([row])}`]
      : []),
  ];
}
