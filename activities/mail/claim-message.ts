import { ROLE_POWERS, SEAT_LIMITS } from '../../domain/access/power-words.ts';
import { CLAIM_ASKS } from '../../domain/accounts/claim-words.ts';
import { DEFAULT_LANGUAGE } from '../../domain/languages.ts';
import type { MailService, OutgoingMail } from '../../domain/mail/mail.ts';
import { plausibleName, singleLine } from '../../domain/untrusted-text.ts';
import { composeMail } from './mail-parts.ts';
import { instantInWords } from './times.ts';

export interface ClaimMail {
  readonly id: string;
  readonly agentEmail: string;
  readonly operatorEmail: string;
  readonly agentName: string | null;
  readonly clientName: string | null;
  readonly clientIp: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** `{app_url}/claim/{token}` */
  readonly url: string;
}

const LONGEST_ADDRESS = 254;

const inWords = (instant: Date): string =>
  instantInWords(instant.getTime(), { timezone: 'UTC', language: DEFAULT_LANGUAGE });

/** Asks an operator about an agent. A stranger may have typed the address, so names appear only if they read like names. */
export function renderClaim(service: MailService, mail: ClaimMail): OutgoingMail {
  const agent = plausibleName(mail.agentName);
  const app = plausibleName(mail.clientName);
  const inbox = singleLine(mail.agentEmail, LONGEST_ADDRESS);
  const who = agent === null ? 'An agent' : `The agent “${agent}”`;
  const lead = `${who} with the inbox ${inbox} asks to work in a workspace of yours on ${service.name}${app === null ? '' : `, in the app “${app}”`}.`;
  return composeMail(
    service,
    {
      key: `${mail.id}:claim`,
      workspaceId: null,
      to: mail.operatorEmail,
      replyTo: null,
      kind: 'claim',
      subject: `${CLAIM_ASKS} on ${service.name}`,
    },
    {
      language: DEFAULT_LANGUAGE,
      preview: `${inbox} asks for a key. You decide.`,
      heading: 'Is this your agent?',
      blocks: [
        { kind: 'paragraph', text: lead },
        { kind: 'paragraph', text: `It asked on ${inWords(mail.createdAt)}, from ${singleLine(mail.clientIp, 60)}.` },
        {
          kind: 'paragraph',
          text: `Sign in with this address, then accept or refuse. If you accept, it gets a key, and can do there in your name: ${ROLE_POWERS.manager.join('; ')}. ${SEAT_LIMITS} You can end it at any time. ${service.name} makes booking pages: guests choose a time and book it with you.`,
        },
        { kind: 'action', label: 'Look at the request', url: mail.url },
        { kind: 'aside', text: `The link works until ${inWords(mail.expiresAt)}, only for this address.` },
      ],
      footer: `You do not know this agent? You do not need to do anything: it gets nothing without your answer. Sent by ${service.name}.`,
    },
  );
}
