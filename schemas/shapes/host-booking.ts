import { z } from 'zod';
import { BookingSource } from './access.ts';
import { CalendarClash, CalendarEvent } from './calendars.ts';
import { AnswerView } from './forms.ts';
import { BookingStatus, BookingSummary, LocationType } from './public-calendar.ts';
import { fromStranger, Untrusted } from './untrusted.ts';
import { LocalView } from './when.ts';

const Host = z.object({ id: z.uuid(), name: z.string() }).describe('Who meets the guest.');

/** The hosts besides `host`, of a meeting that several attend. */
const OtherHosts = z.array(Host).optional().describe('All other hosts of this meeting. Absent: there is one host.');

/** Spec, Booking (summary), with the host and the local time: what host operations return. */
export const HostBooking = BookingSummary.extend({
  htmlLink: z
    .url()
    .optional()
    .describe('Opens its event in the host’s calendar. Absent at first: it is written within seconds (get_meeting).'),
  local: LocalView.describe('The meeting in `timeZone`, else in the host’s zone.'),
  host: Host,
});

/** Spec, Booking detail. */
export const BookingDetail = z
  .object({
    untrusted: Untrusted,
    id: z.uuid(),
    startAt: z.iso.datetime(),
    endAt: z.iso.datetime(),
    local: LocalView.describe('The meeting in `timeZone`, else in the host’s zone.'),
    status: BookingStatus,
    version: z.int().describe('Counts every change. Pass it as `since` to wait for the next.'),
    timezone: z.string().describe('The guest’s IANA zone.'),
    locationType: LocationType,
    source: BookingSource,
    joinUrl: z.string().nullable(),
    calendarEvents: z
      .array(CalendarEvent)
      .describe('The event of this booking in the calendars of its hosts. Empty: no host has a calendar for it.'),
    eventType: z.object({ id: z.uuid(), name: z.string().nullable(), slug: z.string().nullable() }),
    host: Host.extend({ username: z.string().nullable() }),
    otherHosts: OtherHosts,
    invitee: z.object({
      name: fromStranger(z.string().nullable()),
      email: fromStranger(z.string().nullable()),
      timezone: z.string().nullable(),
    }),
    guests: fromStranger(z.array(z.string()).describe('More invited addresses.')),
    agentEmail: fromStranger(z.string().nullable().describe('Set if an agent booked with its own inbox.')),
    decideBy: z.iso.datetime().nullable().describe('When a pending request expires.'),
    calendarClashes: z
      .array(CalendarClash)
      .optional()
      .describe(
        'Only of a pending request: what came into its hosts’ calendars at its time. It can be approved all the same.',
      ),
    cancelReason: fromStranger(z.string().nullable()),
    hostNotes: z.string().nullable().describe('The host’s own notes; the guest never sees them.'),
    formAnswers: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        value: fromStranger(AnswerView.optional()),
        display: fromStranger(z.string()),
      }),
    ),
    formAnswersByKey: fromStranger(z.record(z.string(), z.unknown())),
  })
  .meta({ id: 'BookingDetail' });

/** A meeting as an entry of a list. */
export const MeetingLine = z.object({
  id: z.uuid(),
  startAt: z.iso.datetime(),
  endAt: z.iso.datetime(),
  local: LocalView.describe('The meeting in `timeZone`, else in the host’s zone.'),
  status: BookingStatus,
  locationType: LocationType,
  joinUrl: z.string().nullable(),
  eventType: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }),
  host: z.object({ id: z.uuid(), name: z.string(), username: z.string().nullable() }),
  otherHosts: OtherHosts,
  invitee: z.object({
    name: fromStranger(z.string().nullable()),
    email: fromStranger(z.string()),
    timezone: z.string(),
  }),
});
