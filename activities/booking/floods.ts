import type { Sql } from 'postgres';
import type { MailService } from '../../domain/mail/mail.ts';
import { closeQuietFloods, markFloodMailed, readFloodsToMail } from '../../store/booking/booking-floods.ts';
import { renderFlood } from '../mail/flood-message.ts';
import { deliver, type Mailer } from '../mail/send.ts';

export interface FloodDependencies {
  readonly sql: Sql;
  readonly mailer: Mailer;
  readonly service: MailService;
}

/**
 * Mails each host once for each flood of bookings, and closes floods that are over. Mails that did not leave are due at the next sweep.
 * @throws MailUnavailable the provider is away: the other mails wait too
 */
export async function informOfFloods({ sql, mailer, service }: FloodDependencies): Promise<void> {
  for (const { id: floodId, workspaceId, hostEmail, mailDomains } of await readFloodsToMail(sql)) {
    // An address that takes no mail gets no second try.
    await deliver(mailer, renderFlood(service, { floodId, workspaceId, hostEmail, mailDomains }));
    await markFloodMailed(sql, floodId);
  }
  await closeQuietFloods(sql);
}
