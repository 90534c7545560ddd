import type { Sql } from 'postgres';
import { type AccessNoticeEnd, isOfWebhook } from '../../domain/access/new-access.ts';
import type { MailService } from '../../domain/mail/mail.ts';
import { type Secrets, signedId } from '../../domain/secrets.ts';
import { decideNotice, readAccessFacts, settleNotice } from '../../store/access/access-notices.ts';
import { readMailReader } from '../../store/accounts/mail-reader.ts';
import { renderNewAccess } from '../mail/new-access-message.ts';
import { deliver, type Mailer, testMailer } from '../mail/send.ts';
import { renderWebhookSet } from '../mail/webhook-set-message.ts';

export interface AccessNoticeDependencies {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
  readonly now: () => number;
}

/** The activities of the flow of a notice. Safe to repeat. */
export interface AccessNoticeActivities {
  /**
   * Mails a person what can act for them since just now, once, or decides that they had enough such mails today.
   * @throws MailUnavailable the mail provider is away
   */
  mailNewAccess(noticeId: string): Promise<AccessNoticeEnd>;
}

export const createAccessNoticeActivities = ({
  sql,
  secrets,
  mailer,
  service,
  links,
  now,
}: AccessNoticeDependencies): AccessNoticeActivities => ({
  mailNewAccess: async (noticeId) => {
    const decision = await decideNotice(sql, noticeId);
    if (decision === 'none') return 'left_out';
    const access = await readAccessFacts(sql, noticeId);
    if (!access) return 'gone';
    if (decision === 'settled') return 'mailed';
    // The token is derived here and never stored, so no history, row or log holds it.
    const stopUrl = `${links.appUrl}/access/stop/${signedId(secrets.stopAccess, noticeId)}`;
    const { language, region } = await readMailReader(sql, access.email);
    const facts = { ...access, language, region, stopUrl, homeUrl: links.appUrl, isLast: decision === 'last' };
    const mail = isOfWebhook(facts.kind)
      ? renderWebhookSet(service, { ...facts, kind: facts.kind, webhooksUrl: `${links.appUrl}/settings/webhooks` })
      : renderNewAccess(service, { ...facts, kind: facts.kind });
    const outbox = access.isTest ? testMailer(sql, { bookingId: null, now }) : mailer;
    const outcome = await deliver(outbox, mail);
    await settleNotice(sql, noticeId);
    return outcome === 'undeliverable' ? 'undeliverable' : 'mailed';
  },
});
