import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import type { DetailRow } from './content.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

export interface SignInCodeMail {
  readonly codeId: string;
  /** Number of this code, from 1: each is a new mail. */
  readonly issueNo: number;
  readonly email: string;
  /** As people see it: XXXX-XXXX. */
  readonly code: string;
  readonly minutesLeft: number;
  /** What the app says of itself. */
  readonly clientName?: string | null | undefined;
  readonly agentName?: string | null | undefined;
  /** The network from which it asked. */
  readonly clientIp: string;
  readonly issuedAt: Date;
}

function askedBy({
  clientName,
  agentName,
  clientIp,
  issuedAt,
}: Pick<SignInCodeMail, 'clientName' | 'agentName' | 'clientIp' | 'issuedAt'>): DetailRow[] {
  const app = plausibleName(clientName ?? null);
  const agent = plausibleName(agentName ?? null);
  return [
    { label: 'Asked', value: instantInWords(issuedAt.getTime(), { timezone: 'UTC', language: DEFAULT_LANGUAGE }) },
    { label: 'From network', value: singleLine(clientIp, 60) },
    ...(app === null ? [] : [{ label: 'App, as it says', value: app }]),
    ...(agent === null ? [] : [{ label: 'Agent, as it says', value: agent }]),
  ];
}

/**
 * The eight letters by which an app or an agent gets a key. Anyone may have typed the address, so their words are
 * shown only if they read like names, and times are in UTC for known and unknown people alike. The warning is the point: who reads the code out to a stranger gives them the account.
 */
export function renderSignInCode(
  service: MailService,
  { codeId, issueNo, email, code, minutesLeft, ...asked }: SignInCodeMail,
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
        { kind: 'details', rows: askedBy(asked) },
        {
          kind: 'aside',
          text: `The code works once, for ${minutesLeft} minutes. Whoever has it can act for you on ${service.name}: give it only to an app or agent of your own.`,
        },
      ],
      footer: `You did not ask for this? You do not need to do anything: this mail alone signs nobody in. Sent by ${service.name}.`,
    },
  );
}
