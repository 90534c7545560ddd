import type { BookableEvent } from '../../../domain/bookable/bookable-event.ts';
import { clientNetwork } from '../../../domain/client-networks.ts';
import { foldedAddress } from '../../../domain/mail/folded-address.ts';
import { confirmToken, requestHash, tokenHash } from '../../../domain/secrets.ts';
import type { Input } from '../../../schemas/operation.ts';
import type { publicBooking } from '../../../schemas/operations/booking/public-booking.ts';
import type { BookingRequest } from '../../../store/booking/challenges.ts';
import { type CodeIssue, openCodeRequest } from '../../../store/booking/code-requests.ts';
import { networksIfUnpaid } from '../../../store/mail/host-networks.ts';
import { countUnsolicited } from '../../../store/mail/unsolicited-mail.ts';
import type { Context, Handler } from '../../core/handler.ts';
import {
  clientOf,
  otherGuests,
  requireAnswers,
  requireBookable,
  requireIssue,
  withAlternatives,
} from './booking-intake.ts';
import { codeFacts, mailCode } from './mail-code.ts';

type ConfirmLinkInput = Input<typeof publicBooking.requestConfirmLink>;

export const requestConfirmLink: Handler<typeof publicBooking.requestConfirmLink> = async (context, input) => {
  const { event } = await context.bookableEvents.find(input, context.now);
  await requireBookable(context, event, input);
  const { answers, notice } = requireAnswers(event, input.customFields, 'text', 'noticed');
  const request = toRequest(context, input, answers);
  const tokenOf = (challengeId: string) => confirmToken(context.secrets, challengeId, requestHash(request));
  const issue = await withAlternatives(context, input, { startMs: request.startMs, timezone: input.timezone }, () =>
    openIssue(context, event, input, request, (challengeId) => tokenHash(tokenOf(challengeId))),
  );
  const { challenge } = issue;
  const factsOf = () => codeFacts(issue, context.now, notice.notice);
  const confirmUrl = `${context.urls.publicUrl}/api/v1/public/confirm/${tokenOf(challenge.id)}`;
  if (!challenge.verificationRequired) {
    const next = 'No code is needed: GET confirmUrl as it is to book.';
    const facts = { ...factsOf(), codeExpiresInSeconds: 0 };
    return { ...facts, status: 'confirmation_ready', verificationRequired: false, confirmUrl, next };
  }
  await mailCode(context, issue);
  const next = 'Ask the guest for the six digits, then GET confirmUrl with ?code= and the digits added.';
  const answer = { verificationRequired: true, codeSentTo: challenge.receivingEmail, confirmUrl, next };
  return { ...factsOf(), status: 'otp_sent', ...answer };
};

/** The whole booking, checked before any mail is sent. */
const toRequest = (
  { caller }: Context,
  input: ConfirmLinkInput,
  answers: BookingRequest['answers'],
): BookingRequest => ({
  startMs: Date.parse(input.startAt),
  invitee: { email: input.email, name: input.name ?? null, timezone: input.timezone },
  answers,
  guests: otherGuests(input.guests, input.email),
  agentEmail: input.agentEmail ?? null,
  idempotencyKey: input.idempotencyKey ?? null,
  source: caller.source,
});

/**
 * Returns whether a code is needed: by the event's policy, or because the workspace or the guest's address has had its day's mails without one.
 * A code to an agent's inbox would not help: it proves nothing about the guest.
 */
async function needsCode({ sql, caller, now }: Context, event: BookableEvent, input: ConfirmLinkInput) {
  const { requireOtpHuman, requireOtpAgent } = event.eventType.policy;
  if (caller.source === 'web' ? requireOtpHuman : requireOtpAgent) return true;
  if (input.agentEmail) return false;
  const unpaidNetworks = await networksIfUnpaid(sql, event.workspace.id, [clientNetwork(caller.ip)]);
  const mails = {
    workspaceId: event.workspace.id,
    byHost: false,
    furtherGuests: [],
    clientNetwork: null,
    unpaidNetworks,
  };
  return (await countUnsolicited(sql, { ...mails, guest: input.email }, now)).guest;
}

async function openIssue(
  context: Context,
  event: BookableEvent,
  input: ConfirmLinkInput,
  request: BookingRequest,
  tokenHashOf: (challengeId: string) => Buffer,
): Promise<CodeIssue> {
  const { sql, caller, mailDomains } = context;
  const receivingEmail = input.agentEmail ?? input.email;
  const outcome = await openCodeRequest(sql, {
    event,
    eventTypeId: event.eventType.id,
    guestEmail: input.email,
    receivingEmail,
    guestName: input.name ?? null,
    agentEmail: input.agentEmail ?? null,
    guestTimezone: input.timezone,
    ...clientOf(context, receivingEmail),
    mailDomain: (await mailDomains.companyOf(input.email)) ?? foldedAddress(input.email),
    source: caller.source,
    language: caller.language,
    region: caller.region,
    verificationRequired: await needsCode(context, event, input),
    startMs: request.startMs,
    confirm: { request, tokenHashOf },
    mayResend: false,
  });
  return requireIssue(context, outcome);
}
