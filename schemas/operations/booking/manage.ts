import { z } from 'zod';
import { changeErrors, claimErrors, readErrors } from '../../errors.ts';
import { defineArea, type Operation } from '../../operation.ts';
import { EventAddress } from '../../shapes/event-address.ts';
import { lines, SlotInstant, Timezone, Token } from '../../shapes/fields.ts';
import {
  BookerLocal,
  BookingStatus,
  BookingSummary,
  Calendar,
  EndedAs,
  LocationType,
  MovedFrom,
  TakesPlace,
} from '../../shapes/public-calendar.ts';

const token = Token.describe("The manage token from the guest's confirmation mail.");
const CancelInput = z.object({ token, reason: lines(500).optional() });
const RescheduleInput = z.object({
  token,
  startAt: SlotInstant.describe('startUtc of an open slot, from a fresh slots call.'),
  timezone: Timezone.optional().describe(
    "The guest's IANA zone from this move on, for mails, reminders and the view. Default: as before.",
  ),
});
const CancelAnswer = z.object({ booking: z.object({ id: z.uuid(), status: BookingStatus }), message: z.string() });

const write = {
  surface: 'public',
  method: 'POST',
  auth: 'manageToken',
  rateClass: 'booking',
} as const satisfies Partial<Operation>;

const read = {
  surface: 'public',
  method: 'GET',
  auth: 'manageToken',
  effect: 'read',
  rateClass: 'publicRead',
  errors: readErrors,
  input: z.object({ token }),
} as const satisfies Partial<Operation>;

const cancel = {
  ...write,
  title: 'Cancel as the guest',
  summary: "Cancels the meeting with the token from the guest's mail and frees the slot. Repeating returns the same.",
  effect: 'destroy',
  errors: changeErrors,
  output: CancelAnswer,
} as const;

const reschedule = {
  ...write,
  title: 'Reschedule as the guest',
  summary:
    'Moves the meeting to another open slot; the old one is free again. If the view says moveNeedsApproval, the meeting waits for the host at the new time (pending_confirmation) and is canceled if they decline. The same start changes nothing.',
  effect: 'write',
  errors: claimErrors,
  output: z.object({ booking: BookingSummary, message: z.string() }),
} as const;

/** What a guest can see and do with the token of the confirmation mail (spec, Public booking; contract, manage view). */
export const manage = defineArea({
  viewBooking: {
    ...read,
    title: 'View a booking',
    summary: 'The meeting of a manage token, and what can still be done with it.',
    path: '/manage/booking',
    output: z.object({
      booking: BookingSummary.extend({
        takesPlace: TakesPlace,
        endedAs: EndedAs.optional(),
        cancelReason: z.string().nullable().describe('The reason for the cancellation; null: none given.'),
      }),
      calendar: Calendar,
      eventType: z.object({
        slug: z.string(),
        name: z.string(),
        durationMinutes: z.int().describe('Duration in minutes.'),
        locationType: LocationType,
      }),
      host: z.object({ name: z.string() }),
      movedFrom: MovedFrom.nullable().describe('Its time before the guest moved an open request; null: not moved.'),
      moveReason: z.string().nullable().describe('The host’s word about their move, the last one.'),
      invitee: z.object({
        name: z.string().nullable(),
        email: z.string(),
        timezone: z.string().describe('IANA time zone.'),
      }),
      guests: z.array(z.string()).describe('Addresses of further guests.'),
      agentEmail: z.string().nullable().describe('The agent that booked for the guest.'),
      local: BookerLocal.describe('The same time as local time.'),
      canCancel: z.boolean().describe('true: it can still be canceled.'),
      canReschedule: z.boolean().describe('true: it can still be moved.'),
      moveNeedsApproval: z
        .boolean()
        .describe(
          'true: after a move the host must approve the new time. The present time is free at once; if the host declines, the meeting is canceled.',
        ),
      guestsWait: z
        .boolean()
        .describe(
          'true: the further guests get no mail about the latest change until the guest opens manageUrl and presses “Mail the other guests”.',
        ),
      slotsUrl: z.url().describe('Open times to move to.'),
      manageUrl: z.url().describe('The guest’s page of this meeting.'),
    }),
  },
  downloadInvite: {
    ...read,
    title: 'Download the invite',
    summary: 'The meeting as an iCalendar file (RFC 5545).',
    path: '/manage/booking.ics',
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    output: z.string(),
  },
  cancelAsGuest: { ...cancel, path: '/manage/cancel', input: CancelInput },
  rescheduleAsGuest: { ...reschedule, path: '/manage/reschedule', input: RescheduleInput },
  cancelEventAsGuest: {
    ...cancel,
    title: 'Cancel as the guest, at the event',
    path: '/{workspace}/{username}/{eventSlug}/cancel',
    input: EventAddress.extend(CancelInput.shape),
  },
  inviteGuests: {
    surface: 'page',
    method: 'POST',
    path: '/manage/{token}/guests',
    auth: 'manageToken',
    rateClass: 'booking',
    title: 'Invite the further guests',
    summary: 'Sends the invitations that waited for the proof of the guest’s address: the token came by mail to it.',
    effect: 'write',
    errors: changeErrors,
    input: z.object({ token }),
    output: z.object({ booking: z.object({ id: z.uuid() }) }),
  },
  rescheduleEventAsGuest: {
    ...reschedule,
    title: 'Reschedule as the guest, at the event',
    path: '/{workspace}/{username}/{eventSlug}/reschedule',
    input: EventAddress.extend(RescheduleInput.shape),
  },
});
