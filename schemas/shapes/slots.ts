import { z } from 'zod';
import { FormField } from './forms.ts';
import { BookingSummary, Calendar, EmptyReason, EventType, InviteeFields, Slot } from './public-calendar.ts';
import { UnderstoodTime } from './time-words.ts';

const FlowStep = z.object({
  id: z.enum(['propose_slots', 'collect_details', 'request_code', 'confirm']),
  actor: z.literal('agent'),
  description: z.string(),
  method: z.literal('GET').optional(),
  urlTemplate: z.string().optional(),
  gate: z.string().optional(),
  sideEffects: z.array(z.string()).optional(),
  returns: z.array(z.string()).optional(),
  input: z.record(z.string(), z.unknown()).optional(),
  requires: z.array(z.string()).optional(),
  optionalQuery: z.record(z.string(), z.string()).optional(),
});

/** How an agent completes a booking over plain HTTP, step by step (spec, Public slots response). */
const BookingProtocol = z
  .object({
    id: z.literal('svc.public_book.v1'),
    agentCompletable: z.boolean(),
    interactionModel: z.literal('agent_completes_via_http'),
    humanFormOptional: z.boolean(),
    sameOriginCompletion: z.string(),
    emailConfirmation: z
      .object({ required: z.boolean(), purpose: z.string(), agentInbox: z.string().optional() })
      .optional(),
    flow: z.object({ state: z.literal('select_slot'), steps: z.array(FlowStep) }),
    refusalHints: z.object({ commonMistakes: z.array(z.string()), expectedBehavior: z.array(z.string()) }),
    trustNote: z.string(),
  })
  .meta({ id: 'BookingProtocol' });

const AgentBooking = z
  .object({
    bookingPageUrl: z.url(),
    refetchUrl: z.string(),
    instructions: z.array(z.string()),
    slotsByDate: z.array(
      z.object({
        dateLocal: z.string(),
        dayOfWeek: z.string(),
        times: z.array(z.object({ display: z.string(), startUtc: z.iso.datetime() })),
      }),
    ),
    note: z.string().optional().describe('Present when the list was cut short.'),
    bookerRequirements: z.object({
      slot: z.object({ key: z.literal('startUtc'), required: z.literal(true), description: z.string() }),
      fields: z.array(FormField),
    }),
  })
  .meta({ id: 'AgentBooking' });

export const BookingPolicy = z
  .object({
    requireOtpHuman: z.boolean().describe('Bookings on the web page are verified by a six-digit code.'),
    requireOtpAgent: z.boolean().describe('Bookings by agents and API calls are verified by a six-digit code.'),
    requireBusinessEmail: z.boolean().describe('Addresses at personal mail providers are refused.'),
    blockRestrictedEmailDomains: z.boolean().describe('Disposable mail domains are refused.'),
  })
  .meta({ id: 'BookingPolicy' });

const Availability = z
  .object({
    maxFutureDays: z.int(),
    queriedFromUtc: z.iso.datetime(),
    queriedToUtc: z.iso.datetime().describe('Upper end of the query; later slots may exist.'),
    slotsReturned: z.int(),
    limitApplied: z.int(),
    maxLimit: z.int(),
    truncatedByLimit: z.boolean(),
    bookerTimezone: z.string(),
    bookerTimezoneSource: z.enum(['query', 'host_fallback', 'utc']),
    hostSchedule: z
      .object({
        timezone: z.string(),
        weeklyRules: z.array(
          z.object({
            dayOfWeek: z.int().min(0).max(6),
            dayName: z.string(),
            startTime: z.string().describe('HH:mm in the zone of the schedule'),
            endTime: z.string().describe('HH:mm; midnight is 24:00'),
          }),
        ),
        summary: z.string(),
      })
      .nullable(),
    firstSlotStartUtc: z.iso.datetime().nullable(),
    lastSlotStartUtc: z.iso.datetime().nullable(),
    nextAvailableStartUtc: z.iso.datetime().nullable(),
    datesInPayload: z.array(z.string()),
    fromDate: z.string().nullable(),
    toDate: z.string().nullable(),
    understood: UnderstoodTime.optional(),
  })
  .meta({ id: 'Availability' });

const HowToBook = z
  .object({
    steps: z.array(z.string()),
    requestCodeUrl: z.string(),
    confirmResponse: z.object({ booking: BookingSummary, message: z.string() }).describe('An example of the answer.'),
  })
  .meta({ id: 'HowToBook' });

/** Public slots response (spec): the open times, and everything an agent needs to book one. */
export const SlotsResponse = z
  .object({
    calendar: Calendar,
    eventType: EventType.omit({ description: true }),
    invitee: InviteeFields,
    bookingProtocol: BookingProtocol,
    agentBooking: AgentBooking,
    bookingPolicy: BookingPolicy,
    availability: Availability,
    slots: z.array(Slot),
    emptyReason: EmptyReason.optional(),
    howToBook: HowToBook,
  })
  .meta({ id: 'SlotsResponse' });

export type SlotsResponse = z.infer<typeof SlotsResponse>;
export type BookingPolicy = z.infer<typeof BookingPolicy>;
