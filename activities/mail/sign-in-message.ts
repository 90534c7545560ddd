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

/** The link that signs its reader in. It goes to an address that anybody may have typed: nothing in it is theirs. */
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
      preview: `Works once, within ${minutesLeft} minutes.`,
      heading: `Sign in to ${service.name}`,
      blocks: [
        { kind: 'paragraph', text: 'Open this link in the browser in which you want to be signed in.' },
        { kind: 'action', label: 'Sign in', url },
        { kind: 'aside', text: `The link works once, within ${minutesLeft} minutes. Keep it to yourself.` },
      ],
      footer: `You did not ask for this? Then do nothing: without the link, nobody is signed in. Sent by ${service.name}.`,
    },
  );
}
