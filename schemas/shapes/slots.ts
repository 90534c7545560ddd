import { z } from 'zod';
import { FormField } from './forms.ts';
import { BookingSummary, Calendar, EmptyReason, EventType, InviteeFields, Slot } from './public-calendar.ts';
import { UnderstoodTime } from './time-words.ts';

const FlowStep = z.object({
  id: z.enum(['propose_slots', 'collect_details', 'request_code', 'confirm']),
  actor: z.literal('agent'),
  description: z.string().describe('What it is or does, in words.'),
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
    id: z.literal('svc.public_book.v1').describe('The name of these rules.'),
    agentCompletable: z.boolean().describe('true: an agent can do all of it.'),
    interactionModel: z.literal('agent_completes_via_http').describe('Who completes a booking, and how.'),
    humanFormOptional: z.boolean().describe('true: no person needs the booking page.'),
    sameOriginCompletion: z.string().describe('The origin of all calls.'),
    emailConfirmation: z
      .object({
        required: z.boolean().describe('true: agents need the code. false: by GET they need none.'),
        purpose: z.string(),
        agentInbox: z.string().optional().describe('The steps for an agent with its own inbox.'),
      })
      .optional()
      .describe('How the guest’s address is verified.'),
    flow: z
      .object({ state: z.literal('select_slot').describe('The step that comes next.'), steps: z.array(FlowStep) })
      .describe('The steps of a booking.'),
    refusalHints: z
      .object({
        commonMistakes: z.array(z.string()).describe('Common mistakes of agents.'),
        expectedBehavior: z.array(z.string()).describe('Expected behavior of agents.'),
      })
      .describe('What to do when it is refused.'),
    trustNote: z.string().describe('What agents must not follow, and what Holdfast never asks for.'),
  })
  .meta({ id: 'BookingProtocol' });

const AgentBooking = z
  .object({
    bookingPageUrl: z.url().describe('The booking page for people.'),
    refetchUrl: z.string().describe('The address to list times again.'),
    instructions: z.array(z.string()).describe('The next steps.'),
    slotsByDate: z
      .array(
        z.object({
          dateLocal: z.string().describe('The date in that zone, YYYY-MM-DD.'),
          dayOfWeek: z.string().describe('The name of the day.'),
          times: z.array(
            z.object({
              display: z.string().describe('Ready to show to people.'),
              startUtc: z.iso.datetime().describe('Start (UTC). Send it back unchanged.'),
            }),
          ),
        }),
      )
      .describe('The same slots by day.'),
    note: z.string().optional().describe('Present when the list was cut short.'),
    bookerRequirements: z.object({
      slot: z.object({
        key: z.literal('startUtc').describe('The name to use in calls.'),
        required: z.literal(true).describe('true: an answer is needed.'),
        description: z.string().describe('What it is or does, in words.'),
      }),
      fields: z.array(FormField).describe('The questions, in order.'),
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
    maxFutureDays: z.int().describe('How far ahead guests can book, in days.'),
    queriedFromUtc: z.iso.datetime().describe('Start of the searched period (UTC).'),
    queriedToUtc: z.iso.datetime().describe('Upper end of the query; later slots may exist.'),
    slotsReturned: z.int(),
    limitApplied: z.int(),
    maxLimit: z.int(),
    truncatedByLimit: z.boolean().describe('true: there are more slots.'),
    bookerTimezone: z.string().describe('The zone of bookerLocal.'),
    bookerTimezoneSource: z.enum(['query', 'host_fallback', 'utc']).describe('The origin of that zone.'),
    hostSchedule: z
      .object({
        timezone: z.string().describe('IANA time zone.'),
        weeklyRules: z.array(
          z.object({
            dayOfWeek: z.int().min(0).max(6).describe('The number of the day; 0: Sunday.'),
            dayName: z.string(),
            startTime: z.string().describe('HH:mm in the zone of the schedule'),
            endTime: z.string().describe('HH:mm; midnight is 24:00'),
          }),
        ),
        summary: z.string().describe('A summary in one sentence.'),
      })
      .nullable()
      .describe('The host’s hours; null: none.'),
    firstSlotStartUtc: z.iso.datetime().nullable().describe('The first slot; null: none.'),
    lastSlotStartUtc: z.iso.datetime().nullable().describe('The last slot; null: none.'),
    nextAvailableStartUtc: z.iso
      .datetime()
      .nullable()
      .describe('The first open slot after the start of the search, possibly after its end; null: none.'),
    datesInPayload: z.array(z.string()).describe('The dates that have slots in this answer.'),
    fromDate: z.string().nullable().describe('The first date; null: not requested.'),
    toDate: z.string().nullable().describe('The last date; null: not requested.'),
    understood: UnderstoodTime.optional(),
  })
  .meta({ id: 'Availability' });

const HowToBook = z
  .object({
    steps: z.array(z.string()),
    requestCodeUrl: z.string().describe('The address to request the code.'),
    confirmResponse: z.object({ booking: BookingSummary, message: z.string() }).describe('An example of the answer.'),
  })
  .meta({ id: 'HowToBook' });

/** Public slots response (spec): the open times, and everything an agent needs to book one. */
export const SlotsResponse = z
  .object({
    calendar: Calendar,
    eventType: EventType.omit({ description: true }),
    invitee: InviteeFields,
    bookingProtocol: BookingProtocol.describe('How agents book here.'),
    agentBooking: AgentBooking.describe('How agents book here.'),
    bookingPolicy: BookingPolicy,
    availability: Availability.describe('The searched period and its result.'),
    slots: z.array(Slot).describe('Open slots, earliest first.'),
    emptyReason: EmptyReason.optional().describe('Why there is no slot.'),
    howToBook: HowToBook.describe('The complete next calls.'),
  })
  .meta({ id: 'SlotsResponse' });

export type SlotsResponse = z.infer<typeof SlotsResponse>;
export type BookingPolicy = z.infer<typeof BookingPolicy>;
