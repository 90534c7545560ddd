import { describe, expect, it } from 'vitest';
import { contract } from '../../schemas/contract.ts';
import { takeEventsBack } from '../../store/calendars/events.ts';
import { inTransaction } from '../../store/database.ts';
import { moveMeeting } from '../../store/members/hand-over.ts';
import { callHost } from '../support/drivers/host-calls.ts';
import { eventually } from '../support/factories/meeting.ts';
import {
  type Booked,
  beginWithCalendar,
  bookWithCalendar,
  calendarEventPaths,
  deleteByHand,
  eventIs,
  eventOf,
} from './calendar-event-paths.ts';
import { calendarDrivers, fileOf, kinds, shareCalendarWorld } from './calendar-event-world.ts';
import { keepHistory } from './histories.ts';

const its = shareCalendarWorld();
const { mailsTo, guestMails, hostMails, shown, retry, join, colleagueOf, nudged } = calendarDrivers(its);

// Each waits for pushes most of its time, and uses no fault.
describe.concurrent('a booking in the calendar of its host', () => {
  it.each(calendarEventPaths)('$name', async ({ name, ends, mails, walk }) => {
    const booked = await walk(its.world);
    expect(await booked.journey.flow.result()).toBe(ends);
    expect(kinds(await guestMails(booked))).toEqual(mails);
    const isDeletedByHost = (await hostMails(booked)).some(({ text }) =>
      text.includes('by deleting its event in your'),
    );
    expect(isDeletedByHost).toBe(name.endsWith('deleted-by-host'));
    await keepHistory('booking', name, booked.journey.flow);
  });

  it('is written once it is approved, moves with its guest, and goes when it is declined', async () => {
    const booked = await beginWithCalendar(its.world, 'google', { requires_approval: true });
    const { journey } = booked;
    await journey.confirm();
    await journey.announced();
    expect(await eventOf(its.world, booked)).toBeUndefined();
    await journey.decide('approve');
    await eventIs(its.world, booked, 'written');
    await journey.announced();
    // The approval's mail has the link: the request's could not.
    expect(kinds(await guestMails(booked))).toEqual(['booking_code', 'booking_pending', 'booking_confirmation']);
    await journey.reschedule(5);
    await eventIs(its.world, booked, 'written');
    const [moved] = shown(booked);
    expect(new Date(moved?.event.start?.dateTime ?? 0).getTime()).toBe(journey.starts[5]);
    await journey.decide('decline', 5);
    await eventIs(its.world, booked, 'deleted');
    expect(shown(booked)).toEqual([]);
  });

  it('goes to the calendar of the host who takes it over, and its link is void', async () => {
    const booked = await bookWithCalendar(its.world, 'google');
    const { bookingId, host } = booked.journey;
    const { sql, secrets } = its.world.stack;
    // Another mailbox than that of the test beside this one: Microsoft answers four requests at once in each.
    const other = await beginWithCalendar(its.world, 'microsoft', {}, 'grace@acme.test');
    const by = { userId: host.userId, apiKeyId: null, agentSeatId: null };
    const leaver = { workspaceId: host.workspaceId, userId: host.userId };
    const to = other.journey.host.userId;
    await join(host.workspaceId, to);
    const taking = { leaver, bookingId, by, source: 'host_api', to } as const;
    expect(await inTransaction(sql, (tx) => moveMeeting(tx, secrets, taking))).toBe('moved');
    await booked.journey.nudge();
    const states = () => sql<{ userId: string; state: string }[]>`
      select user_id as "userId", state from calendar_events where booking_id = ${bookingId} and work_at is null`;
    const isDone = async () => {
      const byUser = Object.fromEntries((await states()).map(({ userId, state }) => [userId, state]));
      return byUser[host.userId] === 'deleted' && byUser[to] === 'written';
    };
    await eventually('both calendars', isDone);
    expect(shown(booked)).toEqual([]);
    expect(await sql`select join_url from bookings where id = ${bookingId}`).toEqual([{ join_url: null }]);
  });

  it('has a link to join, which the confirmation and its invite bring', async () => {
    const booked = await bookWithCalendar(its.world, 'google');
    const { joinUrl } = (await eventOf(its.world, booked)) ?? {};
    const mail = (await guestMails(booked)).at(-1);
    expect(mail).toMatchObject({ kind: 'booking_confirmation', text: expect.stringContaining(joinUrl ?? '?') });
    expect(JSON.stringify(mail?.attachments).replaceAll('\\r\\n ', '')).toContain(joinUrl);
    expect(
      (await its.world.stack.sql`select join_url from bookings where id = ${booked.journey.bookingId}`)[0],
    ).toEqual({
      join_url: joinUrl,
    });
  });
});

describe('a former owner from whom a workspace was taken over, while a meeting waits', () => {
  /** As a take-over does it. @returns a key and the address of the new owner */
  async function shutOut(booked: Booked) {
    const { workspaceId, userId } = booked.journey.host;
    const owner = await colleagueOf(booked);
    await its.world.stack.sql`
      update memberships set role = 'member', leaving_at = now(), stays_closed = true
      where workspace_id = ${workspaceId} and user_id = ${userId}`;
    const [row] = await its.world.stack.sql<{ email: string }[]>`
      select u.email::text from users u join memberships m on m.user_id = u.id
      where m.workspace_id = ${workspaceId} and m.username = 'colleague'`;
    return { ...owner, email: row?.email ?? '' };
  }
  const statusOf = async ({ journey }: Booked) =>
    (await its.world.stack.sql`select status from bookings where id = ${journey.bookingId}`)[0]?.status;

  it('gets neither event nor mail of a request that the new owner approves; the new owner gets the mail', async () => {
    const booked = await beginWithCalendar(its.world, 'google', { requires_approval: true });
    await booked.journey.confirm();
    await booked.journey.announced();
    const before = (await hostMails(booked)).length;
    const owner = await shutOut(booked);
    await booked.journey.decide('approve');
    await booked.journey.announced();
    await retry(booked, owner.headers);
    await nudged(booked);
    expect(await eventOf(its.world, booked)).toBeUndefined();
    expect(shown(booked)).toEqual([]);
    expect(await hostMails(booked)).toHaveLength(before);
    const [mail] = await mailsTo(owner.email);
    expect(mail?.kind).toBe('booking_confirmation');
    const toGuest = (await guestMails(booked)).at(-1);
    const file = toGuest?.attachments[0]?.content.replaceAll('\r\n ', '');
    expect([toGuest?.kind, file]).toEqual(['booking_confirmation', expect.stringContaining(owner.email)]);
  });

  it('cancels no meeting by deleting its event', async () => {
    const booked = await bookWithCalendar(its.world, 'google');
    await shutOut(booked);
    await deleteByHand(its.world, booked);
    await eventIs(its.world, booked, 'deleted');
    expect(await statusOf(booked)).toBe('confirmed');
  });

  it('keeps no event in a calendar that was connected elsewhere; it comes back when an owner keeps them', async () => {
    const booked = await bookWithCalendar(its.world, 'google');
    const { workspaceId, userId } = booked.journey.host;
    const owner = await shutOut(booked);
    await inTransaction(its.world.stack.sql, (tx) => takeEventsBack(tx, { workspaceId, userId }));
    await booked.journey.nudge();
    await eventIs(its.world, booked, 'deleted');
    expect(shown(booked)).toEqual([]);
    const kept = await callHost(
      its.world.stack.appUrl,
      contract.members.updateMemberRole,
      { id: userId, role: 'member' } as never,
      owner.headers,
    );
    expect(kept.status, kept.text).toBe(200);
    await booked.journey.nudge();
    await eventIs(its.world, booked, 'written');
    expect(shown(booked)).toHaveLength(1);
  });
});

describe.concurrent('the mails about a meeting in the calendar of its host', () => {
  it('bring the host a link to the event and no file, through moves and the cancel; all have one UID', async () => {
    const booked = await bookWithCalendar(its.world, 'google');
    const { journey } = booked;
    const uid = `${journey.bookingId}@localhost`;
    const [event] = shown(booked);
    expect(event?.event.iCalUID).toBe(uid);
    await journey.reschedule(3);
    await journey.announced();
    await eventIs(its.world, booked, 'written');
    expect(shown(booked)[0]?.event).toMatchObject({ iCalUID: uid, sequence: 1 });
    await journey.cancel();
    await journey.announced();
    const toHost = await hostMails(booked);
    expect(kinds(toHost)).toEqual(['booking_confirmation', 'booking_rescheduled', 'booking_canceled']);
    expect(toHost.map(fileOf)).toEqual([null, null, null]);
    expect(toHost[0]?.text).toContain('The meeting is in your calendar.');
    expect(toHost[0]?.text).toContain(event?.event.htmlLink);
    expect((await guestMails(booked)).slice(1).map(fileOf)).toEqual([
      ...[`REQUEST ${uid} 0`, `REQUEST ${uid} 1`, `CANCEL ${uid} 2`],
    ]);
  });

  it('bring no file to the host of a calendar at Microsoft either, once the host approved', async () => {
    const booked = await beginWithCalendar(its.world, 'microsoft', { requires_approval: true }, 'linus@acme.test');
    const { journey } = booked;
    await journey.confirm();
    await journey.announced();
    await journey.decide('approve');
    await eventIs(its.world, booked, 'written');
    await journey.announced();
    const toHost = await hostMails(booked);
    expect([kinds(toHost), toHost.map(fileOf)]).toEqual([
      ['booking_pending', 'booking_confirmation'],
      [null, null],
    ]);
    expect(toHost[1]?.text).toContain('The meeting is in your calendar.');
  });

  it('bring a file to a host who connected a calendar after the first one, and none to a host who takes over', async () => {
    const booked = await bookWithCalendar(its.world, 'google');
    const { bookingId, host } = booked.journey;
    const { sql, secrets } = its.world.stack;
    // As before this calendar was connected: its row is made by the next change.
    await sql`delete from calendar_events where booking_id = ${bookingId}`;
    await booked.journey.reschedule(2);
    await booked.journey.announced();
    expect((await hostMails(booked)).map(fileOf)).toEqual([null, `REQUEST ${bookingId}@localhost 1`]);
    const other = await beginWithCalendar(its.world, 'microsoft', {}, 'grace@acme.test');
    const by = { userId: host.userId, apiKeyId: null, agentSeatId: null };
    const leaver = { workspaceId: host.workspaceId, userId: host.userId };
    const taking = { leaver, bookingId, by, source: 'host_api', to: other.journey.host.userId } as const;
    await join(host.workspaceId, other.journey.host.userId);
    expect(await inTransaction(sql, (tx) => moveMeeting(tx, secrets, taking))).toBe('moved');
    await booked.journey.nudge();
    await booked.journey.announced();
    expect((await hostMails(other)).map(fileOf)).toEqual([null]);
    expect((await hostMails(booked)).map(fileOf).at(-1)).toBe(`CANCEL ${bookingId}@localhost 2`);
    const rows = await sql`select has_file as "hasFile" from calendar_events where booking_id = ${bookingId}`;
    expect(rows).toEqual([{ hasFile: false }, { hasFile: false }]);
  });
});
