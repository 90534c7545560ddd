import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { composeMail } from './mail-parts.ts';

export interface SignInCodeMail {
  readonly codeId: string;
  /** Number of this code, from 1: each is a new mail. */
  readonly issueNo: number;
  readonly email: string;
  /** As people see it: XXXX-XXXX. */
  readonly code: string;
  readonly minutesLeft: number;
}

/**
 * The eight letters by which an app or an agent gets a key. Anyone may have typed the address, so nothing in the mail comes from them. The
 * warning is the point: who reads the code out to a stranger gives them the account.
 */
export function renderSignInCode(
  service: MailService,
  { codeId, issueNo, email, code, minutesLeft }: SignInCodeMail,
): OutgoingMail {
  return composeMail(
    service,
    {
      key: `${codeId}:sign-in-code-${issueNo}`,
      workspaceId: null,
      to: email,
      replyTo: null,
      kind: 'sign_in_code',
      subject: `${code} is your code to sign in to ${service.name}`,
    },
    {
      language: DEFAULT_LANGUAGE,
      preview: `Works once, for ${minutesLeft} minutes.`,
      heading: 'Your code to sign in',
      blocks: [
        { kind: 'paragraph', text: 'An app or agent asks to sign in as you. Enter this code there.' },
        { kind: 'code', code },
        {
          kind: 'aside',
          text: `The code works once, for ${minutesLeft} minutes. Whoever has it can act for you on ${service.name}: give it only to an app or agent of your own.`,
        },
      ],
      footer: `You did not ask for this? You do not need to do anything: this mail alone signs nobody in. Sent by ${service.name}.`,
    },
  );
}
