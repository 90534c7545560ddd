import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderConfirmation } from '../../../activities/mail/confirmation-message.ts';
import { connectPostmark, postmarkMailer } from '../../../activities/mail/postmark.ts';
import { type Mailer, MailRefused, MailUnavailable } from '../../../activities/mail/send.ts';
import { MANAGE_URL, meetingFacts, SERVICE } from '../../support/factories/meeting-facts.ts';
import { refusals, startFakePostmark } from '../../support/fakes/fake-postmark.ts';
import { cloneDatabase } from '../../support/stack/database.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 9, 0);
const mail = renderConfirmation(SERVICE, {
  meeting: meetingFacts({ eventName: 'Gespräch' }),
  recipient: 'guest',
  manageUrl: MANAGE_URL,
  nowMs: NOW_MS,
});

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let sql: Sql;
let postmark: Awaited<ReturnType<typeof startFakePostmark>>;
let mailer: Mailer;

beforeAll(async () => {
  database = await cloneDatabase();
  sql = database.sql;
});
afterAll(() => database?.close());
beforeEach(async () => {
  await sql`truncate mail_deliveries`;
  postmark = await startFakePostmark();
  mailer = postmarkMailer(connectPostmark('server-token', postmark.options), sql, {
    messageStream: 'outbound',
    now: () => NOW_MS,
  });
  return postmark.close;
});

const failure = (sending: Promise<unknown>) =>
  sending.then(
    () => expect.fail('it was sent'),
    (error: unknown) => error as MailRefused | MailUnavailable,
  );
const states = async () =>
  (await sql`select state, provider_message_id as id from mail_deliveries`).map((row) => ({ ...row }));

describe('postmarkMailer', () => {
  it('sends both parts, reply address and invite, without tracking', async () => {
    expect(await mailer.send(mail)).toBe('accepted');
    expect(postmark.sent).toHaveLength(1);
    const message = postmark.sent[0]?.message;
    expect(message).toMatchObject({
      From: 'Holdfast <mail@holdfast.example>',
      To: 'sam@guest.example',
      ReplyTo: 'ada@acme.example',
      Subject: mail.subject,
      TextBody: mail.text,
      HtmlBody: mail.html,
      MessageStream: 'outbound',
      Tag: 'booking_confirmation',
      TrackOpens: false,
      Metadata: { 'mail-key': mail.key },
    });
    const [invite] = message?.Attachments ?? [];
    expect(invite).toMatchObject({ Name: 'invite.ics', ContentType: 'text/calendar; method=REQUEST; charset=utf-8' });
    expect(Buffer.from(invite?.Content ?? '', 'base64').toString('utf8')).toBe(mail.attachments[0]?.content);
    expect(await states()).toEqual([{ state: 'accepted', id: postmark.sent[0]?.id }]);
  });

  it('sends a mail of the same key once, and asks nobody about a mail that was accepted', async () => {
    await mailer.send(mail);
    await mailer.send(mail);
    expect(postmark.requests).toEqual(['POST /email']);
  });

  it('after a lost answer finds the mail at Postmark instead of sending it again', async () => {
    postmark.react('accept and hang up');
    expect(await failure(mailer.send(mail))).toBeInstanceOf(MailUnavailable);
    expect(await states()).toEqual([{ state: 'sending', id: null }]);
    await mailer.send(mail);
    expect(postmark.requests).toEqual(['POST /email', 'GET /messages/outbound']);
    expect(postmark.sent).toHaveLength(1);
    expect(await states()).toEqual([{ state: 'accepted', id: postmark.sent[0]?.id }]);
  });

  it('after a connection lost on the way there asks, and sends', async () => {
    postmark.react('hang up');
    await failure(mailer.send(mail));
    await mailer.send(mail);
    expect(postmark.requests).toEqual(['POST /email', 'GET /messages/outbound', 'POST /email']);
    expect(postmark.sent).toHaveLength(1);
  });

  it.each([
    ['inactive_recipient', refusals.inactive('sam@guest.example')],
    ['invalid_address', refusals.invalid('sam@guest.example')],
  ])('gives up on a refused recipient (%s), and does not ask again', async (reason, refusal) => {
    postmark.react(refusal);
    const first = await failure(mailer.send(mail));
    expect(first).toBeInstanceOf(MailRefused);
    expect(first).toMatchObject({ name: 'MailRefused', reason });
    expect(await failure(mailer.send(mail))).toMatchObject({ name: 'MailRefused', reason });
    expect(postmark.requests).toEqual(['POST /email']);
  });

  it.each(['"x"@evil.test', '"john doe"@guest.example', 'who?@guest.example'])(
    'leaves out a reply address that Postmark does not take (%s): the mail to the host leaves',
    async (replyTo) => {
      await mailer.send({ ...mail, replyTo });
      expect(postmark.sent.map(({ message }) => [message.To, message.ReplyTo])).toEqual([[mail.to, undefined]]);
    },
  );

  it.each(['tooMany', 'away', 'broken', 'badToken', 'senderUnknown', 'invalidSender'] as const)(
    'can be tried again after “%s”, and then sends once',
    async (kind) => {
      postmark.react(refusals[kind]);
      expect(await failure(mailer.send(mail))).toMatchObject({ name: 'MailUnavailable' });
      await mailer.send(mail);
      expect(postmark.sent).toHaveLength(1);
    },
  );

  it('need not ask after an answer that surely took nothing, must ask after a 500', async () => {
    postmark.react(refusals.tooMany, refusals.broken);
    await failure(mailer.send(mail));
    await failure(mailer.send(mail));
    await mailer.send(mail);
    expect(postmark.requests).toEqual(['POST /email', 'POST /email', 'GET /messages/outbound', 'POST /email']);
  });

  it('still asks when a later try was turned away: an earlier one may be under way', async () => {
    postmark.react('accept and hang up');
    await failure(mailer.send(mail));
    const [lost] = postmark.sent.splice(0);
    postmark.react(refusals.tooMany);
    await failure(mailer.send(mail));
    if (lost) postmark.sent.push(lost);
    await mailer.send(mail);
    expect(postmark.sent).toHaveLength(1);
  });

  it('says so when nobody listens', async () => {
    await postmark.close();
    expect(await failure(mailer.send(mail))).toMatchObject({ name: 'MailUnavailable', reason: 'no answer' });
  });

  it('puts no address, code or link into an error, its stack or its cause', async () => {
    const secrets = /sam@guest|holdfast\.example|Gespräch|\/manage\//;
    for (const reaction of [
      refusals.inactive('sam@guest.example'),
      refusals.invalid('sam@guest.example'),
      refusals.broken,
    ]) {
      await sql`truncate mail_deliveries`;
      postmark.react(reaction);
      const error = await failure(mailer.send(mail));
      expect(`${error.message}${error.stack}${JSON.stringify(error)}`).not.toMatch(secrets);
      expect(error.cause).toBeUndefined();
    }
  });
});
