import { PROVIDER_NAMES } from '../../domain/accounts/providers.ts';
import type { CalendarProviderName } from '../../domain/calendars/remote-event.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { reconnectTexts } from '../../texts/en/mails/workspaces.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import { composeMail } from './mail-parts.ts';

export interface ReconnectMail {
  readonly connectionId: string;
  /** Another one for each incident: each is a new mail. */
  readonly incident: string;
  readonly workspaceId: string | null;
  readonly to: string;
  readonly provider: CalendarProviderName;
  /** The address of the account. */
  readonly account: string;
  /** Where the person connects again. */
  readonly url: string;
  readonly language: Language;
}

/** Informs a person that the provider refuses our access to a calendar of theirs. */
export function renderReconnect(
  service: MailService,
  { connectionId, incident, workspaceId, to, provider, account, url, language }: ReconnectMail,
): OutgoingMail {
  const texts = translated(reconnectTexts, language);
  const name = PROVIDER_NAMES[provider];
  const lead = texts.lead(service.name, name, account);
  return composeMail(
    service,
    {
      key: `${connectionId}:reconnect-${incident}`,
      ...{ workspaceId, to, replyTo: null, kind: 'calendar_reconnect' },
      subject: texts.subject(name),
    },
    {
      language,
      preview: lead,
      heading: texts.subject(name),
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'paragraph', text: texts.effect },
        { kind: 'action', label: texts.action, url },
        { kind: 'aside', text: `${texts.causes} ${texts.disconnect}` },
      ],
      footer: texts.footer(service.name),
    },
  );
}
