import { isoInstant } from '../../../domain/time/local.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { CodeIssue } from '../../../store/booking/code-requests.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Context } from '../../core/handler.ts';

/**
 * Lets the flow mail the code of an issue, unless the mail server has already accepted it.
 * @throws AppError request.unprocessable when the address takes no mail
 */
export async function mailCode({ bookingFlows, nameFlow }: Context, { challenge }: CodeIssue): Promise<void> {
  nameFlow(flowId('booking', challenge.id));
  if (challenge.accepted) return;
  const { id: bookingId, workspaceId, eventTypeId } = challenge;
  if ((await bookingFlows.requestCode({ bookingId, workspaceId, eventTypeId }, challenge.issueNo)) === 'accepted')
    return;
  const message =
    'No code can be mailed to this address: the mail provider refuses it, or its owner wants no mails (the last link in our mails allows them again). Use another address.';
  throw new AppError('request.unprocessable', message, {
    reason: 'email_undeliverable',
    field: challenge.agentEmail ? 'agentEmail' : 'email',
  });
}

const whyNotHeld = {
  too_many_holds: 'The slot is not held: too many slots are held already.',
  hold_over: 'The slot is no longer held: a hold lasts three minutes.',
} as const;

/** Returns the code and hold fields of both code requests. @param more a further notice, in addition to that of the hold */
export function codeFacts({ challenge, hold }: CodeIssue, now: number, more?: string) {
  const seconds = Math.max(0, Math.floor((challenge.expiresMs - now) / 1_000));
  const ofHold =
    hold && !hold.held ? `${whyNotHeld[hold.reason]} It can still be booked, first come first served.` : undefined;
  const notice = [ofHold, more].filter((text) => text !== undefined).join(' ');
  return {
    email: challenge.guestEmail,
    ...(notice ? { notice } : {}),
    expiresInMinutes: Math.ceil(seconds / 60),
    codeExpiresInSeconds: seconds,
    holdExpiresAt: hold?.held ? isoInstant(hold.firmUntilMs) : null,
  };
}
