import { z } from 'zod';
import { readErrors } from '../errors.ts';
import { defineArea } from '../operation.ts';
import { Detail } from '../shapes/detail.ts';
import { CalendarAddress, CalendarLink, EventAddress, orEventLink } from '../shapes/event-address.ts';
import { EVENT_TYPE_CAPS } from '../shapes/event-type-caps.ts';
import { Instant, LocalDate, Timezone, Token } from '../shapes/fields.ts';
import { Calendar, EventType, InviteeFields } from '../shapes/public-calendar.ts';
import { SlotsResponse } from '../shapes/slots.ts';
import { TimeWords } from '../shapes/time-words.ts';

const SlotsQuery = EventAddress.extend({
  timezone: Timezone.optional().describe("The booker's IANA zone. Default: the host's."),
  limit: z.int().min(1).optional().describe('At most this many slots: default 100, capped at 500.'),
  when: TimeWords.optional(),
  from: Instant.optional().describe('Earliest start.'),
  to: Instant.optional().describe('Starts before this instant.'),
  fromDate: LocalDate.optional().describe("First date, in the booker's zone."),
  toDate: LocalDate.optional().describe("Last date, in the booker's zone, inclusive."),
  token: Token.optional().describe(
    'Only to move a booking: its manage token, the last part of the link in the guest’s mail. Lists the times that it can move to; the guest moves or cancels it at that link.',
  ),
  detail: Detail,
});

/** Public reads before a booking: a host's events and their open slots (job 1 of the spec). */
export const bookable = defineArea({
  listEventTypes: {
    title: 'Find a bookable calendar',
    summary: "A host's public event types with the questions each asks. The first call of a booking.",
    surface: 'public',
    method: 'GET',
    path: '/{workspace}/{username}',
    auth: 'none',
    effect: 'read',
    rateClass: 'publicRead',
    tool: 'find_bookable_calendar',
    errors: readErrors,
    input: CalendarAddress,
    toolInput: CalendarLink,
    output: z.object({
      calendar: Calendar,
      invitee: InviteeFields,
      eventTypes: z
        .array(EventType)
        .describe(`By name, at most ${EVENT_TYPE_CAPS.listed}; links of further ones work too.`),
    }),
  },
  listSlots: {
    title: 'Get open slots',
    summary:
      'Open times of one event by day, in the booker’s zone, with the questions it asks. Call again right before you book: others may take a slot.',
    surface: 'public',
    method: 'GET',
    path: '/{workspace}/{username}/{eventSlug}/slots',
    auth: 'none',
    effect: 'read',
    rateClass: 'publicRead',
    tool: 'get_availability',
    errors: [...readErrors, 'resource.conflict', 'request.unprocessable'],
    input: SlotsQuery,
    toolInput: orEventLink(SlotsQuery),
    output: SlotsResponse,
  },
});
