import { z } from 'zod';
import { changeErrors, readErrors } from '../../errors.ts';
import { defineArea, type Operation } from '../../operation.ts';
import { CalendarClash } from '../../shapes/calendars.ts';
import { lines, SeenStart, Token } from '../../shapes/fields.ts';
import { BookingSummary, MovedFrom } from '../../shapes/public-calendar.ts';

const token = Token.describe("The decide token from the host's mail.");
const startAt = SeenStart.describe('The start that the host saw: refused if the guest has moved the request since.');

const page = { surface: 'page', path: '/decide/{token}', auth: 'decideToken' } as const satisfies Partial<Operation>;

const write = {
  ...page,
  method: 'POST',
  effect: 'write',
  rateClass: 'booking',
  errors: changeErrors,
  output: z.object({ booking: z.object({ id: z.uuid() }) }),
} as const satisfies Partial<Operation>;

/** A host's decision by the link in a request's mail. Called only by its web page. */
export const decisions = defineArea({
  viewDecision: {
    ...page,
    title: 'View a request',
    summary: 'The request of a guest, and whether the host can still decide.',
    method: 'GET',
    effect: 'read',
    rateClass: 'publicRead',
    errors: readErrors,
    input: z.object({ token }),
    output: z.object({
      booking: BookingSummary,
      canDecide: z.boolean(),
      decideBy: z.iso.datetime().nullable().describe('When the request expires; null: decided.'),
      movedFrom: MovedFrom.nullable(),
      eventType: z.object({ name: z.string() }),
      place: z.string(),
      host: z.object({ timezone: z.string() }),
      clashes: z
        .array(CalendarClash)
        .describe('Times in the calendars of its hosts that overlap the request, in order; empty once decided.'),
      invitee: z.object({ name: z.string().nullable(), email: z.string(), timezone: z.string() }),
      guests: z.array(z.string()),
      agentEmail: z.string().nullable(),
      answers: z.array(z.object({ label: z.string(), display: z.string() })),
    }),
  },
  approveFromMail: {
    ...write,
    title: 'Approve a request',
    summary: 'Confirms the meeting. Repeating returns the same.',
    input: z.object({ token, startAt }),
  },
  declineFromMail: {
    ...write,
    title: 'Decline a request',
    summary: 'Ends the request and frees its time. Repeating returns the same.',
    effect: 'destroy',
    input: z.object({ token, startAt, reason: lines(500).optional() }),
  },
});
