import { Errors, type Message, ServerClient } from 'postmark';
import type { OutgoingMail } from '../../domain/mail/mail.ts';
import type { Queryable } from '../../store/database.ts';
import { forgetDelivery, markAccepted, markRefused, openDelivery } from '../../store/mail/mails.ts';
import { type Mailer, MailRefused, MailUnavailable } from './send.ts';

/** Our key at Postmark; names have at most 20 characters, values 80. */
const METADATA_NAME = 'mail-key';
/** HTTP statuses that mean: Postmark took nothing. After 500 or a lost connection the outcome is unknown. */
const SURELY_NOT_TAKEN = new Set([401, 404, 422, 429, 503]);
/** Postmark's pattern of a mailbox (its support article 1180). It has no quotes, spaces and `?`, which our schema accepts (docs/decisions/mail.md#addresses). */
const TAKEN_MAILBOX = /^[a-z0-9.!#$%&'`*+\-/=^_{}|~]+@/i;

/**
 * The client of one Postmark server. Tests set `requestHost` and `useHttps`.
 * An answer that takes longer than 10 s counts as lost: someone may be waiting for the code.
 */
export function connectPostmark(
  serverToken: string,
  options: { readonly requestHost?: string; readonly useHttps?: boolean; readonly timeoutSeconds?: number } = {},
): ServerClient {
  const { timeoutSeconds = 10, ...host } = options;
  return new ServerClient(serverToken, { ...host, timeout: timeoutSeconds });
}

export interface PostmarkOptions {
  /** Postmark's stream for single mails; its default is `outbound` */
  readonly messageStream: string;
  readonly now: () => number;
}

/**
 * Sends through Postmark, at least once and rarely twice. A row says `sending` before the mail leaves. If the answer
 * is lost, the next try first searches Postmark for a message with our key. Twice is possible after a crash or lost answer, if
 * the retry comes before Postmark's search shows the new message.
 */
export function postmarkMailer(client: ServerClient, sql: Queryable, { messageStream, now }: PostmarkOptions): Mailer {
  return {
    async send(mail) {
      const delivery = await openDelivery(sql, mail.key, now());
      if (delivery.state === 'accepted') return 'accepted';
      if (delivery.state === 'refused') throw new MailRefused(delivery.reason);
      try {
        const found = delivery.state === 'sending' ? await findMessage(client, mail.key) : undefined;
        const messageId = found ?? (await client.sendEmail(toMessage(mail, messageStream))).MessageID;
        await markAccepted(sql, mail.key, messageId, now());
      } catch (error) {
        if (!(error instanceof Errors.PostmarkError)) throw error;
        throw await noteFailure(sql, { key: mail.key, isFirstTry: delivery.state === 'new' }, error, now());
      }
      return 'accepted';
    },
  };
}

/** The id of the message with our key, if Postmark has one (kept 45 days by default). */
async function findMessage(client: ServerClient, key: string): Promise<string | undefined> {
  const found = await client.getOutboundMessages({ count: 1, offset: 0, [`metadata_${METADATA_NAME}`]: key });
  return found.Messages.find(({ Metadata }) => Metadata[METADATA_NAME] === key)?.MessageID;
}

function toMessage(mail: OutgoingMail, messageStream: string): Message {
  return {
    From: mail.from,
    To: mail.to,
    // A guest names this address. Postmark would refuse the whole mail to the host for it; the mail's text names the guest too.
    ...(mail.replyTo !== null && TAKEN_MAILBOX.test(mail.replyTo) ? { ReplyTo: mail.replyTo } : {}),
    Subject: mail.subject,
    TextBody: mail.text,
    HtmlBody: mail.html,
    MessageStream: messageStream,
    Tag: mail.kind,
    TrackOpens: false,
    ...(mail.refuseUrl === null ? {} : { Headers: refusalHeaders(mail.refuseUrl) }),
    Metadata: { [METADATA_NAME]: mail.key },
    Attachments: mail.attachments.map(({ name, contentType, content }) => ({
      Name: name,
      ContentType: contentType,
      Content: Buffer.from(content, 'utf8').toString('base64'),
      ContentID: null,
    })),
  };
}

/** One click in the mail program refuses further mails: it sends a POST (RFC 8058). */
const refusalHeaders = (url: string) => [
  { Name: 'List-Unsubscribe', Value: `<${url}>` },
  { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
];

/** Postmark's message contains the address. Keep only its number, and no cause. */
async function noteFailure(
  sql: Queryable,
  { key, isFirstTry }: { readonly key: string; readonly isFirstTry: boolean },
  error: Errors.PostmarkError,
  nowMs: number,
): Promise<MailRefused | MailUnavailable> {
  const refusal = refusalOf(error);
  if (refusal !== null) {
    await markRefused(sql, key, refusal, nowMs);
    return new MailRefused(refusal);
  }
  // An earlier try may still be under way. Only a first try knows that nothing else was sent.
  if (isFirstTry && SURELY_NOT_TAKEN.has(error.statusCode)) await forgetDelivery(sql, key);
  if (error.statusCode === 0) return new MailUnavailable('no answer');
  return new MailUnavailable(`HTTP ${error.statusCode}, Postmark error ${error.code}`);
}

/** 406: bounced or complained before. 300: malformed address; only the recipient varies, so it is the recipient's, unless it names `From`. */
function refusalOf(error: Errors.PostmarkError): string | null {
  if (error instanceof Errors.InactiveRecipientsError) return 'inactive_recipient';
  const ours = /'(?:From|ReplyTo|Subject|Metadata|Attachments?)'/i.test(error.message);
  return error instanceof Errors.InvalidEmailRequestError && !ours ? 'invalid_address' : null;
}
