import type { Sql } from 'postgres';
import type { MailService } from '../../domain/mail/mail.ts';
import { readMailReader } from '../../store/accounts/mail-reader.ts';
import { closeQuietFloods, markFloodMailed, readFloodsToMail } from '../../store/booking/booking-floods.ts';
import { renderFlood } from '../mail/flood-message.ts';
import { deliver, type Mailer, MailRound } from '../mail/send.ts';

export interface FloodDependencies {
  readonly sql: Sql;
  readonly mailer: Mailer;
  readonly service: MailService;
}

/**
 * Mails each host once for each flood of bookings, and closes floods that are over. Mails that did not leave are due at the next sweep.
 * @throws MailUnavailable of the first mail that did not leave; two in a row: the provider is away, and the other mails wait too
 */
export async function informOfFloods({ sql, mailer, service }: FloodDependencies): Promise<void> {
  const sending = new MailRound();
  for (const { id: floodId, workspaceId, hostEmail, mailDomains } of await readFloodsToMail(sql)) {
    await sending.send(async () => {
      const { language } = await readMailReader(sql, hostEmail);
      // An address that takes no mail gets no second try.
      await deliver(mailer, renderFlood(service, { floodId, workspaceId, hostEmail, language, mailDomains }));
      await markFloodMailed(sql, floodId);
    });
  }
  await closeQuietFloods(sql);
  sending.end();
}
