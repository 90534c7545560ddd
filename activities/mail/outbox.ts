import type { Sql } from 'postgres';
import type { MailService } from '../../domain/mail/mail.ts';
import type { MailOutcome, OutboxKind } from '../../domain/mail/outbox.ts';
import type { Secrets } from '../../domain/secrets.ts';
import { inTransaction } from '../../store/database.ts';
import { findOutboxMail, type OutboxMail, settleMail } from '../../store/mail/outbox.ts';
import { outboxKinds } from './outbox-kinds.ts';
import { deliver, type Mailer, MailUnavailable, testMailer } from './send.ts';
import { deliverToUnproven } from './unproven.ts';

export interface OutboxDependencies {
  readonly sql: Sql;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
  readonly now: () => number;
}

/** The activities of the flow of a mail. Safe to repeat. */
export interface OutboxActivities {
  /**
   * Sends the mail of a row, once, unless its rows say that none is due any more.
   * @throws MailUnavailable the mail provider is unavailable
   */
  sendMail(mailId: string): Promise<MailOutcome>;
}

export const createOutboxActivities = (dependencies: OutboxDependencies): OutboxActivities => ({
  sendMail: async (mailId) => {
    const mail = await findOutboxMail(dependencies.sql, mailId);
    if (!mail) return 'gone';
    // A mail is of one kind: its entry takes its facts.
    return mail.outcome ?? send(dependencies, mail as OutboxMail<OutboxKind>);
  },
});

async function send<Kind extends OutboxKind>(
  dependencies: OutboxDependencies,
  mail: OutboxMail<Kind>,
): Promise<MailOutcome> {
  const { sql, secrets, links, service, now } = dependencies;
  const { write, settle, isToUnproven, maxWaitSeconds } = outboxKinds[mail.kind];
  const letter = await write({ sql, secrets, appUrl: links.appUrl }, mail);
  let outcome: MailOutcome;
  if (typeof letter === 'string') outcome = letter;
  else {
    const { to: address, isTest = false, render } = letter;
    const mailer = isTest ? testMailer(sql, { bookingId: null, now }) : dependencies.mailer;
    const sending = isToUnproven
      ? deliverToUnproven({ ...dependencies, mailer }, { address, isTest }, render)
      : deliver(mailer, render(service));
    const sent = await sending.catch((error: unknown) => {
      throw error instanceof MailUnavailable ? retryLater(error, mail.waitedMs, maxWaitSeconds) : error;
    });
    outcome = sent === 'accepted' ? 'mailed' : sent;
  }
  await inTransaction(sql, async (tx) => {
    await settle?.(tx, mail, outcome);
    await settleMail(tx, mail.id, outcome);
  });
  return outcome;
}

/** Each wait is as long as the mail has waited so far: tries become rarer, up to the longest wait of the kind. */
const retryLater = ({ reason }: MailUnavailable, waitedMs: number, maxWaitSeconds: number): MailUnavailable =>
  new MailUnavailable(reason, Math.min(Math.max(waitedMs, 1_000), maxWaitSeconds * 1_000));
