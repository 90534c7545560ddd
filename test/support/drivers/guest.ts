import type { Sql } from 'postgres';
import type { AttemptOutcome } from '../../../domain/booking/attempt.ts';
import { deriveSecrets, tokenHash } from '../../../domain/secrets.ts';
import type { BookingRequest, CodeRequest } from '../../../store/booking/challenges.ts';
import { type CodeIssue, openCodeRequest } from '../../../store/booking/code-requests.ts';
import { confirmBooking } from '../../../store/booking/confirm-booking.ts';
import { granted } from '../asserts/granted.ts';
import { atOnce, openAttempt } from './attempts.ts';
import type { TestHost } from './host.ts';

export const testSecrets = deriveSecrets(Buffer.alloc(32, 7));

let guests = 0;

/** An address that no other guest of this test file has. */
export const newGuest = (): string => `guest-${++guests}@guest.test`;

/** Requests a code as the API does, by default for a new guest in a separate network. */
export async function askCode(sql: Sql, host: TestHost, request: Partial<CodeRequest> = {}): Promise<CodeIssue> {
  const guestEmail = request.guestEmail ?? newGuest();
  const outcome = await openCodeRequest(sql, {
    event: request.event ?? (await host.event()),
    eventTypeId: host.eventTypeId,
    guestEmail,
    receivingEmail: guestEmail,
    guestName: null,
    agentEmail: null,
    guestTimezone: null,
    clientNetwork: `network of ${guestEmail}`,
    clientHash: tokenHash(
      `${request.receivingEmail ?? guestEmail} ${request.clientNetwork ?? `network of ${guestEmail}`}`,
    ),
    mailDomain: null,
    source: 'public_api',
    verificationRequired: true,
    startMs: null,
    confirm: null,
    mayResend: true,
    ...request,
  });
  return granted(outcome);
}

/** The booking request that comes with a right code. */
export const bookingRequest = (
  guestEmail: string,
  startMs: number,
  more: Partial<BookingRequest> = {},
): BookingRequest => ({
  startMs,
  invitee: { email: guestEmail, name: null, timezone: 'UTC' },
  answers: [],
  guests: [],
  agentEmail: null,
  idempotencyKey: null,
  source: 'public_api',
  ...more,
});

/** Carries out a confirm attempt of a challenge, as the flow's activity does. */
export async function confirmIssue(
  sql: Sql,
  { challenge }: CodeIssue,
  startMs: number,
  more: Partial<BookingRequest> = {},
): Promise<AttemptOutcome> {
  const attempt = await openAttempt(sql, challenge.id, 'confirm', bookingRequest(challenge.guestEmail, startMs, more));
  return atOnce(await confirmBooking(sql, testSecrets, attempt.id)).outcome;
}
