import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mailer } from '../../../activities/mail/send.ts';
import { createPrepActivities } from '../../../activities/prep/prep-pack.ts';
import { readDueMails } from '../../../store/prep/prep-mails.ts';
import { noteBookingChange, settlePack } from '../../../store/prep/prep-packs.ts';
import { pastStart } from '../../support/drivers/host-bookings.ts';
import { PrepRows } from '../../support/stack/prep-rows.ts';

let its: PrepRows;
beforeAll(async () => {
  its = await PrepRows.open();
});
afterAll(() => its?.database.close());
beforeEach(() => its.forget());

const mailsOf = (bookingId: string) => its.database.sql<{ to: string; text: string }[]>`
  select recipient::text as to, text_body as text from local_mails where key like ${`${bookingId}:prep-%`} order by created_at, id`;

describe('the mail of a pack', () => {
  it('knows the meeting that took place since the pack was made, and asks nobody', async () => {
    const host = await its.newHost();
    const first = await its.meet(host);
    const second = await its.packed(host);
    expect(await its.textOf(second)).toContain('1 more meeting with you to come');
    await its.database.sql`
      update bookings set status = 'completed', start_at = start_at - interval '40 days', end_at = end_at - interval '40 days' where id = ${first}`;
    its.looksUp = 0;
    await its.activities.mailPack(second);
    const [mail] = await mailsOf(second);
    expect(mail?.text).toContain('You met once, last on');
    expect(mail?.text).not.toContain('No earlier meeting');
    expect(mail?.text).not.toContain('to come');
    expect(await its.textOf(second)).toContain('You met once, last on');
    expect(its.looksUp).toBe(0);
  });

  it('stops when the meeting moves or is canceled while hosts are mailed: the rest hear of no time that is gone', async () => {
    const host = await its.newHost();
    for (const change of [
      "start_at = start_at + interval '1 hour', end_at = end_at + interval '1 hour'",
      "status = 'canceled'",
    ]) {
      const bookingId = await its.packed(host);
      const other = await its.colleague(await its.newHost());
      await its.database
        .sql`insert into booking_hosts (booking_id, user_id, position) values (${bookingId}, ${other.userId}, 0)`;
      const sent: string[] = [];
      const mailer: Mailer = {
        async send({ key }) {
          sent.push(key);
          await its.database.sql`
            insert into booking_changes (booking_id, revision, kind, actor, start_at, end_at, previous_start_at, created_at)
            select id, 2, 'rescheduled', 'guest', start_at + interval '1 hour', end_at, start_at, clock_timestamp() from bookings where id = ${bookingId}`;
          await its.database.sql.unsafe(`update bookings set ${change}, revision = 2 where id = '${bookingId}'`);
          return 'accepted';
        },
      };
      await createPrepActivities({ ...its.dependencies, mailer }).mailPack(bookingId);
      expect(sent).toHaveLength(1);
    }
  });

  it('reaches the host to whom the meeting was handed over, once each, with their own history', async () => {
    const host = await its.newHost();
    await its.meet(host, pastStart());
    const bookingId = await its.packed(host);
    await its.activities.mailPack(bookingId);
    await its.activities.mailPack(bookingId);
    expect((await mailsOf(bookingId)).map(({ text }) => text.includes('You met once'))).toEqual([true]);
    const other = await its.colleague(host);
    await its.handOver(bookingId, host, other.userId);
    await its.make(bookingId);
    expect(await settlePack(its.database.sql, bookingId)).toMatchObject({ isMailDue: true });
    await its.activities.mailPack(bookingId);
    await its.activities.mailPack(bookingId);
    const mails = await mailsOf(bookingId);
    expect(mails.map(({ to }) => to)).toEqual([expect.any(String), other.email]);
    expect(mails[1]?.text).toContain('No earlier meeting in your records');
    expect(await settlePack(its.database.sql, bookingId)).toMatchObject({ isMailDue: false, waitsFor: 'end' });
  });

  it('is listed as due until it has left, and again in a database that was restored to before it left', async () => {
    const bookingId = await its.packed(await its.newHost());
    const isDue = async () => (await readDueMails(its.database.sql)).some((due) => due.bookingId === bookingId);
    expect(await isDue()).toBe(true);
    await its.activities.mailPack(bookingId);
    expect(await isDue()).toBe(false);
    await its.database.sql`delete from prep_mails where booking_id = ${bookingId}`;
    expect(await isDue()).toBe(true);
    await its.database.sql`update bookings set status = 'canceled' where id = ${bookingId}`;
    expect(await isDue()).toBe(false);
  });

  it('comes again after a move, and says which time the last one said', async () => {
    const bookingId = await its.packed(await its.newHost());
    await its.activities.mailPack(bookingId);
    await its.database.sql`
      with moved as (update bookings set start_at = start_at + interval '1 day', end_at = end_at + interval '1 day', revision = 2
        where id = ${bookingId} returning id, start_at, end_at)
      insert into booking_changes (booking_id, revision, kind, actor, start_at, end_at, previous_start_at, created_at)
      select id, 2, 'rescheduled', 'guest', start_at, end_at, start_at - interval '1 day', now() from moved`;
    await noteBookingChange(its.database.sql, bookingId, 2);
    await its.make(bookingId);
    await its.activities.mailPack(bookingId);
    expect(await mailsOf(bookingId)).toHaveLength(1);
    await its.database
      .sql`update booking_changes set created_at = created_at - interval '2 minutes' where booking_id = ${bookingId}`;
    await its.activities.mailPack(bookingId);
    const [first = '', second = ''] = (await mailsOf(bookingId)).map(({ text }) => text);
    const said = /^When: (.+)$/m.exec(first)?.[1];
    expect(first).not.toContain('Moved from');
    expect(second).toContain(`\nMoved from: ${said}\n`);
  });

  it('tells each of several hosts what they had with the guest', async () => {
    const host = await its.newHost();
    await its.meet(host, pastStart());
    const bookingId = await its.packed(host);
    const other = await its.colleague(host);
    await its.database
      .sql`insert into booking_hosts (booking_id, user_id, position) values (${bookingId}, ${other.userId}, 1)`;
    await its.activities.mailPack(bookingId);
    const told = (await mailsOf(bookingId)).map(({ to, text }) => [to === other.email, text.includes('You met once')]);
    expect(told.sort()).toEqual([
      [false, true],
      [true, false],
    ]);
  });
});
