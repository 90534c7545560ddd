import { z } from 'zod';
import { claimErrors, linkErrors } from '../../errors.ts';
import { defineArea } from '../../operation.ts';
import { EventAddress } from '../../shapes/event-address.ts';
import {
  Email,
  Guests,
  IdempotencyKey,
  IgnoredNotice,
  line,
  SixDigits,
  SlotInstant,
  Timezone,
  Token,
} from '../../shapes/fields.ts';
import { BookingSummary } from '../../shapes/public-calendar.ts';

const Name = line(1, 120);
const CustomFields = z
  .record(z.string(), z.unknown())
  .describe("Answers to the event's form, keyed by the key of each field.");
const AgentEmail = Email.describe(
  "The agent's own inbox: the code goes there instead of to the guest. Any provider will do, except disposable ones where the event blocks them.",
);

const Invitee = z
  .object({
    email: Email.describe("The guest's own address; the invite goes there."),
    name: Name.optional().describe("The guest's name."),
    timezone: Timezone.describe("The guest's IANA zone."),
  })
  .describe('The guest.');

const holdExpiresAt = z.iso
  .datetime()
  .nullable()
  .describe('The slot is held for this guest until then; null: not held, notice says why.');

const codeAnswer = {
  email: Email,
  notice: z
    .string()
    .optional()
    .describe('Why the slot is not held, which answers are ignored, or which the booking still needs.'),
  expiresInMinutes: z.int(),
  codeExpiresInSeconds: z.int(),
  holdExpiresAt,
};

const BookAnswer = z.object({ booking: BookingSummary, message: z.string(), notice: IgnoredNotice });

/** Job 1 of the spec: a guest, or an agent for them, books a slot without a key. */
export const publicBooking = defineArea({
  requestCode: {
    title: 'Request a booking code',
    summary:
      'Mails a six-digit code to the guest (or to agentEmail). With startAt the slot is held meanwhile; customFields are checked. Ask the guest for the code, then book.',
    surface: 'public',
    method: 'POST',
    path: '/{workspace}/{username}/{eventSlug}/otp',
    auth: 'none',
    effect: 'write',
    rateClass: 'code',
    tool: 'request_booking_code',
    errors: claimErrors,
    input: EventAddress.extend({
      email: Email.describe("The guest's own address."),
      name: Name.optional().describe("The guest's name."),
      agentEmail: AgentEmail.optional(),
      startAt: SlotInstant.optional().describe('The slot to hold meanwhile.'),
      timezone: Timezone.optional().describe("The guest's IANA zone, for the time in the mail and for alternatives."),
      customFields: CustomFields.optional().describe(
        "The guest's answers to the event's form, by key: checked before the code is mailed. Send them with the booking, too.",
      ),
    }),
    output: z.object({
      status: z.literal('otp_sent'),
      codeSentTo: Email.describe('The inbox that the code went to.'),
      message: z.string(),
      ...codeAnswer,
    }),
  },
  requestConfirmLink: {
    title: 'Request a code by GET',
    summary:
      'For agents that can only GET: validates the whole booking, holds the slot, mails the code and returns confirmUrl, to GET with the code.',
    surface: 'public',
    method: 'GET',
    path: '/{workspace}/{username}/{eventSlug}/otp',
    auth: 'none',
    effect: 'write',
    rateClass: 'code',
    errors: linkErrors,
    input: EventAddress.extend({
      email: Email.describe("The guest's own address."),
      startAt: SlotInstant.describe('startUtc of the slot.'),
      timezone: Timezone.describe('IANA time zone.'),
      name: Name.optional().describe("The guest's name."),
      agentEmail: AgentEmail.optional(),
      guests: Guests.optional().describe('Addresses of further guests.'),
      customFields: CustomFields.optional(),
      idempotencyKey: IdempotencyKey.optional().describe(
        'Any text that identifies this call: repeated calls with the same key act once.',
      ),
    }),
    output: z.object({
      status: z.enum(['otp_sent', 'confirmation_ready']),
      verificationRequired: z.boolean().describe('false: GET confirmUrl as it is, without a code.'),
      codeSentTo: Email.optional().describe('The recipient of the code.'),
      confirmUrl: z.url().describe('The address that books; the code is added as ?code=.'),
      next: z.string().describe('The next step.'),
      ...codeAnswer,
    }),
  },
  confirm: {
    title: 'Confirm by link',
    summary: 'Books the slot of the code request: its confirmUrl plus the code. Repeating returns the same booking.',
    surface: 'public',
    method: 'GET',
    path: '/confirm/{challengeToken}',
    auth: 'none',
    effect: 'write',
    rateClass: 'booking',
    errors: linkErrors,
    input: z.object({
      challengeToken: Token.describe('From the link in the guest’s mail.'),
      code: SixDigits.optional().describe('The six digits from the mail; omit it if no verification is required.'),
    }),
    output: BookAnswer,
  },
  book: {
    title: 'Book a slot',
    summary: 'Books the slot at startAt with the six-digit code that the guest read from the mail.',
    surface: 'public',
    method: 'POST',
    path: '/{workspace}/{username}/{eventSlug}/book',
    auth: 'none',
    effect: 'write',
    rateClass: 'booking',
    tool: 'confirm_booking',
    errors: claimErrors,
    input: EventAddress.extend({
      startAt: SlotInstant.describe('startUtc of an open slot.'),
      code: SixDigits.describe('The six digits from the mail.'),
      invitee: Invitee,
      customFields: CustomFields.optional(),
      guests: Guests.optional().describe('More people to invite.'),
      agentEmail: AgentEmail.optional().describe('agentEmail of the code request, if it had one.'),
      idempotencyKey: IdempotencyKey.optional().describe(
        'The same key and request return the same booking for 7 days.',
      ),
    }),
    output: BookAnswer,
  },
});
