import { z } from 'zod';
import { intentErrors, keyedReadErrors, keyedWriteErrors } from '../errors.ts';
import { defineArea, type Operation } from '../operation.ts';
import { type IntentAuth, MEMBERS } from '../shapes/access.ts';
import { Detail } from '../shapes/detail.ts';
import { Email, Guests, IdempotencyKey, IgnoredNotice, line, lines, SeenStart, Timezone } from '../shapes/fields.ts';
import { BookingDetail, HostBooking, MeetingLine } from '../shapes/host-booking.ts';
import { nextCursor, PageOfList } from '../shapes/lists.ts';
import { BookingStatus } from '../shapes/public-calendar.ts';
import { TimeWords, UnderstoodTime } from '../shapes/time-words.ts';
import { Untrusted } from '../shapes/untrusted.ts';
import { OpenStart, SlotStart, When, whenFields } from '../shapes/when.ts';

const bookingId = z.uuid().describe('From list_meetings or create_booking.');
const eventTypeId = z.uuid().describe('From list_event_types.');
const timeZone = Timezone.optional().describe('IANA zone of `local` in the answer. Default: the host’s.');

const answer = z.object({ booking: HostBooking, message: z.string() });
const endAnswer = z.object({ booking: z.object({ id: z.uuid(), status: BookingStatus }), message: z.string() });

const keyed = { surface: 'host', rateClass: 'keyed' } as const satisfies Partial<Operation>;
/** Also for an agent that acts for a person. */
const reading = {
  ...{ scope: 'agent.booking.read', required: false, as: 'member' },
  onStop: 'nothing_made',
} as const satisfies IntentAuth;
/** Guests count on a meeting: the person decides what becomes of it. */
const writing = { ...reading, scope: 'agent.booking.write', onStop: 'stays' } as const satisfies IntentAuth;

const read = {
  ...keyed,
  auth: { scope: 'workspace.read', roles: MEMBERS, intent: reading },
  effect: 'read',
  errors: [...keyedReadErrors, ...intentErrors],
} as const satisfies Partial<Operation>;
const act = {
  ...keyed,
  auth: { scope: 'workspace.act', roles: MEMBERS, testKeys: true },
  effect: 'write',
  errors: keyedWriteErrors,
} as const satisfies Partial<Operation>;
const actForPeople = {
  ...act,
  auth: { ...act.auth, intent: writing },
  errors: [...keyedWriteErrors, ...intentErrors],
} as const satisfies Partial<Operation>;

/** Bookings made and changed by the holder of a key (spec, Bookings made by the key owner or agent). */
export const meetings = defineArea({
  listMeetings: {
    title: 'List meetings',
    summary:
      'Meetings of the workspace, or your own if you are a member: upcoming (next first; requests too), past, canceled, pending (only requests, next first: approve_booking or decline_booking), or all (latest first). Filters combine; get_meeting has one in full. Example: {"filter":"all","from":"2026-11-23T00:00","to":"2026-11-24T00:00","timeZone":"Europe/Berlin"}.',
    surface: 'host',
    method: 'GET',
    path: '/workspace/meetings',
    auth: { scope: 'workspace.read', roles: MEMBERS, intent: reading },
    effect: 'read',
    rateClass: 'keyed',
    tool: 'list_meetings',
    errors: [...keyedReadErrors, ...intentErrors],
    input: PageOfList.extend({
      filter: z
        .enum(['upcoming', 'past', 'canceled', 'pending', 'all'])
        .default('upcoming')
        .describe('Default: upcoming.'),
      hostUserId: z.uuid().optional().describe('Only meetings of this host; list_members has ids. Default: all.'),
      eventTypeId: z.uuid().optional().describe('Only of this event type (list_event_types).'),
      inviteeEmail: Email.optional().describe('Only meetings with this guest.'),
      guest: line(2, 80).optional().describe('Part of the guest’s name or address.'),
      from: When.optional().describe('Only meetings that start at this time or later.'),
      to: When.optional().describe('Only meetings that start before this time.'),
      ...whenFields,
      detail: Detail,
    }),
    output: z.object({
      untrusted: Untrusted,
      meetings: z.array(MeetingLine),
      nextCursor,
      previousCursor: z
        .string()
        .nullable()
        .describe('Pass it as cursor for the page before; null: this is the first page.'),
    }),
  },
  createBooking: {
    ...actForPeople,
    flow: true,
    title: 'Create a booking',
    summary:
      'Books a slot of one of the workspace’s event types for a guest, as the host: no code, confirmed at once. The guest gets the invite by mail. startAt is a startUtc of propose_slots; if it is no longer open: 409 or 422 with details.alternatives. After a timeout repeat the same call. Example: {"eventTypeId":"…","startAt":"2026-11-23T09:00","timeZone":"Europe/Berlin","invitee":{"email":"ada@example.com","timezone":"Europe/Berlin"}}.',
    method: 'POST',
    path: '/bookings',
    tool: 'create_booking',
    input: z.object({
      eventTypeId,
      startAt: SlotStart.describe('Start of an open slot: an instant, or a local time with timeZone.'),
      ...whenFields,
      invitee: z
        .object({
          email: Email.describe('The guest’s own address; the invite goes there.'),
          name: line(1, 120).optional().describe('The guest’s name, for hosts and in mails.'),
          timezone: Timezone.describe('The guest’s IANA zone, for the times in their mails.'),
        })
        .describe('The guest.'),
      customFields: z
        .record(z.string(), z.unknown())
        .optional()
        .describe(
          'Answers to the event’s form, by the key of each question; get_event_type lists them. A phone event without locationDetail needs guest_phone, the number to call: "+493012345678".',
        ),
      guests: Guests.optional().describe('More addresses to invite, at most 10. Default: none.'),
      idempotencyKey: IdempotencyKey.optional().describe(
        'Your id for this booking, 8 to 128 characters, kept for 7 days: the same call never books twice. Without it an active booking of the same guest, event and start is returned.',
      ),
    }),
    output: z.object({
      booking: HostBooking.extend({ eventTypeId: z.uuid() }),
      message: z.string(),
      notice: IgnoredNotice,
    }),
  },
  proposeSlots: {
    ...read,
    flow: true,
    errors: [...keyedReadErrors, ...intentErrors, 'resource.conflict', 'request.unprocessable'],
    title: 'Propose slots',
    summary:
      'Open starts of an event type to offer to a guest, spread over days, mornings and afternoons rather than in a row. Nothing is held: book soon with create_booking. To move a meeting, give its bookingId instead of eventTypeId: then each start suits all its hosts, for reschedule_booking. Members: only their own. If empty: `why`, and `next`, the first start after it.',
    method: 'POST',
    path: '/bookings/propose-slots',
    tool: 'propose_slots',
    input: z.object({
      eventTypeId: eventTypeId.optional().describe('From list_event_types. Required without bookingId.'),
      bookingId: bookingId
        .optional()
        .describe('A meeting to move, from list_meetings; its own time does not count as taken.'),
      when: TimeWords.optional(),
      from: When.optional().describe('Earliest start: an instant, or a local time with timeZone. Default: now.'),
      to: When.optional().describe('Starts before this. Default: 14 days after the first open start.'),
      ...whenFields,
      limit: z.int().min(1).max(50).default(8).describe('At most this many slots, 1 to 50. Default 8.'),
    }),
    output: z.object({
      eventTypeId: z.uuid(),
      slots: z.array(OpenStart).describe('Open slots, earliest first.'),
      count: z.int().min(0),
      why: z.string().optional().describe('Only if there is no slot: why, and what to do.'),
      next: OpenStart.nullable().optional().describe('Only if there is no slot: the first open start after `from`.'),
      understood: UnderstoodTime.optional(),
      calendarsAsOf: z.iso
        .datetime()
        .nullable()
        .describe('The hosts’ calendars are known as they were then; null: none counts, or one was not read yet.'),
    }),
  },
  getMeeting: {
    ...read,
    flow: true,
    title: 'Get a meeting',
    summary:
      'One meeting in full: time, guest, answers, notes, status. To wait for a change instead of polling, pass waitSeconds and since, the version of an earlier answer. Members: only their own.',
    method: 'GET',
    path: '/bookings/{bookingId}',
    tool: 'get_meeting',
    input: z.object({
      bookingId,
      timeZone,
      waitSeconds: z
        .int()
        .min(0)
        .max(25)
        .default(0)
        .describe('Most seconds to wait for a version other than `since`, 0 to 25. Default 0.'),
      since: z.int().min(0).optional().describe('The version that you know. Without it the answer does not wait.'),
    }),
    output: BookingDetail,
  },
  updateMeeting: {
    ...act,
    flow: true,
    title: 'Update a meeting’s notes',
    summary:
      'Sets the host’s own notes of a meeting; null or "" removes them. Guests never see them; no mail is sent. To move a meeting use reschedule_booking.',
    method: 'PATCH',
    path: '/bookings/{bookingId}',
    tool: 'update_meeting',
    input: z.object({
      bookingId,
      hostNotes: lines(5_000).nullable().describe('The new notes, up to 5,000 characters; null removes them.'),
      timeZone,
    }),
    output: BookingDetail,
  },
  rescheduleBooking: {
    ...actForPeople,
    flow: true,
    repeatable: true,
    title: 'Reschedule a booking',
    summary:
      'Moves a meeting that has not begun to another open slot of its event type, with the same host. Guest and host are mailed. A pending request stays pending. Repeating changes nothing.',
    method: 'POST',
    path: '/bookings/{bookingId}/reschedule',
    tool: 'reschedule_booking',
    input: z.object({
      bookingId,
      startAt: SlotStart.describe('The new start: an instant, or a local time with timeZone.'),
      ...whenFields,
      reason: lines(500).optional().describe('For guest and host, in the mail.'),
    }),
    output: answer,
  },
  cancelBooking: {
    ...actForPeople,
    flow: true,
    title: 'Cancel a booking',
    summary:
      'Cancels a meeting that has not begun, as the host, and frees its time. Guest and host are mailed, with the reason. It cannot be undone. Repeating returns the same.',
    method: 'POST',
    path: '/bookings/{bookingId}/cancel',
    effect: 'destroy',
    tool: 'cancel_booking',
    input: z.object({
      bookingId,
      reason: lines(500).optional().describe('For guest and host, in the mail, up to 500 characters.'),
    }),
    output: endAnswer,
  },
  approveBooking: {
    ...act,
    flow: true,
    repeatable: true,
    title: 'Approve a booking request',
    summary:
      'Confirms a request that waits for approval (status pending_confirmation). The guest gets the invite. Repeating returns the same; if it was declined or has expired: 409.',
    method: 'POST',
    path: '/bookings/{bookingId}/approve',
    tool: 'approve_booking',
    input: z.object({
      bookingId,
      startAt: SeenStart.optional().describe(
        'The start that you saw: refused if the guest has moved the request since. Default: the current one.',
      ),
      timeZone,
    }),
    output: answer,
  },
  declineBooking: {
    ...act,
    flow: true,
    title: 'Decline a booking request',
    summary:
      'Ends a request that waits for approval and frees its time. The guest is mailed, with the reason. Repeating returns the same; if it was approved: cancel_booking.',
    method: 'POST',
    path: '/bookings/{bookingId}/decline',
    effect: 'destroy',
    tool: 'decline_booking',
    input: z.object({
      bookingId,
      reason: lines(500).optional().describe('For the guest, in the mail, up to 500 characters.'),
    }),
    output: endAnswer,
  },
  markNoShow: {
    ...act,
    flow: true,
    repeatable: true,
    title: 'Mark a no-show',
    summary:
      'Records that the guest did not come, or takes that back. Only after the start of a confirmed meeting, also once it is completed. Only a reminder for no-shows mails the guest. Repeating returns the same.',
    method: 'POST',
    path: '/bookings/{bookingId}/no-show',
    tool: 'mark_no_show',
    input: z.object({
      bookingId,
      noShow: z.boolean().default(true).describe('false takes it back. Default true.'),
    }),
    output: endAnswer,
  },
});
