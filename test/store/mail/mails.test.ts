import type { Sql } from 'postgres';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localMailer } from '../../../activities/mail/send.ts';
import type { OutgoingMail } from '../../../domain/mail/mail.ts';
import {
  forgetDelivery,
  getLocalMail,
  listLocalMails,
  markAccepted,
  markRefused,
  openDelivery,
  storeLocalMail,
} from '../../../store/mail/mails.ts';
import { cloneDatabase } from '../../support/stack/database.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 9, 0);

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let sql: Sql;
beforeAll(async () => {
  database = await cloneDatabase();
  sql = database.sql;
});
afterAll(() => database?.close());
beforeEach(() => sql`truncate local_mails, mail_deliveries`);

function outgoing(mail: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    key: 'booking:confirmation:guest',
    workspaceId: null,
    to: 'sam@guest.example',
    from: 'Holdfast <mail@holdfast.example>',
    replyTo: null,
    subject: 'Confirmed',
    kind: 'booking_confirmation',
    text: 'You are booked\n',
    html: '<p>You are booked</p>',
    refuseUrl: null,
    attachments: [
      {
        name: 'invite.ics',
        contentType: 'text/calendar; method=REQUEST; charset=utf-8',
        content: 'BEGIN:VCALENDAR\r\nü',
      },
    ],
    ...mail,
  };
}

const store = (mail: OutgoingMail, nowMs = NOW_MS) => storeLocalMail(sql, { id: uuidv7(), mail, nowMs });

describe('the local mailbox', () => {
  it('gives back what was put in', async () => {
    await store(outgoing());
    const [listed] = await listLocalMails(sql, { to: 'sam@guest.example' });
    expect(listed).toEqual({
      id: expect.any(String),
      to: 'sam@guest.example',
      from: 'Holdfast <mail@holdfast.example>',
      subject: 'Confirmed',
      kind: 'booking_confirmation',
      text: 'You are booked\n',
      html: '<p>You are booked</p>',
      attachments: outgoing().attachments,
      createdAt: new Date(NOW_MS),
    });
    expect(await getLocalMail(sql, listed?.id ?? '')).toEqual(listed);
  });

  it('keeps exactly one mail per key, the first, also when twenty send it at once', async () => {
    const mailer = localMailer(sql, () => NOW_MS);
    await mailer.send(outgoing({ subject: 'first' }));
    await Promise.all(Array.from({ length: 20 }, (_, n) => mailer.send(outgoing({ subject: `again ${n}` }))));
    await Promise.all(Array.from({ length: 20 }, () => mailer.send(outgoing({ key: 'other' }))));
    expect((await listLocalMails(sql)).map(({ subject }) => subject).sort()).toEqual(['Confirmed', 'first']);
  });

  it('lists the newest first, within the limit', async () => {
    for (let n = 0; n < 5; n++) await store(outgoing({ key: `k${n}`, subject: `${n}` }), NOW_MS + n);
    expect((await listLocalMails(sql, { limit: 3 })).map(({ subject }) => subject)).toEqual(['4', '3', '2']);
  });

  it('finds mails by address, whatever its case, and no others', async () => {
    await store(outgoing({ key: 'a', to: 'Sam@Guest.example' }));
    await store(outgoing({ key: 'b', to: 'kim@guest.example' }));
    const found = await listLocalMails(sql, { to: 'sam@guest.EXAMPLE' });
    expect(found.map(({ to }) => to)).toEqual(['Sam@Guest.example']);
  });

  it('finds the mails of one workspace, and loses them with it', async () => {
    const workspaceId = uuidv7();
    await sql`insert into workspaces (id, slug, name, plan, subscription_status) values (${workspaceId}, 'acme', 'Acme', 'free', 'active')`;
    await store(outgoing({ key: 'a', workspaceId }));
    await store(outgoing({ key: 'b' }));
    expect(await listLocalMails(sql, { workspaceId })).toHaveLength(1);
    await sql`delete from workspaces where id = ${workspaceId}`;
    expect(await listLocalMails(sql)).toHaveLength(1);
  });

  it('answers undefined for a mail that is not there', async () => {
    expect(await getLocalMail(sql, uuidv7())).toBeUndefined();
  });
});

describe('deliveries', () => {
  it('are new once, then known by their state', async () => {
    expect(await openDelivery(sql, 'k', NOW_MS)).toEqual({ state: 'new' });
    expect(await openDelivery(sql, 'k', NOW_MS)).toEqual({ state: 'sending' });
    await markAccepted(sql, 'k', 'message-1', NOW_MS);
    expect(await openDelivery(sql, 'k', NOW_MS)).toEqual({ state: 'accepted' });
  });

  it('are new for one alone of many that open them at once', async () => {
    const opened = await Promise.all(Array.from({ length: 20 }, () => openDelivery(sql, 'k', NOW_MS)));
    expect(opened.filter(({ state }) => state === 'new')).toHaveLength(1);
  });

  it('stay accepted when a twin is refused or forgets', async () => {
    await openDelivery(sql, 'k', NOW_MS);
    await markAccepted(sql, 'k', 'message-1', NOW_MS);
    await markRefused(sql, 'k', 'inactive_recipient', NOW_MS);
    await forgetDelivery(sql, 'k');
    expect(await openDelivery(sql, 'k', NOW_MS)).toEqual({ state: 'accepted' });
  });

  it('are noted as accepted even if a twin forgot them meanwhile', async () => {
    await openDelivery(sql, 'k', NOW_MS);
    await forgetDelivery(sql, 'k');
    await markAccepted(sql, 'k', 'message-1', NOW_MS);
    expect(await openDelivery(sql, 'k', NOW_MS)).toEqual({ state: 'accepted' });
  });

  it('remember why they were refused, and are new again once forgotten', async () => {
    await openDelivery(sql, 'k', NOW_MS);
    await markRefused(sql, 'k', 'inactive_recipient', NOW_MS);
    expect(await openDelivery(sql, 'k', NOW_MS)).toEqual({ state: 'refused', reason: 'inactive_recipient' });
    await openDelivery(sql, 'l', NOW_MS);
    await forgetDelivery(sql, 'l');
    expect(await openDelivery(sql, 'l', NOW_MS)).toEqual({ state: 'new' });
  });
});
