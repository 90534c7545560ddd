import type { Sql } from 'postgres';
import type { MailService } from '../../domain/mail/mail.ts';
import { addressHash } from '../../domain/mail/recipient-tokens.ts';
import type { InvitationMailEnd } from '../../domain/members/invitation-mail.ts';
import { invitationToken, type Secrets } from '../../domain/secrets.ts';
import { isRefusedAddress } from '../../store/mail/refused-addresses.ts';
import { dropInvitation, markInvitationMailed, readInvitationToMail } from '../../store/members/invitations.ts';
import { renderInvitation } from '../mail/invitation-message.ts';
import { deliver, type Mailer, testMailer } from '../mail/send.ts';
import { serviceForUnproven } from '../mail/unproven.ts';

export interface InvitationDependencies {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
  readonly now: () => number;
}

/** The activities of the invitation flow. Safe to repeat. */
export interface InvitationActivities {
  /** Mails an invitation to its address, once for each request. */
  mailInvitation(invitationId: string): Promise<InvitationMailEnd>;
}

export const createInvitationActivities = ({
  sql,
  secrets,
  mailer,
  service,
  links,
  now,
}: InvitationDependencies): InvitationActivities => ({
  mailInvitation: async (invitationId) => {
    const invitation = await readInvitationToMail(sql, invitationId);
    if (!invitation) return 'late';
    if (invitation === 'mailed') return 'mailed';
    // The token is derived here and never stored, so no history, row or log holds it.
    const url = `${links.appUrl}/invitations/${invitationToken(secrets, invitationId)}`;
    const outbox = invitation.isTest ? testMailer(sql, { bookingId: null, now }) : mailer;
    const mail = renderInvitation(serviceForUnproven(service, secrets, invitation.email, invitation.isTest), {
      invitationId,
      url,
      ...invitation,
    });
    const isRefused =
      (await isRefusedAddress(sql, addressHash(secrets, invitation.email))) ||
      (await deliver(outbox, mail)) === 'undeliverable';
    if (isRefused) await dropInvitation(sql, invitationId);
    await markInvitationMailed(sql, invitationId, invitation.issueNo);
    return isRefused ? 'undeliverable' : 'mailed';
  },
});
