import { describe, expect, it } from 'vitest';
import { meetingTime, shortInstant } from '../../activities/mail/times.ts';
import { contract } from '../../schemas/contract.ts';
import { openAttempt } from '../support/drivers/attempts.ts';
import { eventually } from '../support/factories/meeting.ts';
import {
  type Booked,
  beginWithCalendar,
  book,
  bookingAt,
  bookWithCalendar,
  CALENDAR,
  deleteByHand,
  eventIs,
  eventOf,
  moveByHand,
} from './calendar-event-paths.ts';
import { calendarDrivers, kinds, shareCalendarWorld } from './calendar-event-world.ts';

const its = shareCalendarWorld();
const { guestMails, hostMails, settings, shown, asHost, retry, colleagueOf, detailOf, nudged } = calendarDrivers(its);

const FAMILY = 'family-ada@group.calendar.google.com';

const touched = async ({ journey }: Booked): Promise<boolean> => {
  const [row] = await its.world.stack.sql<{ same: boolean; isTouched: boolean }[]>`
    select lower(e.period) = b.start_at as same, e.touched_at is not null as "isTouched"
    from calendar_events e join bookings b on b.id = e.booking_id where b.id = ${journey.bookingId}`;
  return (row?.same ?? true) || (row?.isTouched ?? true);
};

describe.concurrent('what a host does in the calendar', () => {
  it('changes nothing if the host wants so; a retry writes the event again', async () => {
    const booked = await bookWithCalendar(its.world, 'google');
    const [first = 0] = booked.journey.starts;
    await settings(booked, { host_move: 'ignore', host_delete: 'ask' });
    await moveByHand(its.world, booked, first + 86_400_000);
    await eventually('the move that was seen', async () => !(await touched(booked)));
    await bookingAt(its.world, booked, first);
    await deleteByHand(its.world, booked);
    await eventIs(its.world, booked, 'detached');
    await bookingAt(its.world, booked, first);
    expect(kinds(await hostMails(booked))).toEqual(['booking_confirmation', 'calendar_event']);
    expect(kinds(await guestMails(booked))).toEqual(['booking_code', 'booking_confirmation']);
    // Nobody else puts back what a host deleted.
    const refused = await retry(booked, (await colleagueOf(booked)).headers);
    expect([refused.status, refused.json().error?.details?.reason]).toEqual([409, 'deleted_by_host']);
    expect((await eventOf(its.world, booked))?.state).toBe('detached');
    expect((await retry(booked)).json()).toMatchObject({ state: 'due' });
    await eventIs(its.world, booked, 'written');
    expect(shown(booked)).toHaveLength(1);
  });

  it('is put back by a retry if they moved it; a repeat writes nothing, and says what to do', async () => {
    const booked = await bookWithCalendar(its.world, 'google');
    const { bookingId, flow, starts } = booked.journey;
    const [first = 0] = starts;
    const { sql } = its.world.stack;
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
    await moveByHand(its.world, booked, first + 86_400_000);
    await eventually('the move that was seen', async () => !(await touched(booked)));
    // While the provider wants a pause, it stays due: repeats are answered, and nothing more is stored or signaled.
    await sql`update calendar_connections set throttled_until = now() + interval '1 hour' where id = ${booked.connection.id}`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => retry(booked)));
    expect(answers.map((answer) => answer.json().state)).toEqual(Array(5).fill('due'));
    expect(await trace()).toMatchObject({ rows: before.rows + 1, due: (before.due ?? 0) + 1 });
    await sql`update calendar_connections set throttled_until = null where id = ${booked.connection.id}`;
    await nudged(booked);
    await eventIs(its.world, booked, 'written');
    const [{ event } = { event: undefined }] = shown(booked);
    expect(new Date(event?.start?.dateTime ?? 0).getTime()).toBe(first);
  });

  it.each(['event', 'meeting'] as const)('asks the host who moved it, who keeps the %s', async (keep) => {
    const booked = await bookWithCalendar(its.world, 'google');
    const [first = 0] = booked.journey.starts;
    await settings(booked, { host_move: 'ask' });
    // Longer, at a time that is no slot.
    const startMs = first + 86_400_000 + 7 * 60_000;
    await moveByHand(its.world, booked, startMs, 50);
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
    await bookingAt(its.world, booked, keep === 'event' ? startMs : first);
    await eventIs(its.world, booked, 'written');
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
    const booked = await bookWithCalendar(its.world, 'google');
    const { starts } = booked.journey;
    await settings(booked, { host_move: 'ask' });
    await moveByHand(its.world, booked, Date.now() - 3_600_000);
    await eventually('the mail that asks', async () => (await hostMails(booked)).at(-1)?.kind === 'calendar_event');
    const over = await asHost(booked, contract.calendars.retryCalendarEvent, { keep: 'event' });
    expect(over.text).toContain('cannot move to its event. That time is over.');
    expect(over.json()).toMatchObject({ error: { details: { reason: 'too_soon' } } });
    await moveByHand(its.world, booked, starts[9] ?? 0, 24 * 60);
    await eventually('the second move', async () => (await hostMails(booked)).length === 3);
    const long = await asHost(booked, contract.calendars.retryCalendarEvent, { keep: 'event' });
    expect(long.text).toContain('It lasts a day or longer.');
    await bookingAt(its.world, booked, starts[0] ?? 0);
    await settings(booked, { host_move: 'ignore' });
    const { unwritten } = (await asHost(booked, contract.calendars.listCalendars)).json();
    expect(unwritten).toEqual([]);
  });

  it('is followed although the worker died before it was carried out', async () => {
    const booked = await bookWithCalendar(its.world, 'google');
    const { bookingId, host, starts } = booked.journey;
    const times = { startMs: starts[6] ?? 0, endMs: (starts[6] ?? 0) + 1_800_000 };
    const by = { userId: host.userId, apiKeyId: null, agentSeatId: null };
    const attempt = await openAttempt(its.world.stack.sql, bookingId, 'reschedule', {
      ...times,
      atRevision: 1,
      source: 'calendar',
      by,
    });
    await its.world.stack
      .sql`update calendar_events set attempt_id = ${attempt.id}, work_at = now() where booking_id = ${bookingId}`;
    await booked.journey.nudge();
    await bookingAt(its.world, booked, times.startMs);
    await booked.journey.announced();
    expect(kinds(await guestMails(booked)).at(-1)).toBe('booking_rescheduled');
  });

  it('may be a move to another calendar: nothing happens; a guest who declines is shown', async () => {
    const begun = await beginWithCalendar(its.world, 'google');
    await settings(begun, { guests_as_attendees: true });
    const booked = await book(its.world, begun);
    const id = (await eventOf(its.world, booked))?.eventId ?? '';
    const { guestEmail } = booked.journey.issue.challenge;
    its.world.google.hand.answer(CALENDAR.google, id, 'declined', guestEmail);
    await eventually('the decline', async () => (await eventOf(its.world, booked))?.declined.includes(guestEmail));
    expect((await detailOf(booked)).calendarEvents[0]?.declined).toEqual([guestEmail]);
    its.world.google.hand.moveTo(CALENDAR.google, id, FAMILY);
    const calendarOf = async () =>
      (
        await its.world.stack.sql<{ id: string }[]>`
        select k.provider_calendar_id as id from calendar_events e join calendars k on k.id = e.calendar_id
        where e.booking_id = ${booked.journey.bookingId}`
      )[0]?.id;
    await eventually('the other calendar', async () => (await calendarOf()) === FAMILY);
    await eventIs(its.world, booked, 'written');
    expect(kinds(await guestMails(booked))).toEqual(['booking_code', 'booking_confirmation']);
    // Later changes reach it there.
    await booked.journey.cancel();
    await eventIs(its.world, booked, 'deleted');
    expect(its.world.google.hand.calendar(FAMILY).find(id)?.status).toBe('cancelled');
  });

  it('goes back if another meeting is there, and the host gets a mail', async () => {
    const booked = await bookWithCalendar(its.world, 'google');
    const { journey } = booked;
    const [first = 0] = journey.starts;
    const takenMs = journey.starts[8] ?? 0;
    await its.world.stack.sql`
      insert into claims (host_id, booking_id, kind, period, before_ms, after_ms, workspace_id, event_type_id)
      values (${journey.host.userId}, ${crypto.randomUUID()}, 'booking', tstzrange(${new Date(takenMs)}, ${new Date(takenMs + 1_800_000)}),
        0, 0, ${journey.host.workspaceId}, ${journey.host.eventTypeId})`;
    await moveByHand(its.world, booked, takenMs);
    await eventually('the mail', async () => kinds(await hostMails(booked)).includes('calendar_event'));
    await eventIs(its.world, booked, 'written');
    const [{ event } = { event: undefined }] = shown(booked);
    expect(new Date(event?.start?.dateTime ?? 0).getTime()).toBe(first);
    await bookingAt(its.world, booked, first);
  });
});
