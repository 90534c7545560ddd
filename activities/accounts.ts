import type { Sql } from 'postgres';
import type { LinkMailEnd, TrialStanding } from '../domain/accounts/accounts.ts';
import type { MailService } from '../domain/mail/mail.ts';
import { type Secrets, signInToken } from '../domain/secrets.ts';
import { dropLink, markLinkMailed, readLinkToMail } from '../store/accounts/sign-in-links.ts';
import { settleTrial } from '../store/billing/trials.ts';
import { type Mailer, MailRefused } from './mail/send.ts';
import { renderSignInLink } from './mail/sign-in-message.ts';

export interface AccountDependencies {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
}

/** What the flows of accounts do to the world. Each is safe to repeat. */
export interface AccountActivities {
  /** Mails a magic link to its address, once. */
  mailSignInLink(linkId: string): Promise<LinkMailEnd>;
  /** Ends a trial whose time is over, and says where it stands. */
  settleTrial(workspaceId: string): Promise<TrialStanding>;
}

export const createAccountActivities = (dependencies: AccountDependencies): AccountActivities => ({
  mailSignInLink: (linkId) => mailSignInLink(dependencies, linkId),
  settleTrial: (workspaceId) => settleTrial(dependencies.sql, workspaceId),
});

/** The token is derived here and nowhere else on the way out, so that no history, row or log holds it. */
async function mailSignInLink(
  { sql, secrets, mailer, service, links }: AccountDependencies,
  linkId: string,
): Promise<LinkMailEnd> {
  const link = await readLinkToMail(sql, linkId);
  if (!link) return 'late';
  const url = `${links.appUrl}/login/link/${signInToken(secrets, linkId)}`;
  try {
    await mailer.send(renderSignInLink(service, { linkId, url, ...link }));
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    await dropLink(sql, linkId);
    return 'undeliverable';
  }
  await markLinkMailed(sql, linkId);
  return 'mailed';
}
