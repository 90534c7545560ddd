import { describe, expect, it } from 'vitest';
import { connectAccount } from '../support/factories/calendars.ts';
import { beginWithCalendar, bookWithCalendar, eventIs, eventOf } from './calendar-event-paths.ts';
import { calendarDrivers, fileOf, kinds, shareCalendarWorld } from './calendar-event-world.ts';
import { HOST_MAILED_LATER, keepHistory } from './histories.ts';

const its = shareCalendarWorld();
const { guestMails, hostMails, shown, retry, detailOf, nudged } = calendarDrivers(its);

const POST = 'POST /calendar/v3/calendars/ada%40acme.test/events';

describe('a calendar that does not take an event', () => {
  it('delays no mail of the guest; the host gets theirs when the event is written, without a file', async () => {
    const booked = await beginWithCalendar(its.world, 'google', { location_type: 'phone' });
    its.world.google.faults.add({ kind: 'slow', delayMs: 2_000, match: POST });
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
    const booked = await beginWithCalendar(its.world, 'google', { location_type: 'phone' });
    const { journey } = booked;
    const atWork = async () => {
      const { raw } = await journey.flow.describe();
      return (raw.pendingActivities ?? []).map(({ activityType }) => activityType?.name);
    };
    its.world.google.faults.add({ kind: 'slow', delayMs: 5_000, match: POST });
    await journey.confirm();
    await expect.poll(async () => kinds(await guestMails(booked))).toContain('booking_confirmation');
    await expect.poll(atWork).toEqual(['writeCalendarEvents']);
    expect(await hostMails(booked)).toEqual([]);
    await its.world.stack.sql`
      update booking_changes set created_at = created_at - interval '10 seconds' where booking_id = ${journey.bookingId}`;
    await journey.nudge();
    await journey.announced();
    expect((await hostMails(booked)).map(fileOf)).toEqual([`REQUEST ${journey.bookingId}@localhost 0`]);
  });

  it('makes the host’s mail bring the file, and all later ones, too', async () => {
    const booked = await beginWithCalendar(its.world, 'google', { location_type: 'phone' });
    const { journey } = booked;
    const uid = `${journey.bookingId}@localhost`;
    its.world.google.faults.add({ kind: '403', reason: 'forbidden', match: POST });
    await journey.confirm();
    await journey.announced();
    await eventIs(its.world, booked, 'failed');
    expect((await retry(booked)).status).toBe(200);
    await eventIs(its.world, booked, 'written');
    await journey.reschedule(4);
    await journey.announced();
    await journey.cancel();
    await journey.announced();
    const files = (await hostMails(booked)).filter(({ kind }) => kind !== 'calendar_event').map(fileOf);
    expect(files).toEqual([`REQUEST ${uid} 0`, `REQUEST ${uid} 1`, `CANCEL ${uid} 2`]);
  });

  it('gets one event, although the answer to the first create was lost', async () => {
    const booked = await beginWithCalendar(its.world, 'google');
    its.world.google.faults.add({ kind: 'cut', match: 'POST /calendar/v3/calendars/ada%40acme.test/events' });
    await booked.journey.confirm();
    await expect.poll(async () => (await eventOf(its.world, booked))?.state).toBe('due');
    await expect.poll(() => shown(booked).length).toBe(1);
    await booked.journey.announced();
    await nudged(booked);
    await eventIs(its.world, booked, 'written');
    expect(shown(booked)).toHaveLength(1);
    // The mails left without the link: one more brings it.
    await booked.journey.announced();
    expect(kinds(await guestMails(booked))).toEqual(['booking_code', 'booking_confirmation', 'booking_link']);
  });

  it('holds nothing of a booking that was canceled before the answer came', async () => {
    const booked = await beginWithCalendar(its.world, 'google');
    its.world.google.faults.add({ kind: 'cut', match: 'POST /calendar/v3/calendars/ada%40acme.test/events' });
    await booked.journey.confirm();
    await expect.poll(() => shown(booked).length).toBe(1);
    await booked.journey.cancel();
    await eventIs(its.world, booked, 'deleted');
    expect(shown(booked)).toHaveLength(0);
  });

  it('wants a pause, and gets it', async () => {
    const booked = await beginWithCalendar(its.world, 'google');
    const post = { match: 'POST /calendar/v3/calendars/ada%40acme.test/events' };
    its.world.google.faults.add({ kind: '429', retryAfterSeconds: 120, ...post });
    await booked.journey.confirm();
    await booked.journey.announced();
    const due = await eventOf(its.world, booked);
    expect(due?.state).toBe('due');
    expect((due?.workAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(100_000);
    // A change of the booking does not shorten it: the connection waits.
    await booked.journey.reschedule(2);
    await booked.journey.announced();
    expect(shown(booked)).toHaveLength(0);
    await its.world.stack
      .sql`update calendar_connections set throttled_until = null where id = ${booked.connection.id}`;
    await nudged(booked);
    await eventIs(its.world, booked, 'written');
    expect(shown(booked)).toHaveLength(1);
  });

  it('is refused for ever: the booking stands, the host gets one mail, and a retry works', async () => {
    const booked = await beginWithCalendar(its.world, 'google');
    const fault = { kind: '403', reason: 'forbidden', match: 'POST /calendar/v3/calendars/ada%40acme.test/events' };
    its.world.google.faults.add({ ...fault, count: 5 });
    await booked.journey.confirm();
    await eventIs(its.world, booked, 'failed');
    await booked.journey.announced();
    expect(await eventOf(its.world, booked)).toMatchObject({ failure: 'forbidden' });
    await booked.journey.reschedule(4);
    await booked.journey.announced();
    await eventIs(its.world, booked, 'failed');
    expect(kinds(await hostMails(booked)).filter((kind) => kind === 'calendar_event')).toHaveLength(1);
    its.world.google.faults.clear();
    expect((await detailOf(booked)).calendarEvents).toMatchObject([
      { state: 'failed', failure: 'forbidden', htmlLink: null },
    ]);
    const retried = await retry(booked);
    expect(retried.json()).toMatchObject({ bookingId: booked.journey.bookingId, state: 'due' });
    await eventIs(its.world, booked, 'written');
    expect(shown(booked)).toHaveLength(1);
    expect((await detailOf(booked)).calendarEvents).toMatchObject([
      { state: 'written', provider: 'google', failure: null, htmlLink: expect.stringContaining('http') },
    ]);
  });

  it('waits while the provider refuses our access, and is written once the person has connected again', async () => {
    const booked = await bookWithCalendar(its.world, 'google', 'grace@acme.test');
    const { journey, connection } = booked;
    its.world.google.tokens.forgetPerson('grace@acme.test');
    await journey.reschedule(5);
    await journey.announced();
    await expect.poll(async () => (await detailOf(booked)).calendarEvents[0]?.state).toBe('waits');
    const { sql, secrets, client, taskQueue } = its.world.stack;
    const [row] = await sql<{ accountId: string }[]>`
      select account_id as "accountId" from calendar_connections where id = ${connection.id}`;
    await connectAccount(
      { sql, secrets, providers: its.world.providers },
      {
        ...{ provider: 'google', email: 'grace@acme.test', userId: connection.userId },
        ...{ accountId: row?.accountId ?? '', tokens: its.world.google.grant('grace@acme.test') },
      },
    );
    // The sweep finds it: nobody notifies the flow.
    await sql`update calendar_events set work_at = now() - interval '1 minute' where booking_id = ${journey.bookingId}`;
    await client.workflow.execute('sweep', { workflowId: `sweep-${journey.bookingId}`, taskQueue });
    await eventIs(its.world, booked, 'written');
    const id = (await eventOf(its.world, booked))?.eventId ?? '';
    const event = its.world.google.hand.calendar('grace@acme.test').find(id);
    expect(new Date(event?.start?.dateTime ?? 0).getTime()).toBe(journey.starts[5]);
  });
});
