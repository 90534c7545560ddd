import { confirmToken, requestHash, tokenHash } from '../../../domain/secrets.ts';
import type { publicBooking } from '../../../schemas/public-booking.ts';
import type { BookingRequest } from '../../../store/challenges.ts';
import { openCodeRequest } from '../../../store/code-requests.ts';
import { requireAnswers, requireBookable, withAlternatives } from '../../booking-intake.ts';
import { clientNetwork } from '../../client-network.ts';
import { codeFacts, mailCode } from '../../code-answer.ts';
import type { Handler } from '../../handler.ts';

export const requestConfirmLink: Handler<typeof publicBooking.requestConfirmLink> = async (context, input) => {
  const { secrets, urls, caller } = context;
  const { page } = await context.pages.find(input, context.now);
  await requireBookable(context, page, input.email);
  const request: BookingRequest = {
    startMs: Date.parse(input.startAt),
    invitee: { email: input.email, name: input.name ?? null, timezone: input.timezone },
    answers: requireAnswers(page, input.customFields, 'text'),
    guests: input.guests ?? [],
    agentEmail: input.agentEmail ?? null,
    idempotencyKey: input.idempotencyKey ?? null,
    source: caller.source,
  };
  const hash = requestHash(request);
  const { policy } = page.eventType;
  const verificationRequired = caller.source === 'web' ? policy.requireOtpHuman : policy.requireOtpAgent;
  const issue = await withAlternatives(context, input, { startMs: request.startMs, timezone: input.timezone }, () =>
    openCodeRequest(context.sql, {
      page,
      eventTypeId: page.eventType.id,
      guestEmail: input.email,
      receivingEmail: input.agentEmail ?? input.email,
      guestName: input.name ?? null,
      agentEmail: input.agentEmail ?? null,
      guestTimezone: input.timezone,
      clientNetwork: clientNetwork(caller.ip),
      source: caller.source,
      verificationRequired,
      startMs: request.startMs,
      confirm: { request, tokenHashOf: (challengeId) => tokenHash(confirmToken(secrets, challengeId, hash)) },
      mayResend: false,
    }),
  );
  const { challenge } = issue;
  const confirmUrl = `${urls.publicUrl}/api/v1/public/confirm/${confirmToken(secrets, challenge.id, hash)}`;
  const facts = codeFacts(issue, context.now);
  if (!challenge.verificationRequired) {
    const next = 'No code is needed: GET confirmUrl as it is to book.';
    return { ...facts, status: 'confirmation_ready', verificationRequired: false, codeExpiresInSeconds: 0, confirmUrl, next };
  }
  await mailCode(context, issue);
  const next = 'Ask the guest for the six digits, then GET confirmUrl with ?code= and the digits added.';
  const codeSentTo = challenge.receivingEmail;
  return { ...facts, status: 'otp_sent', verificationRequired: true, codeSentTo, confirmUrl, next };
};
