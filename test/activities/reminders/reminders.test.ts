import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localMailer, type Mailer, MailRefused, MailUnavailable } from '../../../activities/mail/send.ts';
import { remind, type SettledReminder } from '../../../activities/reminders/reminders.ts';
import type { PlannedReminder } from '../../../domain/reminders/reminder-times.ts';
import { MOST_REMINDERS } from '../../../schemas/shapes/reminders.ts';
import { reserveMail } from '../../../store/mail/unsolicited-mail.ts';
import { Journey } from '../../support/drivers/booking-journey.ts';
import { PageClient } from '../../support/drivers/page-client.ts';
import { letRemindersPass, planOf, remindOf } from '../../support/drivers/reminders.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';
import { HostJourney } from '../../workflows/host-booking-paths.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false });
});
afterAll(() => stack.close());

const OWN = {
  when: '5m before',
  subject: 'Soon: {event_name}',
  text: 'Hi {guest_name}.\n\nSee {location} at https://sale.example.',
};

/** Past the reminders of these days, which a meeting in twelve days has before it. */
const FAR = 570;

async function passed(bookingId: string, flow: Journey['flow']): Promise<void> {
  await letRemindersPass(stack.sql, bookingId, 'before');
  await flow.signal('nudge');
  await expect.poll(() => planOf(stack.sql, bookingId)).toEqual([]);
}

const remindersOf = async (address: string) =>
  (await stack.mailbox(address)).filter(({ kind }) => kind === 'booking_reminder');

/** What was told of planned mails, in turn. */
const told: SettledReminder[] = [];
const onReminder = (reminder: SettledReminder): void => {
  told.push(reminder);
};
/** Who was to be mailed and what became of it, since the last call. */
const outcomes = () => [...new Set(told.splice(0).map(({ reader, outcome }) => `${reader} ${outcome}`))];

/** The activity, as the flow calls it. */
const remindNow = (bookingId: string, mailer: Mailer = localMailer(stack.sql, Date.now)) =>
  remind(
    {
      ...{ sql: stack.sql, secrets: stack.secrets, mailer, now: Date.now, heartbeat: () => {}, onReminder },
      service: { name: 'Holdfast', fromEmail: 'mail@holdfast.test', publicUrl: stack.publicUrl },
      links: { appUrl: stack.appUrl, publicUrl: stack.publicUrl },
    },
    bookingId,
  );

const HOUR_MS = 3_600_000;

/** Reminders of a rule that became due some time ago, to guest and host, sent now. @returns who got one */
async function sentLate(
  bookingId: string,
  id: string,
  side: PlannedReminder['side'],
  agoMs: number,
): Promise<string[]> {
  const atMs = Date.now() - agoMs;
  const plan = (['guest', 'host'] as const).map((to) => ({ id, side, to, atMs }));
  await stack.sql`
    update bookings set reminders = ${stack.sql.json(plan)}, remind_at = ${new Date(atMs)} where id = ${bookingId}`;
  const before = Date.now();
  await remindNow(bookingId);
  expect(await planOf(stack.sql, bookingId)).toEqual([]);
  // The same plan, as from a backup: the mailbox knows what has left.
  await stack.sql`
    update bookings set reminders = ${stack.sql.json(plan)}, remind_at = ${new Date(atMs)} where id = ${bookingId}`;
  await remindNow(bookingId);
  const mails = await stack.sql<{ to: string }[]>`
    select case when recipient like '%@host.test' then 'host' else 'guest' end as to from local_mails
    where kind = 'booking_reminder' and split_part(key, ':', 1) = ${bookingId} and created_at >= ${new Date(before)} order by 1`;
  return mails.map(({ to }) => to);
}

describe('the mail of a reminder', () => {
  it('has the host’s words for a guest who proved the address, who stops them by one POST and gets them again', async () => {
    const journey = await Journey.begin(stack, {
      name: 'Intro',
      location_type: 'in_person',
      location_detail: 'Room 1',
    });
    const guest = journey.issue.challenge.guestEmail;
    await remindOf(stack.sql, journey.host.eventTypeId, [OWN]);
    await journey.mailCode();
    await journey.confirm(FAR);
    await journey.announced();
    await passed(journey.bookingId, journey.flow);
    const [mail] = await remindersOf(guest);
    expect(mail).toMatchObject({ subject: 'Soon: Intro' });
    expect(mail?.text).toContain(`Hi ${guest}.`);
    expect(mail?.text).toMatch(/See In person: Room 1 at https:\/\/sale\.example/);
    const host = `${journey.host.address.workspace}@host.test`;
    const [toHost] = await remindersOf(host);
    expect(toHost?.text).toContain(
      `/event-types/${journey.host.eventTypeId}?workspace=${journey.host.address.workspace}#reminders`,
    );
    const [path = ''] = /\/no-mail\/[\w-]{64}/.exec(mail?.text ?? '') ?? [];
    const page = new PageClient(stack.publicUrl);
    expect((await page.open(path)).html).toContain('Get no more reminders of Test?');
    const refusals = () => stack.sql`select 1 from reminder_refusals where workspace_id = ${journey.host.workspaceId}`;
    // Opening it changes nothing; a mail program posts this.
    expect(await refusals()).toHaveLength(0);
    expect((await page.submit(path, { 'List-Unsubscribe': 'One-Click' })).html).toContain('No more reminders of Test');
    expect(await refusals()).toHaveLength(1);
    await journey.reschedule(FAR + 1);
    await journey.announced();
    await passed(journey.bookingId, journey.flow);
    expect(await remindersOf(guest)).toHaveLength(1);
    expect(await remindersOf(host)).toHaveLength(2);
    expect((await page.submit(path, { allow: '1' })).html).toContain('Reminders come again');
    await journey.reschedule(FAR + 2, 2);
    await journey.announced();
    await passed(journey.bookingId, journey.flow);
    expect(await remindersOf(guest)).toHaveLength(2);
    const forged = `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`;
    expect((await page.submit(forged, {})).status).toBe(404);
  });

  it('has our words alone for one who proved nothing, counts for the caps of such mails, and is left out over them', async () => {
    const journey = await HostJourney.begin(stack, { requires_approval: false });
    await remindOf(stack.sql, journey.host.eventTypeId, [{ ...OWN, to: 'guest' }]);
    await journey.open(FAR);
    await journey.announced();
    const counted = () => stack.sql`select 1 from uninvited_mails where email = ${journey.guest}`;
    const before = (await counted()).length;
    await passed(journey.bookingId, journey.flow);
    const [mail] = await remindersOf(journey.guest);
    expect(mail?.subject).toMatch(/^Reminder: Call with Hedy Host/);
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/sale|Soon/);
    expect(mail?.text).toMatch(/\/no-mail\/[\w-]{64}/);
    expect(mail?.text).toMatch(/\/no-mail\/[\w-]{43}\n/);
    expect(await counted()).toHaveLength(before + 1);
    await stack.sql`
      insert into uninvited_mails (workspace_id, email, by_host, further, guest_proved, caused_at)
      select ${journey.host.workspaceId}, ${journey.guest}, true, false, false, now() from generate_series(1, ${MOST_REMINDERS})`;
    await stack.sql`
      update bookings set reminders = ${stack.sql.json([{ id: 'rule0', side: 'before', to: 'guest', atMs: Date.now() + 60_000 }])}
      where id = ${journey.bookingId}`;
    await passed(journey.bookingId, journey.flow);
    expect(await remindersOf(journey.guest)).toHaveLength(1);
  });

  it('leaves by the sweep if its flow was lost', async () => {
    const journey = await Journey.begin(stack);
    const guest = journey.issue.challenge.guestEmail;
    await remindOf(stack.sql, journey.host.eventTypeId, [{ when: '5m before', to: 'guest' }]);
    await journey.mailCode();
    await journey.confirm(FAR);
    await journey.announced();
    await journey.flow.terminate('by a test');
    await letRemindersPass(stack.sql, journey.bookingId, 'before');
    await stack.sql`update bookings set remind_at = remind_at - interval '1 hour' where id = ${journey.bookingId}`;
    await stack.client.workflow.execute('sweep', {
      workflowId: `sweep-${journey.bookingId}`,
      taskQueue: stack.taskQueue,
    });
    await expect.poll(() => remindersOf(guest)).toHaveLength(1);
  });
});

describe('a reminder that is due', () => {
  it('leaves while its meeting stands, to those who are still there, and not a day late', async () => {
    const journey = await Journey.begin(stack);
    const { bookingId, host } = journey;
    await remindOf(stack.sql, host.eventTypeId, [{ when: '24h before' }, { when: '1h after', to: 'both' }]);
    await journey.mailCode();
    await journey.confirm(FAR);
    await journey.announced();
    outcomes();
    const plan = (['guest', 'host'] as const).map((to) => ({
      id: 'rule0',
      side: 'before',
      to,
      atMs: Date.now() - 1_000,
    }));
    await stack.sql`update bookings set reminders = ${stack.sql.json(plan)}, remind_at = now() where id = ${bookingId}`;
    const refuses: Mailer = { send: () => Promise.reject(new MailRefused('hard_bounce')) };
    expect(await remindNow(bookingId, refuses)).toEqual({ outcomes: { undeliverable: 2 }, waitMs: null });
    expect(outcomes()).toEqual(['guest undeliverable', 'host undeliverable']);
    const ahead = (agoMs = 1_000) => sentLate(bookingId, 'rule0', 'before', agoMs);
    const later = (agoMs = 1_000) => sentLate(bookingId, 'rule1', 'after', agoMs);
    expect([await ahead(), await later()]).toEqual([
      ['guest', 'host'],
      ['guest', 'host'],
    ]);
    expect(outcomes()).toEqual(['guest left', 'host left']);
    // As after a restore: what is a day late is dropped.
    expect([await ahead(23 * HOUR_MS), await ahead(25 * HOUR_MS)]).toEqual([['guest', 'host'], []]);
    expect([await later(23 * HOUR_MS), await later(25 * HOUR_MS)]).toEqual([['guest', 'host'], []]);
    expect(outcomes()).toEqual(['guest left', 'host left', 'guest too_late', 'host too_late']);
    // Switched off for new bookings: its meetings stand.
    await stack.sql`update event_types set archived_at = now() where id = ${host.eventTypeId}`;
    expect(await ahead()).toEqual(['guest', 'host']);
    // Further hosts, while they are in the workspace.
    const other = uuidv7();
    await stack.sql`insert into users (id, email, name) values (${other}, ${`${other}@host.test`}, 'Other Host')`;
    await stack.sql`insert into booking_hosts (booking_id, user_id, position) values (${bookingId}, ${other}, 1)`;
    expect(await ahead()).toEqual(['guest', 'host']);
    await stack.sql`
      insert into memberships (id, workspace_id, user_id, username, role) values (${uuidv7()}, ${host.workspaceId}, ${other}, 'other', 'owner')`;
    expect(await ahead()).toEqual(['guest', 'host', 'host']);
    await stack.sql`delete from booking_hosts where booking_id = ${bookingId}`;
    // Deleted by its owners, who have two weeks to take that back: the guest will come, and nobody follows up.
    await stack.sql`update workspaces set erase_at = now() + interval '14 days' where id = ${host.workspaceId}`;
    outcomes();
    expect([await ahead(), await later()]).toEqual([['guest', 'host'], []]);
    expect(outcomes()).toEqual(['guest left', 'host left', 'guest workspace_deleted', 'host workspace_deleted']);
    await stack.sql`update workspaces set erase_at = null where id = ${host.workspaceId}`;
    // Removed from the workspace, after the meeting.
    await stack.sql`delete from memberships where workspace_id = ${host.workspaceId} and user_id = ${host.userId}`;
    expect(await later()).toEqual(['guest']);
    expect(outcomes()).toEqual(['guest left', 'host host_gone']);
    await remindOf(stack.sql, host.eventTypeId, [{ when: '24h before' }]);
    expect(await later()).toEqual([]);
    expect(outcomes()).toEqual(['guest rule_removed', 'host rule_removed']);
    await stack.sql`update bookings set start_at = now() - interval '1 minute' where id = ${bookingId}`;
    expect(await ahead()).toEqual([]);
    expect(outcomes()).toEqual(['guest too_late', 'host too_late']);
    await stack.sql`update bookings set status = 'canceled', start_at = now() + interval '1 hour' where id = ${bookingId}`;
    expect(await ahead()).toEqual([]);
    expect(outcomes()).toEqual(['guest meeting_changed', 'host meeting_changed']);
    await journey.flow.terminate('by a test');
  });

  it('counts for who made the booking: a stranger uses up nothing of the host', async () => {
    const sides = async (email: string) => {
      const rows = await stack.sql<{ by_host: boolean }[]>`
        select by_host from uninvited_mails where email = ${email} order by caused_at desc limit 1`;
      return rows.map(({ by_host }) => by_host);
    };
    const byGuest = await Journey.begin(stack);
    await remindOf(stack.sql, byGuest.host.eventTypeId, [{ when: '24h before', to: 'guest' }]);
    await byGuest.mailCode();
    await byGuest.confirm(FAR);
    await byGuest.announced();
    // As without a code: the address is a third person's.
    await stack.sql`update bookings set guest_proved = false where id = ${byGuest.bookingId}`;
    const byHost = await HostJourney.begin(stack, { requires_approval: false });
    await remindOf(stack.sql, byHost.host.eventTypeId, [{ when: '24h before', to: 'guest' }]);
    await byHost.open(FAR);
    await byHost.announced();
    for (const journey of [byGuest, byHost]) {
      const plan = [{ id: 'rule0', side: 'before', to: 'guest', atMs: Date.now() - 1_000 }];
      await stack.sql`update bookings set reminders = ${stack.sql.json(plan)}, remind_at = now() where id = ${journey.bookingId}`;
      await remindNow(journey.bookingId);
    }
    expect([await sides(byGuest.issue.challenge.guestEmail), await sides(byHost.guest)]).toEqual([[false], [true]]);
    for (const { flow } of [byGuest, byHost]) await flow.terminate('by a test');
  });

  it('of one who proved nothing is counted before it leaves, once, and given back if the provider is away', async () => {
    const journey = await HostJourney.begin(stack, { requires_approval: false });
    await remindOf(stack.sql, journey.host.eventTypeId, [{ when: '24h before', to: 'guest' }]);
    await journey.open(FAR);
    await journey.announced();
    const { guest, bookingId } = journey;
    const counted = async () => (await stack.sql`select 1 from uninvited_mails where email = ${guest}`).length;
    const before = await counted();
    const plan = [{ id: 'rule0', side: 'before', to: 'guest', atMs: Date.now() - 1_000 }];
    await stack.sql`update bookings set reminders = ${stack.sql.json(plan)}, remind_at = now() where id = ${bookingId}`;
    const seen: number[] = [];
    const away: Mailer = {
      send: async () => {
        seen.push(await counted());
        throw new MailUnavailable('away');
      },
    };
    for (let tries = 0; tries < 3; tries += 1)
      await expect(remindNow(bookingId, away)).rejects.toThrow(MailUnavailable);
    // A crash at that moment leaves it counted.
    expect(seen).toEqual([before + 1, before + 1, before + 1]);
    expect(await counted()).toBe(before);
    expect(await planOf(stack.sql, bookingId)).toHaveLength(1);
    const room = 10 - before;
    const unsolicited = {
      workspaceId: journey.host.workspaceId,
      byHost: true,
      guest,
      furtherGuests: [],
      clientNetwork: null,
    };
    const all = await Promise.all(Array.from({ length: 15 }, () => reserveMail(stack.sql, unsolicited, Date.now())));
    expect(all.filter((at) => at !== null)).toHaveLength(room);
    outcomes();
    expect(await remindNow(bookingId, away)).toEqual({ outcomes: { over_cap: 1 }, waitMs: null });
    expect(outcomes()).toEqual(['guest over_cap']);
    expect(await planOf(stack.sql, bookingId)).toEqual([]);
    expect(await remindersOf(guest)).toEqual([]);
    await journey.flow.terminate('by a test');
  });
});
