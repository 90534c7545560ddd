import { foldedAddress } from '../../../domain/mail/folded-address.ts';
import type { publicBooking } from '../../../schemas/operations/booking/public-booking.ts';
import { openCodeRequest } from '../../../store/booking/code-requests.ts';
import type { Handler } from '../../core/handler.ts';
import {
  answersToCome,
  clientOf,
  requireAnswers,
  requireBookable,
  requireIssue,
  unaskedOf,
  withAlternatives,
} from './booking-intake.ts';
import { codeFacts, mailCode } from './mail-code.ts';

export const requestCode: Handler<typeof publicBooking.requestCode> = async (context, input) => {
  const { event } = await context.bookableEvents.find(input, context.now);
  await requireBookable(context, event, input);
  // Before the mail: a code that a person reads out for a booking that is then refused is read in vain.
  const toSay = input.customFields
    ? requireAnswers(event, input.customFields, 'json', unaskedOf(context)).notice.notice
    : context.caller.source === 'web'
      ? undefined
      : answersToCome(event);
  const startMs = input.startAt ? Date.parse(input.startAt) : null;
  const receivingEmail = input.agentEmail ?? input.email;
  const mailDomain = (await context.mailDomains.companyOf(input.email)) ?? foldedAddress(input.email);
  const issue = await withAlternatives(context, input, { startMs, timezone: input.timezone ?? null }, async () => {
    const outcome = await openCodeRequest(context.sql, {
      event,
      eventTypeId: event.eventType.id,
      guestEmail: input.email,
      receivingEmail,
      guestName: input.name ?? null,
      agentEmail: input.agentEmail ?? null,
      guestTimezone: input.timezone ?? null,
      ...clientOf(context, receivingEmail),
      mailDomain,
      source: context.caller.source,
      language: context.caller.language,
      region: context.caller.region,
      verificationRequired: true,
      startMs,
      confirm: null,
      mayResend: true,
    });
    return requireIssue(context, outcome);
  });
  await mailCode(context, issue);
  const facts = codeFacts(issue, context.now, toSay);
  return {
    status: 'otp_sent',
    codeSentTo: receivingEmail,
    message: `A six-digit code is on its way to ${receivingEmail}. Book with it within ${facts.expiresInMinutes} minutes.`,
    ...facts,
  };
};
