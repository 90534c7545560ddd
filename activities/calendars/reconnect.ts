import type { Sql } from 'postgres';
import type { MailService } from '../../domain/mail/mail.ts';
import { readMailReader } from '../../store/accounts/mail-reader.ts';
import { markReconnectMailed, readReconnect } from '../../store/calendars/reconnect.ts';
import { renderReconnect } from '../mail/reconnect-message.ts';
import { deliver, type Mailer } from '../mail/send.ts';

export interface ReconnectDependencies {
  readonly sql: Sql;
  readonly mailer: Mailer;
  readonly service: MailService;
  readonly links: { readonly appUrl: string };
}

/**
 * Mails a person once that they must connect their calendar again.
 * @throws MailUnavailable the mail provider is away
 */
export async function mailReconnect(
  { sql, mailer, service, links }: ReconnectDependencies,
  connectionId: string,
): Promise<void> {
  const due = await readReconnect(sql, connectionId);
  if (!due) return;
  const { language } = await readMailReader(sql, due.to);
  const url = `${links.appUrl}/settings/calendars`;
  // An address that takes no mail gets no second try: the home page and the API say it too.
  await deliver(mailer, renderReconnect(service, { ...due, connectionId, url, language }));
  await markReconnectMailed(sql, connectionId);
}
