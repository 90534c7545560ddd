import { z } from 'zod';
import { changeErrors, readErrors } from '../../errors.ts';
import { defineArea, type Operation } from '../../operation.ts';
import { Instant, lines, Token } from '../../shapes/fields.ts';
import { BookingSummary } from '../../shapes/public-calendar.ts';

const token = Token.describe("The decide token from the host's mail.");
const startAt = Instant.describe(
  'The start that the host saw: a request that the guest moved meanwhile is another one.',
);

const page = { surface: 'page', path: '/decide/{token}', auth: 'decideToken' } as const satisfies Partial<Operation>;

const write = {
  ...page,
  method: 'POST',
  effect: 'write',
  rateClass: 'booking',
  errors: changeErrors,
  output: z.object({ booking: z.object({ id: z.uuid() }) }),
} as const satisfies Partial<Operation>;

/** What a host does with the link of a request's mail. Asked by the page behind it alone. */
export const decisions = defineArea({
  viewDecision: {
    ...page,
    title: 'View a request',
    summary: 'What a guest asks for, and whether the host may still decide.',
    method: 'GET',
    effect: 'read',
    rateClass: 'publicRead',
    errors: readErrors,
    input: z.object({ token }),
    output: z.object({
      booking: BookingSummary,
      canDecide: z.boolean(),
      decideBy: z.iso.datetime().nullable().describe('When the request ends by itself; null once it is decided.'),
      eventType: z.object({ name: z.string() }),
      place: z.string(),
      host: z.object({ timezone: z.string() }),
      invitee: z.object({ name: z.string().nullable(), email: z.string(), timezone: z.string() }),
      guests: z.array(z.string()),
      agentEmail: z.string().nullable(),
      answers: z.array(z.object({ label: z.string(), display: z.string() })),
    }),
  },
  approveFromMail: {
    ...write,
    title: 'Approve a request',
    summary: 'Confirms the meeting. Approving twice answers the same.',
    input: z.object({ token, startAt }),
  },
  declineFromMail: {
    ...write,
    title: 'Decline a request',
    summary: 'Ends the request and frees its time. Declining twice answers the same.',
    effect: 'destroy',
    input: z.object({ token, startAt, reason: lines(500).optional() }),
  },
});
