import { z } from 'zod';
import { BookingSource } from './access.ts';
import { CalendarClash, CalendarEvent } from './calendars.ts';
import { AnswerView } from './forms.ts';
import { PackState } from './prep.ts';
import { BookingStatus, BookingSummary, EndedAs, LocationType, TakesPlace } from './public-calendar.ts';
import { fromStranger, Untrusted } from './untrusted.ts';
import { LocalView } from './when.ts';

const Host = z.object({ id: z.uuid(), name: z.string() }).describe('Who meets the guest.');

/** The hosts other than `host`, of a meeting that several attend. */
const OtherHosts = z.array(Host).optional().describe('All other hosts of this meeting. Absent: there is one host.');

const BookedBy = z
  .object({
    kind: z
      .enum(['guest', 'agent', 'host'])
      .describe('guest: on a page. agent: a program called, for the guest or for a host. host: signed in.'),
    name: fromStranger(
      z.string().nullable().describe('The agent’s inbox, seat, key or app, or the member’s name; null: it gave none.'),
    ),
  })
  .describe('Who booked. The guest of the meeting is in `invitee`.');

const prepPack = PackState.nullable().describe('How its prep pack stands; null: it has none.');

const testMode = z.literal(true).optional().describe('Made with a test key: its mails are stored, not sent.');
const sample = z.literal(true).optional().describe('The host booked it with themselves, to see what a booking is.');

const endedAs = EndedAs.optional();

const HistoryStep = z.object({
  at: z.iso.datetime(),
  action: z.string().describe('What was done, such as booking.rescheduled.'),
  who: z
    .object({
      kind: z
        .enum(['guest', 'agent', 'host', 'system'])
        .describe('agent: a program called. system: the service itself, as at the end of a meeting.'),
      name: z.string().nullable().describe('Of the person, key, seat or app; null: a guest, or the service.'),
      userId: z.uuid().nullable(),
    })
    .describe('Who did it.'),
  source: z.string().describe('From which surface: as in list_activity.'),
  startAt: z.iso.datetime().nullable().describe('When the meeting began after this; null: it was not about its time.'),
  previousStartAt: z.iso.datetime().nullable().describe('When it began before; null: it was not moved.'),
  reason: fromStranger(z.string().nullable().describe('What guest or host wrote.')),
});

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
    takesPlace: TakesPlace,
    version: z.int().describe('Counts every change. Pass it as `since` to wait for the next.'),
    timezone: z.string().describe('The guest’s IANA zone.'),
    locationType: LocationType,
    source: BookingSource,
    bookedBy: BookedBy,
    bookedAt: z.iso.datetime().describe('When it was made.'),
    joinUrl: z.string().nullable().describe('The meeting’s link; null: none.'),
    locationDetail: z.string().nullable().describe('The host’s own text: a street, a number, a link.'),
    calendarEvents: z
      .array(CalendarEvent)
      .describe('The event of this booking in the calendars of its hosts. Empty: no host has a calendar for it.'),
    eventType: z.object({ id: z.uuid(), name: z.string().nullable(), slug: z.string().nullable() }),
    host: Host.extend({
      username: z.string().nullable().describe('The person’s part of booking addresses; null: none yet.'),
    }),
    otherHosts: OtherHosts,
    invitee: z.object({
      name: fromStranger(z.string().nullable()),
      email: fromStranger(z.string().nullable()),
      timezone: z.string().nullable().describe('IANA time zone.'),
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
    cancelReason: fromStranger(z.string().nullable()).describe('The reason for the cancellation; null: none given.'),
    endedAs,
    sample,
    testMode,
    hostNotes: z.string().nullable().describe('The host’s own notes; the guest never sees them.'),
    formAnswers: z
      .array(
        z.object({
          key: z.string().describe('The name to use in calls.'),
          label: z.string(),
          value: fromStranger(AnswerView.optional()),
          display: fromStranger(z.string()).describe('Ready to show to people.'),
        }),
      )
      .describe('The guest’s answers, with their questions.'),
    formAnswersByKey: fromStranger(z.record(z.string(), z.unknown())).describe(
      'The guest’s answers, by the key of the question.',
    ),
    prepPack,
    history: z.array(HistoryStep).describe('What happened to it, the first step first; the last 100.'),
    flow: z
      .object({
        workflowId: z.string().describe('Its flow in Temporal.'),
        url: z.url().nullable().describe('Opens it in Temporal’s web UI; null: this installation shows none.'),
      })
      .describe('For who runs the service.'),
  })
  .meta({ id: 'BookingDetail' });

/** A meeting as an entry of a list. */
export const MeetingLine = z.object({
  id: z.uuid(),
  startAt: z.iso.datetime(),
  endAt: z.iso.datetime(),
  local: LocalView.describe('The meeting in `timeZone`, else in the host’s zone.'),
  status: BookingStatus,
  takesPlace: TakesPlace,
  locationType: LocationType,
  joinUrl: z.string().nullable().describe('The meeting’s link; null: none.'),
  eventType: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }),
  host: z.object({
    id: z.uuid(),
    name: z.string(),
    username: z.string().nullable().describe('The person’s part of booking addresses; null: none yet.'),
  }),
  otherHosts: OtherHosts,
  invitee: z.object({
    name: fromStranger(z.string().nullable()),
    email: fromStranger(z.string()),
    timezone: z.string().describe('IANA time zone.'),
  }),
  theirTime: z
    .string()
    .nullable()
    .describe('By the guest’s clock, and if the hour is an odd one there; null: the same as the host’s.'),
  source: BookingSource,
  bookedBy: BookedBy,
  decideBy: z.iso.datetime().nullable().describe('When a pending request expires.'),
  prepPack,
  endedAs,
  sample,
  testMode,
});
