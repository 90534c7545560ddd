import type { Sql } from 'postgres';
import type { MailService } from '../../domain/mail/mail.ts';
import type { InvitationMailEnd } from '../../domain/members/invitation-mail.ts';
import { invitationToken, type Secrets } from '../../domain/secrets.ts';
import { readMailLanguage } from '../../store/accounts/mail-reader.ts';
import { dropInvitation, markInvitationMailed, readInvitationToMail } from '../../store/members/invitation-mails.ts';
import { renderInvitation } from '../mail/invitation-message.ts';
import { type Mailer, testMailer } from '../mail/send.ts';
import { deliverToUnproven } from '../mail/unproven.ts';

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

export const createInvitationActivities = (dependencies: InvitationDependencies): InvitationActivities => ({
  mailInvitation: async (invitationId) => {
    const { sql, secrets, links, now } = dependencies;
    const invitation = await readInvitationToMail(sql, invitationId);
    if (!invitation) return 'late';
    if (invitation === 'mailed') return 'mailed';
    // The token is derived here and never stored, so no history, row or log holds it.
    const url = `${links.appUrl}/invitations/${invitationToken(secrets, invitationId)}`;
    const { email: address, inviterEmail, isTest, issueNo } = invitation;
    // A test key may invite any address and read the mail: it must not learn whose address it is.
    const language = await readMailLanguage(sql, isTest ? null : address, inviterEmail);
    const mailer = isTest ? testMailer(sql, { bookingId: null, now }) : dependencies.mailer;
    const outcome = await deliverToUnproven({ ...dependencies, mailer }, { address, isTest }, (service) =>
      renderInvitation(service, { invitationId, url, language, ...invitation }),
    );
    if (outcome === 'undeliverable') await dropInvitation(sql, invitationId);
    await markInvitationMailed(sql, invitationId, issueNo);
    return outcome === 'accepted' ? 'mailed' : outcome;
  },
});
