import { z } from 'zod';
import { keyedReadErrors, keyedWriteErrors } from '../errors.ts';
import { defineArea } from '../operation.ts';
import { MEMBERS } from '../shapes/access.ts';
import {
  CalendarConnection,
  CalendarProvider,
  CalendarSettings,
  ConnectLink,
  ConnectRedirect,
  UnwrittenMeeting,
} from '../shapes/calendars.ts';
import { Email } from '../shapes/fields.ts';
import { Untrusted } from '../shapes/untrusted.ts';

const forReading = { surface: 'host', rateClass: 'keyed', auth: { scope: 'workspace.read', roles: MEMBERS } } as const;
const forActing = { ...forReading, auth: { scope: 'workspace.act', roles: MEMBERS } } as const;

const connectionId = z.uuid().describe('From list_calendars.');

/** Connected calendars: their busy times block slots, and bookings are written into them. */
export const calendars = defineArea({
  listCalendars: {
    title: 'List connected calendars',
    summary:
      'Connected accounts and their calendars: what blocks times, where bookings are written, what needs reconnecting. Your own; owners, admins and managers see those of all hosts, with a masked address and without calendars if connected in another workspace. Empty until one is connected: connect_calendar.',
    ...forReading,
    method: 'GET',
    path: '/cli/calendars',
    effect: 'read',
    tool: 'list_calendars',
    errors: keyedReadErrors,
    input: z.object({}),
    output: z.object({
      untrusted: Untrusted,
      calendars: z.array(CalendarConnection),
      providers: z
        .array(z.object({ provider: CalendarProvider, name: z.string() }))
        .describe('What connect_calendar can connect here. Empty: this installation is registered nowhere.'),
      connecting: z
        .array(ConnectLink)
        .describe(
          'Your links of connect_calendar of the last half hour, and those of this key, newest first, at most 40.',
        ),
      unwritten: z
        .array(UnwrittenMeeting)
        .describe(
          'Your coming meetings here that are not in your calendar as they should be, at most 20, next first. retry_calendar_event writes one again, or lets the meeting follow its event.',
        ),
    }),
  },
  connectCalendar: {
    title: 'Connect a calendar',
    summary:
      'Makes a link (15 minutes, once) that the host opens in a browser, signed in, to connect a Google or Microsoft account. Show installUrl to them; list_calendars shows under connecting when it is done, or why not. A person has at most 20 open links: a new one ends the oldest. Also reconnects: the same account keeps its settings. Example: {"provider": "google"}.',
    ...forActing,
    auth: { ...forActing.auth, byApp: 'by_person' },
    method: 'POST',
    path: '/cli/calendars/connect',
    effect: 'write',
    makesAnother: true,
    tool: 'connect_calendar',
    errors: keyedWriteErrors,
    input: z.object({
      provider: CalendarProvider.describe('Where the account is; list_calendars names those that work here.'),
      redirectAfter: ConnectRedirect,
      connectionId: connectionId
        .optional()
        .describe(
          'Connects this connection of list_calendars again, and no other account: for one that is reconnect_required.',
        ),
      forEmail: Email.optional().describe(
        'Only with the key of an agent seat: the member whose calendar is connected. Default: the person who approved the seat.',
      ),
    }),
    output: z.object({
      linkId: z.uuid().describe('list_calendars shows under connecting how this link stands.'),
      installUrl: z.url().describe('For the browser of targetUser.'),
      expiresAt: z.iso.datetime().describe('Expiry (UTC).'),
      targetUser: z.object({ id: z.uuid(), email: z.string() }).describe('Only they, signed in, can open it.'),
      instructions: z.string().describe('The next steps.'),
      viaAgentSeat: z.boolean().describe('The link was made by the key of an agent seat.'),
    }),
  },
  updateCalendar: {
    title: 'Choose what calendars do',
    summary:
      'Sets which calendars of one connection of yours block times, and the one of all your calendars that new bookings are written to. Fields that you leave out stay. Example: {"connectionId": "…", "blocking": ["…"], "writeTo": "…"}.',
    ...forActing,
    method: 'PATCH',
    path: '/cli/calendars/{connectionId}',
    effect: 'write',
    tool: 'update_calendar',
    errors: keyedWriteErrors,
    input: z.object({
      connectionId,
      blocking: z
        .array(z.uuid())
        .max(250)
        .optional()
        .describe('Ids of all calendars of this connection (list_calendars) that block times; [] none.'),
      writeTo: z
        .uuid()
        .nullable()
        .optional()
        .describe(
          'Id of a calendar of this connection (list_calendars) for new bookings; null: bookings are not written to this connection.',
        ),
    }),
    output: z.object({
      untrusted: Untrusted,
      connection: CalendarConnection.describe('The connection to the calendar’s provider.'),
    }),
  },
  disconnectCalendar: {
    title: 'Disconnect a calendar account',
    summary:
      'Ends a connection of yours: the provider takes our access back, its busy times block nothing any more. Events that were written stay in the calendar; bookings stay. After your last one guests get no times, until you connect another or set conflictSource to null (update_calendar_settings). Repeating returns the same.',
    ...forActing,
    method: 'DELETE',
    path: '/cli/calendars/{connectionId}',
    effect: 'destroy',
    tool: 'disconnect_calendar',
    errors: keyedReadErrors,
    input: z.object({ connectionId }),
    output: z.object({
      id: z.uuid(),
      status: z.literal('revoked'),
      revokedAt: z.iso.datetime().describe('When it was revoked (UTC).'),
    }),
  },
  getCalendarSettings: {
    title: 'Read my calendar settings',
    summary:
      'Your own rules: what counts as busy, and what happens when you move or delete a booking’s event in your calendar.',
    ...forReading,
    method: 'GET',
    path: '/workspace/calendar-settings',
    effect: 'read',
    tool: 'get_calendar_settings',
    errors: keyedReadErrors,
    input: z.object({}),
    output: z.object({ settings: CalendarSettings }),
  },
  updateCalendarSettings: {
    title: 'Change my calendar settings',
    summary:
      'Changes the given fields of your own calendar settings, at least one; they hold in all your workspaces. Example: {"tentative": "free"}.',
    ...forActing,
    method: 'PATCH',
    path: '/workspace/calendar-settings',
    effect: 'write',
    tool: 'update_calendar_settings',
    errors: keyedWriteErrors,
    input: CalendarSettings.partial().extend({
      conflictSource: CalendarSettings.shape.conflictSource
        .nullable()
        .optional()
        .describe(
          'calendar: times that a calendar blocks are not offered; without a working connection none are. bookings_only: calendars block nothing, those that you connect later neither. null: bookings alone until you connect a calendar.',
        ),
    }),
    output: z.object({ settings: CalendarSettings }),
  },
  retryCalendarEvent: {
    repeatable: true,
    title: 'Write a booking to the calendar again',
    summary:
      'Tries once more to write a booking’s event to its host’s calendar, after get_meeting shows it failed, detached or moved under calendarEvents. An event that its host moved goes back to the meeting’s time; with {"keep": "event"} the meeting moves to the event’s time instead, and its guests are mailed. What a host deleted, only they put back. Repeating changes nothing: due means that it is tried by itself.',
    ...forActing,
    method: 'POST',
    path: '/bookings/{bookingId}/retry-calendar',
    effect: 'write',
    flow: true,
    tool: 'retry_calendar_event',
    errors: keyedWriteErrors,
    input: z.object({
      bookingId: z.uuid().describe('From list_meetings.'),
      keep: z
        .enum(['meeting', 'event'])
        .default('meeting')
        .describe(
          'If its host moved the event: meeting puts the event back, event moves the meeting to where the event is, which need not be an open slot.',
        ),
    }),
    output: z.object({
      bookingId: z.uuid(),
      state: z.enum(['due', 'written']).describe('written: it is in the calendar as the meeting is; nothing was done.'),
      message: z.string().describe('What to do next.'),
    }),
  },
});
