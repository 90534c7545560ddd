import type { Client } from '@temporalio/client';
import type { Sql } from 'postgres';
import type { InvitationMailEnd } from '../domain/accounts/accounts.ts';
import type { MailService } from '../domain/mail/mail.ts';
import type { RemovalStep } from '../domain/members/hand-over.ts';
import { invitationToken, type Secrets } from '../domain/secrets.ts';
import { readBooking } from '../store/booking/bookings.ts';
import { dropInvitation, markInvitationMailed, readInvitationToMail } from '../store/members/invitations.ts';
import { advanceRemoval } from '../store/members/member-removals.ts';
import { bookingMessages } from '../workflows/messages.ts';
import { attributesOfBooking } from '../workflows/search-attributes.ts';
import { bookingStart } from '../workflows/starts.ts';
import { renderInvitation } from './mail/invitation-message.ts';
import { type Mailer, MailRefused, testMailer } from './mail/send.ts';

export interface MemberDependencies {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
  readonly client: Client;
  readonly taskQueue: string;
  readonly now: () => number;
}

/** What the flows of members do to the world. Each is safe to repeat. */
export interface MemberActivities {
  /** Mails an invitation to its address, once for each time that it was asked for. */
  mailInvitation(invitationId: string): Promise<InvitationMailEnd>;
  /** Takes the removal of a member one step on, and has the meeting's own flow tell everyone. */
  advanceRemoval(removalId: string): Promise<RemovalStep>;
}

export const createMemberActivities = (dependencies: MemberDependencies): MemberActivities => ({
  mailInvitation: (invitationId) => mailInvitation(dependencies, invitationId),
  advanceRemoval: async (removalId) => {
    const step = await advanceRemoval(dependencies.sql, dependencies.secrets, removalId);
    if (step.stage === 'going' && step.settled !== null) await tellBooking(dependencies, step.settled);
    return step;
  },
});

/** The token is derived here and nowhere else on the way out, so that no history, row or log holds it. */
async function mailInvitation(
  { sql, secrets, mailer, service, links, now }: MemberDependencies,
  invitationId: string,
): Promise<InvitationMailEnd> {
  const invitation = await readInvitationToMail(sql, invitationId);
  if (!invitation) return 'late';
  if (invitation === 'mailed') return 'mailed';
  const url = `${links.appUrl}/invitations/${invitationToken(secrets, invitationId)}`;
  const post = invitation.isTest ? testMailer(sql, { bookingId: null, now }) : mailer;
  try {
    await post.send(renderInvitation(service, { invitationId, url, ...invitation }));
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    await dropInvitation(sql, invitationId);
    await markInvitationMailed(sql, invitationId, invitation.issueNo);
    return 'undeliverable';
  }
  await markInvitationMailed(sql, invitationId, invitation.issueNo);
  return 'mailed';
}

/** The mails of a change are the booking's own flow's. One that cannot be told now is told by the sweep. */
async function tellBooking({ sql, client, taskQueue }: MemberDependencies, bookingId: string): Promise<void> {
  const booking = await readBooking(sql, bookingId);
  if (!booking) return;
  const { workflow, ...start } = bookingStart(bookingId);
  const typedSearchAttributes = attributesOfBooking(bookingId, booking.workspaceId);
  await client.workflow
    .signalWithStart(workflow, { ...start, taskQueue, typedSearchAttributes, signal: bookingMessages.nudge })
    .catch(() => undefined);
}
