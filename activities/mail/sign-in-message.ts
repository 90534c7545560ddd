import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { composeMail } from './mail-parts.ts';

export interface SignInLinkMail {
  readonly linkId: string;
  readonly email: string;
  /** `{app_url}/login/link/{token}` */
  readonly url: string;
  readonly minutesLeft: number;
}

/** The link that signs its reader in. Anyone may have typed the address, so nothing in the mail comes from them. */
export function renderSignInLink(
  service: MailService,
  { linkId, email, url, minutesLeft }: SignInLinkMail,
): OutgoingMail {
  return composeMail(
    service,
    {
      key: `${linkId}:sign-in`,
      workspaceId: null,
      to: email,
      replyTo: null,
      kind: 'sign_in_link',
      subject: `Your link to sign in to ${service.name}`,
    },
    {
      language: DEFAULT_LANGUAGE,
      preview: `Works once, for ${minutesLeft} minutes.`,
      heading: `Sign in to ${service.name}`,
      blocks: [
        { kind: 'paragraph', text: 'Open this link in the browser where you want to sign in.' },
        { kind: 'action', label: 'Sign in', url },
        { kind: 'aside', text: `The link works once, for ${minutesLeft} minutes. Keep it private.` },
      ],
      footer: `You did not ask for this? You do not need to do anything: this mail alone signs nobody in. Sent by ${service.name}.`,
    },
  );
}
