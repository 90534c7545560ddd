import type { Sql } from 'postgres';
import type { LinkMailEnd } from '../../domain/accounts/link-mail.ts';
import type { MailService } from '../../domain/mail/mail.ts';
import { type Secrets, signInToken } from '../../domain/secrets.ts';
import { dropLink, markLinkMailed, readLinkToMail } from '../../store/accounts/sign-in-links.ts';
import { deliver, type Mailer } from '../mail/send.ts';
import { renderSignInLink } from '../mail/sign-in-message.ts';

export interface SignInDependencies {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
}

/** The activities of the sign-in flow. Safe to repeat. */
export interface SignInActivities {
  /** Mails a magic link to its address, once. */
  mailSignInLink(linkId: string): Promise<LinkMailEnd>;
}

export const createSignInActivities = ({
  sql,
  secrets,
  mailer,
  service,
  links,
}: SignInDependencies): SignInActivities => ({
  mailSignInLink: async (linkId) => {
    const link = await readLinkToMail(sql, linkId);
    if (!link) return 'late';
    // The token is derived here and never stored, so no history, row or log holds it.
    const url = `${links.appUrl}/login/link/${signInToken(secrets, linkId)}`;
    if ((await deliver(mailer, renderSignInLink(service, { linkId, url, ...link }))) === 'undeliverable') {
      await dropLink(sql, linkId);
      return 'undeliverable';
    }
    await markLinkMailed(sql, linkId);
    return 'mailed';
  },
});
