import { z } from 'zod';
import { OWN_PATH, ownPath } from './own-path.ts';
import { fromStranger } from './untrusted.ts';

export const CalendarProvider = z.enum(['google', 'microsoft']);
export type CalendarProvider = z.infer<typeof CalendarProvider>;

/** A calendar of a connected account. Its events' titles and attendees are never read or kept. */
export const ConnectedCalendar = z
  .object({
    id: z.uuid(),
    name: fromStranger(z.string().describe('As the provider has it; a shared calendar was named by its owner.')),
    timezone: z.string().nullable().describe('IANA time zone.'),
    isPrimary: z.boolean().describe('true: the account’s main calendar.'),
    canWrite: z.boolean().describe('true: events can be written there.'),
    blocks: z.boolean().describe('Its events block times.'),
    isWritten: z.boolean().describe('New bookings are written here. At most one of all calendars of a person.'),
    asOf: z.iso.datetime().nullable().describe('Its events are known as they were then; null: not read yet.'),
  })
  .meta({ id: 'ConnectedCalendar' });
export type ConnectedCalendar = z.infer<typeof ConnectedCalendar>;

/** An account that a person connected (spec, Calendar connection). */
export const CalendarConnection = z
  .object({
    id: z.uuid(),
    provider: CalendarProvider,
    email: z.string().describe('Of the account; with emailMasked its first letter and domain: a…@example.com.'),
    emailMasked: z
      .boolean()
      .describe('Somebody else connected it in another workspace: its address is masked, its calendars are hidden.'),
    seatStatus: z
      .enum(['active', 'unassigned', 'reconnect_required'])
      .describe(
        'unassigned: none of its calendars blocks times. reconnect_required: the provider refuses our access; connect_calendar again.',
      ),
    organizationId: z.uuid().nullable().describe('The workspace where it was made; null: another one.'),
    createdAt: z.iso.datetime(),
    host: z.object({ id: z.uuid(), name: z.string() }).describe('Whose it is.'),
    asOf: z.iso.datetime().nullable().describe('All its calendars are known as they were then; null: not read yet.'),
    problem: z.string().nullable().describe('Why the last reading failed, and what to do; null: it did not fail.'),
    pushes: z.boolean().describe('The provider sends changes at once; false: it is read every two minutes.'),
    nextReadAt: z.iso
      .datetime()
      .nullable()
      .describe('When it is read next, even without a change; null: not before it is connected again.'),
    conflictSource: z
      .enum(['calendar', 'bookings_only'])
      .describe('bookings_only: its host chose that calendars block nothing, whatever blocks says.'),
    calendars: z
      .array(ConnectedCalendar)
      .describe('Empty until they are read for the first time, and with emailMasked.'),
  })
  .meta({ id: 'CalendarConnection' });
export type CalendarConnection = z.infer<typeof CalendarConnection>;

/** How a link of connect_calendar stands. */
export const ConnectLink = z
  .object({
    id: z.uuid(),
    provider: CalendarProvider,
    email: z.string().describe('Who may open it.'),
    expiresAt: z.iso.datetime().describe('Expiry (UTC).'),
    state: z.enum(['open', 'connected', 'expired']),
    connectionId: z.uuid().nullable().describe('What it connected.'),
    problem: z
      .string()
      .nullable()
      .describe(
        'Why the last try in the browser connected nothing; null: no try failed. An open link takes another try.',
      ),
  })
  .meta({ id: 'ConnectLink' });
export type ConnectLink = z.infer<typeof ConnectLink>;

/** A time in a host's calendar that overlaps a meeting. */
export const CalendarClash = z.object({
  host: z.string().describe('Name of the host.'),
  startAt: z.iso.datetime(),
  endAt: z.iso.datetime(),
});

/** The effect on a booking when its host moves or deletes its event in the calendar. */
export const HostChange = z.enum(['follow', 'ask', 'ignore']);
export type HostChange = z.infer<typeof HostChange>;

/** A person's own rules for their calendars, in all workspaces. */
export const CalendarSettings = z
  .object({
    conflictSource: z
      .enum(['calendar', 'bookings_only'])
      .describe(
        'calendar: times that a calendar blocks are not offered; without a working connection none are. bookings_only: calendars block nothing.',
      ),
    tentative: z.enum(['busy', 'free']).describe('How events count that are or were answered tentative.'),
    declined: z.enum(['busy', 'free']).describe('How events count that you declined.'),
    workingElsewhere: z.enum(['busy', 'free']).describe('Time at another place of work.'),
    hostMove: HostChange.describe(
      'You move an event of a booking: the booking follows, you are asked by mail and on the home page, or nothing.',
    ),
    hostDelete: HostChange.describe(
      'You delete it: the booking is canceled, you are asked by mail and on the home page, or nothing.',
    ),
    guestsAsAttendees: z
      .boolean()
      .describe(
        'Write guests into the event, to see in calendarEvents who declines. Google only: Microsoft would mail them an invite of its own. Our mails bring the invite either way.',
      ),
  })
  .meta({ id: 'CalendarSettings' });
export type CalendarSettings = z.infer<typeof CalendarSettings>;

const EventFailure = z
  .enum(['forbidden', 'not_found', 'refused', 'throttled', 'away'])
  .nullable()
  .describe(
    'Why it failed: we may not write to the calendar, the calendar is gone, the provider refuses the event, or it wanted no calls, or gave no answer, for two days.',
  );

const movedTo = z
  .object({ startAt: z.iso.datetime(), endAt: z.iso.datetime() })
  .nullable()
  .describe('moved: where its host moved the event; else null.');

/** A coming meeting that is not in its host's calendar as it should be. */
export const UnwrittenMeeting = z
  .object({
    bookingId: z.uuid(),
    event: z.string().describe('Name of the event type.'),
    guest: fromStranger(z.string().describe('Name, or else address, of the guest.')),
    startAt: z.iso.datetime(),
    endAt: z.iso.datetime(),
    state: z
      .enum(['failed', 'detached', 'moved'])
      .describe(
        'detached: you deleted its event. moved: you moved its event. The meeting stands: retry_calendar_event.',
      ),
    failure: EventFailure,
    movedTo,
  })
  .meta({ id: 'UnwrittenMeeting' });

/** The event of a booking in the calendar of one of its hosts. */
export const CalendarEvent = z
  .object({
    hostId: z.uuid(),
    provider: CalendarProvider,
    state: z
      .enum(['due', 'waits', 'written', 'failed', 'deleted', 'detached', 'moved'])
      .describe(
        'due: it is written soon. waits: until its host connects the calendar again. failed: see failure; retry_calendar_event tries again. detached: the host deleted it, and the meeting stands. moved: the host moved it, and the meeting stands.',
      ),
    movedTo,
    htmlLink: z.url().nullable().describe('Opens it in the calendar; null: it is not there.'),
    failure: EventFailure,
    declined: fromStranger(
      z.array(z.string()).describe('Guests who declined in their calendar; known if guests are attendees.'),
    ),
  })
  .meta({ id: 'CalendarEvent' });

export const ConnectRedirect = z
  .string()
  .max(512)
  .regex(OWN_PATH, 'must be a path of this service that begins with one /, without control characters')
  .refine((path) => ownPath(path) !== null, 'must lead to a page of this service')
  .optional()
  .describe(
    'A path of this service that the browser opens afterwards, such as /. Default: a page that says it is done.',
  );
