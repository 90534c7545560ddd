import { z } from 'zod';
import { FormField, PublicForm } from './forms.ts';

/** The calendar of a public answer (spec, Public event types response). */
export const Calendar = z
  .object({
    organization: z.object({ slug: z.string(), name: z.string() }).describe('The workspace that the host belongs to.'),
    owner: z
      .object({ username: z.string().describe('The person’s part of the address.') })
      .describe('The host or team that owns it.'),
    hostTimezone: z.string().nullable().describe('The host’s zone; null: no schedule.'),
  })
  .meta({ id: 'Calendar' });

export const InviteeFields = z.object({
  fields: z.array(FormField).describe('What is always collected: email, timezone, an optional name.'),
});

export const LocationType = z.enum(['google_meet', 'microsoft_teams', 'phone', 'in_person', 'custom_link']);

/** Event type, public view (spec). */
export const EventType = z
  .object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    description: z.string().nullable().describe('A description in words; null: none.'),
    durationMinutes: z.int().describe('Duration in minutes.'),
    locationType: LocationType,
    maxFutureDays: z.int().describe('How far ahead bookings are accepted.'),
    form: PublicForm.nullable().describe('The questions for guests; null: none.'),
  })
  .meta({ id: 'EventType' });

export const BookerLocal = z
  .object({
    timezone: z.string().describe('IANA time zone.'),
    dateLocal: z.string().describe('YYYY-MM-DD'),
    dayOfWeek: z.string().describe('Monday … Sunday'),
    startLocal: z.string().describe('HH:mm'),
    endLocal: z.string().describe('HH:mm; midnight is 24:00'),
    display: z.string().describe('Ready to show, zone included.'),
  })
  .meta({ id: 'BookerLocal' });

export const Slot = z
  .object({
    startUtc: z.iso.datetime().describe('Start (UTC). Send it back unchanged.'),
    endUtc: z.iso.datetime(),
    bookerLocal: BookerLocal.describe('The same time in the guest’s time zone.'),
  })
  .meta({ id: 'Slot' });

export const BookingStatus = z
  .enum(['pending_confirmation', 'confirmed', 'canceled', 'rescheduled', 'no_show', 'completed'])
  .meta({ id: 'BookingStatus' });

/** Accompanies `status` in lists, details and webhooks: `isScheduled` of domain/booking/booking-states.ts. */
export const TakesPlace = z
  .boolean()
  .describe('The meeting is on: confirmed or rescheduled. false: it waits for approval, was canceled or is over.');

/** How a request ended that never became a meeting. */
export const EndedAs = z.enum(['declined', 'expired']).describe('Only of a canceled request that nobody canceled.');

/** Booking, summary (spec). */
export const BookingSummary = z
  .object({
    id: z.uuid(),
    startAt: z.iso.datetime(),
    endAt: z.iso.datetime(),
    status: BookingStatus,
    joinUrl: z.url().optional().describe('Meeting link, for virtual locations that have one.'),
  })
  .meta({ id: 'BookingSummary' });

/** How its guest moved an open request. */
export const MovedFrom = z
  .object({
    startAt: z.iso.datetime(),
    wasMeeting: z.boolean().describe('The host had approved it; they must approve the new time.'),
  })
  .describe('The time before the guest moved an open request; null: not moved.')
  .meta({ id: 'MovedFrom' });

export const EmptyReason = z.enum(['workspace_locked', 'no_schedule', 'no_rules', 'no_calendar', 'no_slots']);

export type EventType = z.infer<typeof EventType>;
export type Slot = z.infer<typeof Slot>;
export type BookingStatus = z.infer<typeof BookingStatus>;
export type EmptyReason = z.infer<typeof EmptyReason>;
export type LocationType = z.infer<typeof LocationType>;
