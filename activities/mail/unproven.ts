import { languageFor, type MeetingFacts, type Recipient } from '../../domain/booking/meeting.ts';
import { meetingPlace } from '../../domain/booking/meeting-place.ts';
import { linkless } from '../../domain/mail/linkless.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { addressHash, refusalToken } from '../../domain/mail/recipient-tokens.ts';
import type { Secrets } from '../../domain/secrets.ts';
import type { Queryable } from '../../store/database.ts';
import { isRefusedAddress } from '../../store/mail/refused-addresses.ts';
import { deliver, type Mailer } from './send.ts';

/**
 * The service for a mail to somebody who has proved nothing: with the link and the header by which they refuse further mails.
 * @param isTest the mail is stored for the workspace and never sent: its link leads nowhere, because who has it speaks for the inbox
 */
export const serviceForUnproven = (
  service: MailService,
  secrets: Secrets,
  address: string,
  isTest: boolean,
): MailService => ({
  ...service,
  refuseUrl: `${service.publicUrl}/no-mail/${isTest ? 'not-in-test-mails' : refusalToken(secrets, address)}`,
});

export interface UnprovenMailing {
  readonly sql: Queryable;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly service: MailService;
}

/**
 * Sends a mail to somebody who has proved nothing, unless they want no such mails.
 * @throws MailUnavailable the provider is away or unwilling; retry
 */
export async function deliverToUnproven(
  { sql, secrets, mailer, service }: UnprovenMailing,
  { address, isTest = false }: { readonly address: string; readonly isTest?: boolean },
  render: (service: MailService) => OutgoingMail,
): Promise<'accepted' | 'undeliverable'> {
  if (await isRefusedAddress(sql, addressHash(secrets, address))) return 'undeliverable';
  return deliver(mailer, render(serviceForUnproven(service, secrets, address, isTest)));
}

/**
 * A meeting for somebody who has proved nothing: its host's words hold no link, and a web page of ours leads to the place.
 * @param ourUrl of that page
 */
export function meetingForUnproven<T extends MeetingFacts>(meeting: T, recipient: Recipient, ourUrl: string): T {
  const { link } = meetingPlace(meeting, languageFor(meeting, recipient));
  const { locationDetail } = meeting;
  return {
    ...meeting,
    eventName: linkless(meeting.eventName),
    workspaceName: linkless(meeting.workspaceName),
    hostName: linkless(meeting.hostName),
    otherHosts: meeting.otherHosts.map((host) => ({ ...host, name: linkless(host.name) })),
    joinUrl: link === null ? null : ourUrl,
    locationDetail: link !== null || locationDetail === null ? null : linkless(locationDetail),
  };
}
