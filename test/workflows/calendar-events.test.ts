import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { meetingTime, shortInstant } from '../../activities/mail/times.ts';
import { contract } from '../../schemas/contract.ts';
import type { Operation } from '../../schemas/operation.ts';
import { startMicrosoftStandIn } from '../../stand-ins/microsoft/stand-in.ts';
import { takeEventsBack } from '../../store/calendars/events.ts';
import { inTransaction } from '../../store/database.ts';
import { moveMeeting } from '../../store/members/hand-over.ts';
import { openAttempt } from '../support/drivers/attempts.ts';
import { createHost } from '../support/drivers/host.ts';
import { callHost } from '../support/drivers/host-calls.ts';
import { connectAccount, providersAt } from '../support/factories/calendars.ts';
import { makeKey } from '../support/factories/keys.ts';
import { eventually } from '../support/factories/meeting.ts';
import { startCheckedGoogle } from '../support/fakes/google.ts';
import { startStack } from '../support/stack/stack.ts';
import {
  type Booked,
  beginWithCalendar,
  book,
  bookingAt,
  bookWithCalendar,
  CALENDAR,
  calendarEventPaths,
  deleteByHand,
  eventIs,
  eventOf,
  moveByHand,
} from './calendar-event-paths.ts';
import type { CalendarWorld } from './calendar-paths.ts';
import { HOST_MAILED_LATER, keepHistory } from './histories.ts';

let world: CalendarWorld;
beforeAll(async () => {
  const [google, microsoft] = await Promise.all([startCheckedGoogle(), startMicrosoftStandIn()]);
  const providers = providersAt(google, microsoft);
  const stack = await startStack({ demo: false, calendarProviders: providers });
  world = { stack, google, microsoft, providers, broken: new Set() };
});
afterAll(async () => {
  await world.stack.close();
  await Promise.all([world.google.close(), world.microsoft.close()]);
});
afterEach(() => {
  world.google.faults.clear();
  world.microsoft.faults.clear();
});

const mailsTo = async (to: string) => (await world.stack.mailbox(to)).reverse();
const guestMails = ({ journey }: Booked) => mailsTo(journey.issue.challenge.guestEmail);
const kinds = (mails: readonly { readonly kind: string }[]) => mails.map(({ kind }) => kind);
const hostMails = async ({ journey }: Booked) => {
  const [row] = await world.stack.sql<{ email: string }[]>`
    select email::text from users where id = ${journey.host.userId}`;
  return mailsTo(row?.email ?? '');
};
const settings = (booked: Booked, changes: Readonly<Record<string, string | boolean>>) =>
  world.stack
    .sql`update calendar_settings set ${world.stack.sql(changes)} where user_id = ${booked.journey.host.userId}`;
/** Events of a booking in the stand-in that are not deleted. */
const shown = ({ journey }: Booked) =>
  world.google.hand
    .calendar(CALENDAR.google)
    .visible()
    .filter(({ event }) => event.status !== 'cancelled')
    .filter(({ event }) => event.extendedProperties?.private?.holdfastBookingId === journey.bookingId);
const asHost = async ({ journey }: Booked, operation: Pick<Operation, 'method' | 'path'>, input: object = {}) => {
  const { workspaceId, userId } = journey.host;
  const key = await makeKey(world.stack.sql, { workspaceId, userId });
  const booking = operation.path.includes('{bookingId}') ? { bookingId: journey.bookingId } : {};
  return callHost(world.stack.appUrl, operation, { ...booking, ...input }, key.headers);
};
const retry = async (booked: Booked, headers?: Readonly<Record<string, string>>) =>
  headers === undefined
    ? asHost(booked, contract.calendars.retryCalendarEvent)
    : callHost(
        world.stack.appUrl,
        contract.calendars.retryCalendarEvent,
        { bookingId: booked.journey.bookingId },
        headers,
      );
/** Only who is a member gets events of a workspace's meetings. */
const join = (workspaceId: string, userId: string) => world.stack.sql`
  insert into memberships (id, workspace_id, user_id, username, role)
  values (${crypto.randomUUID()}, ${workspaceId}, ${userId}, 'taker', 'member')`;
/** A key of another owner of the host's workspace. */
const colleagueOf = async ({ journey: { host } }: Booked) => {
  const { sql } = world.stack;
  const { userId } = await createHost(sql);
  await sql`
    insert into memberships (id, workspace_id, user_id, username, role)
    values (${crypto.randomUUID()}, ${host.workspaceId}, ${userId}, 'colleague', 'owner')`;
  return makeKey(sql, { workspaceId: host.workspaceId, userId });
};
const detailOf = async (booked: Booked) =>
  (await asHost(booked, contract.meetings.getMeeting)).json() as unknown as {
    calendarEvents: { state: string; declined: string[] }[];
  };
const nudged = async (booked: Booked): Promise<void> => {
  await world.stack
    .sql`update calendar_events set work_at = now() where booking_id = ${booked.journey.bookingId} and work_at is not null`;
  await booked.journey.nudge();
};

// Each waits for pushes most of its time, and uses no fault.
describe.concurrent('a booking in the calendar of its host', () => {
  it.each(calendarEventPaths)('$name', async ({ name, ends, mails, walk }) => {
    const booked = await walk(world);
    expect(await booked.journey.flow.result()).toBe(ends);
    expect(kinds(await guestMails(booked))).toEqual(mails);
    const isDeletedByHost = (await hostMails(booked)).some(({ text }) =>
      text.includes('by deleting its event in your'),
    );
    expect(isDeletedByHost).toBe(name.endsWith('deleted-by-host'));
    await keepHistory('booking', name, booked.journey.flow);
  });

  it('is written once it is approved, moves with its guest, and goes when it is declined', async () => {
    const booked = await beginWithCalendar(world, 'google', { requires_approval: true });
    const { journey } = booked;
    await journey.confirm();
    await journey.announced();
    expect(await eventOf(world, booked)).toBeUndefined();
    await journey.decide('approve');
    await eventIs(world, booked, 'written');
    await journey.announced();
    // The approval's mail has the link: the request's could not.
    expect(kinds(await guestMails(booked))).toEqual(['booking_code', 'booking_pending', 'booking_confirmation']);
    await journey.reschedule(5);
    await eventIs(world, booked, 'written');
    const [moved] = shown(booked);
    expect(new Date(moved?.event.start?.dateTime ?? 0).getTime()).toBe(journey.starts[5]);
    await journey.decide('decline', 5);
    await eventIs(world, booked, 'deleted');
    expect(shown(booked)).toEqual([]);
  });

  it('goes to the calendar of the host who takes it over, and its link is void', async () => {
    const booked = await bookWithCalendar(world, 'google');
    const { bookingId, host } = booked.journey;
    const { sql, secrets } = world.stack;
    // Another mailbox than that of the test beside this one: Microsoft answers four requests at once in each.
    const other = await beginWithCalendar(world, 'microsoft', {}, 'grace@acme.test');
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
    const booked = await bookWithCalendar(world, 'google');
    const { joinUrl } = (await eventOf(world, booked)) ?? {};
    const mail = (await guestMails(booked)).at(-1);
    expect(mail).toMatchObject({ kind: 'booking_confirmation', text: expect.stringContaining(joinUrl ?? '?') });
    expect(JSON.stringify(mail?.attachments).replaceAll('\\r\\n ', '')).toContain(joinUrl);
    expect((await world.stack.sql`select join_url from bookings where id = ${booked.journey.bookingId}`)[0]).toEqual({
      join_url: joinUrl,
    });
  });
});

describe('a former owner from whom a workspace was taken over, while a meeting waits', () => {
  /** As a take-over does it. @returns a key and the address of the new owner */
  async function shutOut(booked: Booked) {
    const { workspaceId, userId } = booked.journey.host;
    const owner = await colleagueOf(booked);
    await world.stack.sql`
      update memberships set role = 'member', leaving_at = now(), stays_closed = true
      where workspace_id = ${workspaceId} and user_id = ${userId}`;
    const [row] = await world.stack.sql<{ email: string }[]>`
      select u.email::text from users u join memberships m on m.user_id = u.id
      where m.workspace_id = ${workspaceId} and m.username = 'colleague'`;
    return { ...owner, email: row?.email ?? '' };
  }
  const statusOf = async ({ journey }: Booked) =>
    (await world.stack.sql`select status from bookings where id = ${journey.bookingId}`)[0]?.status;

  it('gets neither event nor mail of a request that the new owner approves; the new owner gets the mail', async () => {
    const booked = await beginWithCalendar(world, 'google', { requires_approval: true });
    await booked.journey.confirm();
    await booked.journey.announced();
    const before = (await hostMails(booked)).length;
    const owner = await shutOut(booked);
    await booked.journey.decide('approve');
    await booked.journey.announced();
    await retry(booked, owner.headers);
    await nudged(booked);
    expect(await eventOf(world, booked)).toBeUndefined();
    expect(shown(booked)).toEqual([]);
    expect(await hostMails(booked)).toHaveLength(before);
    const [mail] = await mailsTo(owner.email);
    expect(mail?.kind).toBe('booking_confirmation');
    const toGuest = (await guestMails(booked)).at(-1);
    const file = toGuest?.attachments[0]?.content.replaceAll('\r\n ', '');
    expect([toGuest?.kind, file]).toEqual(['booking_confirmation', expect.stringContaining(owner.email)]);
  });

  it('cancels no meeting by deleting its event', async () => {
    const booked = await bookWithCalendar(world, 'google');
    await shutOut(booked);
    await deleteByHand(world, booked);
    await eventIs(world, booked, 'deleted');
    expect(await statusOf(booked)).toBe('confirmed');
  });

  it('keeps no event in a calendar that was connected elsewhere; it comes back when an owner keeps them', async () => {
    const booked = await bookWithCalendar(world, 'google');
    const { workspaceId, userId } = booked.journey.host;
    const owner = await shutOut(booked);
    await inTransaction(world.stack.sql, (tx) => takeEventsBack(tx, { workspaceId, userId }));
    await booked.journey.nudge();
    await eventIs(world, booked, 'deleted');
    expect(shown(booked)).toEqual([]);
    const kept = await callHost(
      world.stack.appUrl,
      contract.members.updateMemberRole,
      { id: userId, role: 'member' } as never,
      owner.headers,
    );
    expect(kept.status, kept.text).toBe(200);
    await booked.journey.nudge();
    await eventIs(world, booked, 'written');
    expect(shown(booked)).toHaveLength(1);
  });
});

/** The method, UID and sequence of a mail's calendar file; null: the mail brings none. */
const fileOf = ({ attachments }: { readonly attachments: readonly { readonly content: string }[] }) => {
  const [file] = attachments;
  if (!file) return null;
  const value = (name: string) => new RegExp(`^${name}:(.*)\\r$`, 'm').exec(file.content)?.[1];
  return `${value('METHOD')} ${value('UID')} ${value('SEQUENCE')}`;
};

describe.concurrent('the mails about a meeting in the calendar of its host', () => {
  it('bring the host a link to the event and no file, through moves and the cancel; all have one UID', async () => {
    const booked = await bookWithCalendar(world, 'google');
    const { journey } = booked;
    const uid = `${journey.bookingId}@localhost`;
    const [event] = shown(booked);
    expect(event?.event.iCalUID).toBe(uid);
    await journey.reschedule(3);
    await journey.announced();
    await eventIs(world, booked, 'written');
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
    const booked = await beginWithCalendar(world, 'microsoft', { requires_approval: true }, 'linus@acme.test');
    const { journey } = booked;
    await journey.confirm();
    await journey.announced();
    await journey.decide('approve');
    await eventIs(world, booked, 'written');
    await journey.announced();
    const toHost = await hostMails(booked);
    expect([kinds(toHost), toHost.map(fileOf)]).toEqual([
      ['booking_pending', 'booking_confirmation'],
      [null, null],
    ]);
    expect(toHost[1]?.text).toContain('The meeting is in your calendar.');
  });

  it('bring a file to a host who connected a calendar after the first one, and none to a host who takes over', async () => {
    const booked = await bookWithCalendar(world, 'google');
    const { bookingId, host } = booked.journey;
    const { sql, secrets } = world.stack;
    // As before this calendar was connected: its row is made by the next change.
    await sql`delete from calendar_events where booking_id = ${bookingId}`;
    await booked.journey.reschedule(2);
    await booked.journey.announced();
    expect((await hostMails(booked)).map(fileOf)).toEqual([null, `REQUEST ${bookingId}@localhost 1`]);
    const other = await beginWithCalendar(world, 'microsoft', {}, 'grace@acme.test');
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

describe.concurrent('what a host does in the calendar', () => {
  it('changes nothing if the host wants so; a retry writes the event again', async () => {
    const booked = await bookWithCalendar(world, 'google');
    const [first = 0] = booked.journey.starts;
    await settings(booked, { host_move: 'ignore', host_delete: 'ask' });
    await moveByHand(world, booked, first + 86_400_000);
    await eventually('the move that was seen', async () => !(await touched(booked)));
    await bookingAt(world, booked, first);
    await deleteByHand(world, booked);
    await eventIs(world, booked, 'detached');
    await bookingAt(world, booked, first);
    expect(kinds(await hostMails(booked))).toEqual(['booking_confirmation', 'calendar_event']);
    expect(kinds(await guestMails(booked))).toEqual(['booking_code', 'booking_confirmation']);
    // Nobody else puts back what a host deleted.
    const refused = await retry(booked, (await colleagueOf(booked)).headers);
    expect([refused.status, refused.json().error?.details?.reason]).toEqual([409, 'deleted_by_host']);
    expect((await eventOf(world, booked))?.state).toBe('detached');
    expect((await retry(booked)).json()).toMatchObject({ state: 'due' });
    await eventIs(world, booked, 'written');
    expect(shown(booked)).toHaveLength(1);
  });

  it('is put back by a retry if they moved it; a repeat writes nothing, and says what to do', async () => {
    const booked = await bookWithCalendar(world, 'google');
    const { bookingId, flow, starts } = booked.journey;
    const [first = 0] = starts;
    const { sql } = world.stack;
    const trace = async () => ({
      signals: (await flow.fetchHistory()).events?.filter((event) => event.workflowExecutionSignaledEventAttributes)
        .length,
      rows: (
        await sql`select 1 from activity_log where subject_id = ${bookingId} and action = 'booking.calendar_retried'`
      ).length,
      due: (await sql<{ n: number }[]>`select due_count as n from calendar_events where booking_id = ${bookingId}`)[0]
        ?.n,
    });
    const before = await trace();
    for (let turn = 0; turn < 5; turn += 1)
      expect((await retry(booked)).json()).toMatchObject({
        state: 'written',
        message: expect.stringContaining('reschedule_booking'),
      });
    expect(await trace()).toEqual(before);
    await settings(booked, { host_move: 'ignore' });
    await moveByHand(world, booked, first + 86_400_000);
    await eventually('the move that was seen', async () => !(await touched(booked)));
    // While the provider wants a pause, it stays due: repeats are answered, and nothing more is stored or signaled.
    await sql`update calendar_connections set throttled_until = now() + interval '1 hour' where id = ${booked.connection.id}`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => retry(booked)));
    expect(answers.map((answer) => answer.json().state)).toEqual(Array(5).fill('due'));
    expect(await trace()).toMatchObject({ rows: before.rows + 1, due: (before.due ?? 0) + 1 });
    await sql`update calendar_connections set throttled_until = null where id = ${booked.connection.id}`;
    await nudged(booked);
    await eventIs(world, booked, 'written');
    const [{ event } = { event: undefined }] = shown(booked);
    expect(new Date(event?.start?.dateTime ?? 0).getTime()).toBe(first);
  });

  it.each(['event', 'meeting'] as const)('asks the host who moved it, who keeps the %s', async (keep) => {
    const booked = await bookWithCalendar(world, 'google');
    const [first = 0] = booked.journey.starts;
    await settings(booked, { host_move: 'ask' });
    // Longer, at a time that is no slot.
    const startMs = first + 86_400_000 + 7 * 60_000;
    await moveByHand(world, booked, startMs, 50);
    await eventually('the mail that asks', async () => (await hostMails(booked)).at(-1)?.kind === 'calendar_event');
    const { text = '' } = (await hostMails(booked)).at(-1) ?? {};
    const reader = { timezone: 'UTC', language: 'en' } as const;
    expect(text).toContain(` to ${shortInstant(startMs, reader)}. The meeting itself stays`);
    expect(text).toContain(meetingTime(startMs, startMs + 50 * 60_000, reader).hours);
    expect(text).not.toMatch(/[a-z]_[a-z]/);

    const iso = (ms: number): string => new Date(ms).toISOString();
    const movedTo = { startAt: iso(startMs), endAt: iso(startMs + 50 * 60_000) };
    const standing = async () =>
      (await asHost(booked, contract.meetings.getMeeting)).json().calendarEvents as readonly object[];
    const listed = async () =>
      (await asHost(booked, contract.calendars.listCalendars)).json().unwritten as readonly object[];
    expect(await standing()).toMatchObject([{ state: 'moved', movedTo }]);
    expect(await listed()).toMatchObject([{ state: 'moved', startAt: iso(first), movedTo }]);

    expect(await asHost(booked, contract.calendars.retryCalendarEvent, { keep })).toMatchObject({ status: 200 });
    await bookingAt(world, booked, keep === 'event' ? startMs : first);
    await eventIs(world, booked, 'written');
    expect(await standing()).toMatchObject([{ state: 'written', movedTo: null }]);
    expect(await listed()).toEqual([]);
    const [written] = shown(booked);
    expect(new Date(written?.event.start?.dateTime ?? 0).getTime()).toBe(keep === 'event' ? startMs : first);
    await booked.journey.announced();
    const told = keep === 'event' ? ['booking_rescheduled'] : [];
    const toGuest = await guestMails(booked);
    expect(kinds(toGuest)).toEqual(['booking_code', 'booking_confirmation', ...told]);
    // The length has changed: the time before is that of before.
    const { day, hours } = meetingTime(first, first + 30 * 60_000, reader);
    if (keep === 'event') expect(toGuest.at(-1)?.text).toContain(`Before: ${day} ${hours}`);
    const again = await asHost(booked, contract.calendars.retryCalendarEvent, { keep: 'event' });
    expect(again).toMatchObject({ status: 409 });
  });

  it('does not follow an event that is over, or as long as a day', async () => {
    const booked = await bookWithCalendar(world, 'google');
    const { starts } = booked.journey;
    await settings(booked, { host_move: 'ask' });
    await moveByHand(world, booked, Date.now() - 3_600_000);
    await eventually('the mail that asks', async () => (await hostMails(booked)).at(-1)?.kind === 'calendar_event');
    const over = await asHost(booked, contract.calendars.retryCalendarEvent, { keep: 'event' });
    expect(over.text).toContain('cannot move to its event. That time is over.');
    expect(over.json()).toMatchObject({ error: { details: { reason: 'too_soon' } } });
    await moveByHand(world, booked, starts[9] ?? 0, 24 * 60);
    await eventually('the second move', async () => (await hostMails(booked)).length === 3);
    const long = await asHost(booked, contract.calendars.retryCalendarEvent, { keep: 'event' });
    expect(long.text).toContain('It lasts a day or longer.');
    await bookingAt(world, booked, starts[0] ?? 0);
    await settings(booked, { host_move: 'ignore' });
    const { unwritten } = (await asHost(booked, contract.calendars.listCalendars)).json();
    expect(unwritten).toEqual([]);
  });

  it('is followed although the worker died before it was carried out', async () => {
    const booked = await bookWithCalendar(world, 'google');
    const { bookingId, host, starts } = booked.journey;
    const times = { startMs: starts[6] ?? 0, endMs: (starts[6] ?? 0) + 1_800_000 };
    const by = { userId: host.userId, apiKeyId: null, agentSeatId: null };
    const attempt = await openAttempt(world.stack.sql, bookingId, 'reschedule', {
      ...times,
      atRevision: 1,
      source: 'calendar',
      by,
    });
    await world.stack
      .sql`update calendar_events set attempt_id = ${attempt.id}, work_at = now() where booking_id = ${bookingId}`;
    await booked.journey.nudge();
    await bookingAt(world, booked, times.startMs);
    await booked.journey.announced();
    expect(kinds(await guestMails(booked)).at(-1)).toBe('booking_rescheduled');
  });

  it('may be a move to another calendar: nothing happens; a guest who declines is shown', async () => {
    const begun = await beginWithCalendar(world, 'google');
    await settings(begun, { guests_as_attendees: true });
    const booked = await book(world, begun);
    const id = (await eventOf(world, booked))?.eventId ?? '';
    const { guestEmail } = booked.journey.issue.challenge;
    world.google.hand.answer(CALENDAR.google, id, 'declined', guestEmail);
    await eventually('the decline', async () => (await eventOf(world, booked))?.declined.includes(guestEmail));
    expect((await detailOf(booked)).calendarEvents[0]?.declined).toEqual([guestEmail]);
    world.google.hand.moveTo(CALENDAR.google, id, FAMILY);
    const calendarOf = async () =>
      (
        await world.stack.sql<{ id: string }[]>`
        select k.provider_calendar_id as id from calendar_events e join calendars k on k.id = e.calendar_id
        where e.booking_id = ${booked.journey.bookingId}`
      )[0]?.id;
    await eventually('the other calendar', async () => (await calendarOf()) === FAMILY);
    await eventIs(world, booked, 'written');
    expect(kinds(await guestMails(booked))).toEqual(['booking_code', 'booking_confirmation']);
    // Later changes reach it there.
    await booked.journey.cancel();
    await eventIs(world, booked, 'deleted');
    expect(world.google.hand.calendar(FAMILY).find(id)?.status).toBe('cancelled');
  });

  it('goes back if another meeting is there, and the host gets a mail', async () => {
    const booked = await bookWithCalendar(world, 'google');
    const { journey } = booked;
    const [first = 0] = journey.starts;
    const takenMs = journey.starts[8] ?? 0;
    await world.stack.sql`
      insert into claims (host_id, booking_id, kind, period, before_ms, after_ms, workspace_id, event_type_id)
      values (${journey.host.userId}, ${crypto.randomUUID()}, 'booking', tstzrange(${new Date(takenMs)}, ${new Date(takenMs + 1_800_000)}),
        0, 0, ${journey.host.workspaceId}, ${journey.host.eventTypeId})`;
    await moveByHand(world, booked, takenMs);
    await eventually('the mail', async () => kinds(await hostMails(booked)).includes('calendar_event'));
    await eventIs(world, booked, 'written');
    const [{ event } = { event: undefined }] = shown(booked);
    expect(new Date(event?.start?.dateTime ?? 0).getTime()).toBe(first);
    await bookingAt(world, booked, first);
  });
});

const FAMILY = 'family-ada@group.calendar.google.com';

const touched = async ({ journey }: Booked): Promise<boolean> => {
  const [row] = await world.stack.sql<{ same: boolean; isTouched: boolean }[]>`
    select lower(e.period) = b.start_at as same, e.touched_at is not null as "isTouched"
    from calendar_events e join bookings b on b.id = e.booking_id where b.id = ${journey.bookingId}`;
  return (row?.same ?? true) || (row?.isTouched ?? true);
};

const POST = 'POST /calendar/v3/calendars/ada%40acme.test/events';

describe('a calendar that does not take an event', () => {
  it('delays no mail of the guest; the host gets theirs when the event is written, without a file', async () => {
    const booked = await beginWithCalendar(world, 'google', { location_type: 'phone' });
    world.google.faults.add({ kind: 'slow', delayMs: 2_000, match: POST });
    await booked.journey.confirm();
    await expect.poll(async () => kinds(await guestMails(booked))).toContain('booking_confirmation');
    expect(await hostMails(booked)).toEqual([]);
    await booked.journey.announced();
    expect((await hostMails(booked)).map(fileOf)).toEqual([null]);
    await booked.journey.cancel();
    expect(await booked.journey.flow.result()).toBe('canceled');
    await keepHistory('booking', HOST_MAILED_LATER, booked.journey.flow);
  });

  it('keeps no activity of mails running while the host’s mail waits, which leaves with a file after ten seconds', async () => {
    const booked = await beginWithCalendar(world, 'google', { location_type: 'phone' });
    const { journey } = booked;
    const atWork = async () => {
      const { raw } = await journey.flow.describe();
      return (raw.pendingActivities ?? []).map(({ activityType }) => activityType?.name);
    };
    world.google.faults.add({ kind: 'slow', delayMs: 5_000, match: POST });
    await journey.confirm();
    await expect.poll(async () => kinds(await guestMails(booked))).toContain('booking_confirmation');
    await expect.poll(atWork).toEqual(['writeCalendarEvents']);
    expect(await hostMails(booked)).toEqual([]);
    await world.stack.sql`
      update booking_changes set created_at = created_at - interval '10 seconds' where booking_id = ${journey.bookingId}`;
    await journey.nudge();
    await journey.announced();
    expect((await hostMails(booked)).map(fileOf)).toEqual([`REQUEST ${journey.bookingId}@localhost 0`]);
  });

  it('makes the host’s mail bring the file, and all later ones, too', async () => {
    const booked = await beginWithCalendar(world, 'google', { location_type: 'phone' });
    const { journey } = booked;
    const uid = `${journey.bookingId}@localhost`;
    world.google.faults.add({ kind: '403', reason: 'forbidden', match: POST });
    await journey.confirm();
    await journey.announced();
    await eventIs(world, booked, 'failed');
    expect((await retry(booked)).status).toBe(200);
    await eventIs(world, booked, 'written');
    await journey.reschedule(4);
    await journey.announced();
    await journey.cancel();
    await journey.announced();
    const files = (await hostMails(booked)).filter(({ kind }) => kind !== 'calendar_event').map(fileOf);
    expect(files).toEqual([`REQUEST ${uid} 0`, `REQUEST ${uid} 1`, `CANCEL ${uid} 2`]);
  });

  it('gets one event, although the answer to the first create was lost', async () => {
    const booked = await beginWithCalendar(world, 'google');
    world.google.faults.add({ kind: 'cut', match: 'POST /calendar/v3/calendars/ada%40acme.test/events' });
    await booked.journey.confirm();
    await expect.poll(async () => (await eventOf(world, booked))?.state).toBe('due');
    await expect.poll(() => shown(booked).length).toBe(1);
    await booked.journey.announced();
    await nudged(booked);
    await eventIs(world, booked, 'written');
    expect(shown(booked)).toHaveLength(1);
    // The mails left without the link: one more brings it.
    await booked.journey.announced();
    expect(kinds(await guestMails(booked))).toEqual(['booking_code', 'booking_confirmation', 'booking_link']);
  });

  it('holds nothing of a booking that was canceled before the answer came', async () => {
    const booked = await beginWithCalendar(world, 'google');
    world.google.faults.add({ kind: 'cut', match: 'POST /calendar/v3/calendars/ada%40acme.test/events' });
    await booked.journey.confirm();
    await expect.poll(() => shown(booked).length).toBe(1);
    await booked.journey.cancel();
    await eventIs(world, booked, 'deleted');
    expect(shown(booked)).toHaveLength(0);
  });

  it('wants a pause, and gets it', async () => {
    const booked = await beginWithCalendar(world, 'google');
    const post = { match: 'POST /calendar/v3/calendars/ada%40acme.test/events' };
    world.google.faults.add({ kind: '429', retryAfterSeconds: 120, ...post });
    await booked.journey.confirm();
    await booked.journey.announced();
    const due = await eventOf(world, booked);
    expect(due?.state).toBe('due');
    expect((due?.workAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(100_000);
    // A change of the booking does not shorten it: the connection waits.
    await booked.journey.reschedule(2);
    await booked.journey.announced();
    expect(shown(booked)).toHaveLength(0);
    await world.stack.sql`update calendar_connections set throttled_until = null where id = ${booked.connection.id}`;
    await nudged(booked);
    await eventIs(world, booked, 'written');
    expect(shown(booked)).toHaveLength(1);
  });

  it('is refused for ever: the booking stands, the host gets one mail, and a retry works', async () => {
    const booked = await beginWithCalendar(world, 'google');
    const fault = { kind: '403', reason: 'forbidden', match: 'POST /calendar/v3/calendars/ada%40acme.test/events' };
    world.google.faults.add({ ...fault, count: 5 });
    await booked.journey.confirm();
    await eventIs(world, booked, 'failed');
    await booked.journey.announced();
    expect(await eventOf(world, booked)).toMatchObject({ failure: 'forbidden' });
    await booked.journey.reschedule(4);
    await booked.journey.announced();
    await eventIs(world, booked, 'failed');
    expect(kinds(await hostMails(booked)).filter((kind) => kind === 'calendar_event')).toHaveLength(1);
    world.google.faults.clear();
    expect((await detailOf(booked)).calendarEvents).toMatchObject([
      { state: 'failed', failure: 'forbidden', htmlLink: null },
    ]);
    const retried = await retry(booked);
    expect(retried.json()).toMatchObject({ bookingId: booked.journey.bookingId, state: 'due' });
    await eventIs(world, booked, 'written');
    expect(shown(booked)).toHaveLength(1);
    expect((await detailOf(booked)).calendarEvents).toMatchObject([
      { state: 'written', provider: 'google', failure: null, htmlLink: expect.stringContaining('http') },
    ]);
  });

  it('waits while the provider refuses our access, and is written once the person has connected again', async () => {
    const booked = await bookWithCalendar(world, 'google', 'grace@acme.test');
    const { journey, connection } = booked;
    world.google.tokens.forgetPerson('grace@acme.test');
    await journey.reschedule(5);
    await journey.announced();
    await expect.poll(async () => (await detailOf(booked)).calendarEvents[0]?.state).toBe('waits');
    const { sql, secrets, client, taskQueue } = world.stack;
    const [row] = await sql<{ accountId: string }[]>`
      select account_id as "accountId" from calendar_connections where id = ${connection.id}`;
    await connectAccount(
      { sql, secrets, providers: world.providers },
      {
        ...{ provider: 'google', email: 'grace@acme.test', userId: connection.userId },
        ...{ accountId: row?.accountId ?? '', tokens: world.google.grant('grace@acme.test') },
      },
    );
    // The sweep finds it: nobody notifies the flow.
    await sql`update calendar_events set work_at = now() - interval '1 minute' where booking_id = ${journey.bookingId}`;
    await client.workflow.execute('sweep', { workflowId: `sweep-${journey.bookingId}`, taskQueue });
    await eventIs(world, booked, 'written');
    const id = (await eventOf(world, booked))?.eventId ?? '';
    const event = world.google.hand.calendar('grace@acme.test').find(id);
    expect(new Date(event?.start?.dateTime ?? 0).getTime()).toBe(journey.starts[5]);
  });
});
