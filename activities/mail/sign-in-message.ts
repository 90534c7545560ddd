import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { signInTexts } from '../../texts/en/mails/accounts.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
import { composeMail } from './mail-parts.ts';

export interface SignInLinkMail {
  readonly linkId: string;
  readonly email: string;
  /** `{app_url}/login/link/{token}` */
  readonly url: string;
  readonly minutesLeft: number;
  readonly language: Language;
}

/** The link that signs its reader in. Anyone may have typed the address, so nothing in the mail comes from them. */
export function renderSignInLink(
  service: MailService,
  { linkId, email, url, minutesLeft, language }: SignInLinkMail,
): OutgoingMail {
  const texts = translated(signInTexts, language);
  const { link } = texts;
  return composeMail(
    service,
    {
      key: `${linkId}:sign-in`,
      workspaceId: null,
      to: email,
      replyTo: null,
      kind: 'sign_in_link',
      subject: link.subject(service.name),
    },
    {
      language,
      preview: texts.preview(minutesLeft),
      heading: link.heading(service.name),
      blocks: [
        { kind: 'paragraph', text: link.lead },
        { kind: 'action', label: link.action, url },
        { kind: 'aside', text: link.limits(minutesLeft) },
      ],
      footer: texts.footer(service.name),
    },
  );
}
