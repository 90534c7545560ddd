import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import { signInTexts } from '../../texts/en/mails/accounts.ts';
import type { Language } from '../../texts/languages.ts';
import { translated } from '../../texts/translated.ts';
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
  readonly language: Language;
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
  language,
}: Pick<SignInCodeMail, 'clientName' | 'agentName' | 'clientIp' | 'issuedAt' | 'language'>): DetailRow[] {
  const app = plausibleName(clientName ?? null);
  const agent = plausibleName(agentName ?? null);
  const { code: words } = translated(signInTexts, language);
  return [
    { label: words.asked, value: instantInWords(issuedAt.getTime(), { timezone: 'UTC', language }) },
    { label: words.network, value: singleLine(clientIp, 60) },
    ...(app === null ? [] : [{ label: words.app, value: app }]),
    ...(agent === null ? [] : [{ label: words.agent, value: agent }]),
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
  const { language } = asked;
  const texts = translated(signInTexts, language);
  return composeMail(
    service,
    {
      key: `${codeId}:sign-in-code-${issueNo}`,
      workspaceId: null,
      to: email,
      replyTo: null,
      kind: 'sign_in_code',
      subject: texts.code.subject(code, service.name),
    },
    {
      language,
      preview: texts.preview(minutesLeft),
      heading: texts.code.heading,
      blocks: [
        { kind: 'paragraph', text: texts.code.lead },
        { kind: 'code', code },
        { kind: 'details', rows: askedBy(asked) },
        {
          kind: 'aside',
          text: texts.code.limits(minutesLeft, service.name),
        },
      ],
      footer: texts.footer(service.name),
    },
  );
}
