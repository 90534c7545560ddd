import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGuest } from '../../../support/drivers/guest.ts';
import { changeEvent, createHost } from '../../../support/drivers/host.ts';
import { http } from '../../../support/drivers/http.ts';
import { callerOver, outputOf, refusalOf } from '../../../support/drivers/surfaces.ts';
import { type BookedMeeting, bookMeeting, iso } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
});
afterAll(() => stack.close());

const caller = callerOver('REST', () => stack);
const { call } = caller;
const view = async (token: string) => outputOf(await call('viewBooking', { token }));
const file = async (token: string) => outputOf(await call('downloadInvite', { token }));

const newCase = async (more = {}) => {
  const host = await createHost(stack.sql, {
    location_type: 'custom_link',
    location_detail: 'https://meet.example/hedy',
  });
  const meeting = await bookMeeting(stack, caller, host, (await host.openStarts())[3] ?? 0, more);
  return { ...meeting, host };
};

const setTimes = (meeting: BookedMeeting, minutes: number) => stack.sql`
  update bookings set start_at = now() + ${minutes} * interval '1 minute', end_at = now() + ${minutes + 30} * interval '1 minute'
  where id = ${meeting.bookingId}`;

describe('view a booking', () => {
  it('shows the meeting as its guest may see it, and nothing else', async () => {
    const [extra, agentEmail] = [newGuest(), newGuest()];
    const { host, token, bookingId, guest, startMs } = await newCase({ guests: [extra], agentEmail });
    const { workspace } = host.address;
    expect(await view(token)).toEqual({
      booking: {
        id: bookingId,
        startAt: iso(startMs),
        endAt: iso(startMs + 1_800_000),
        status: 'confirmed',
        takesPlace: true,
        joinUrl: 'https://meet.example/hedy',
        cancelReason: null,
      },
      calendar: { organization: { slug: workspace, name: 'Test' }, owner: { username: 'hedy' }, hostTimezone: 'UTC' },
      eventType: { slug: 'call', name: 'Call', durationMinutes: 30, locationType: 'custom_link' },
      host: { name: 'Hedy Host' },
      movedFrom: null,
      moveReason: null,
      invitee: { name: null, email: guest, timezone: 'Europe/Berlin' },
      guests: [extra],
      agentEmail,
      local: expect.objectContaining({ timezone: 'Europe/Berlin' }),
      canCancel: true,
      canReschedule: true,
      moveNeedsApproval: false,
      guestsWait: false,
      slotsUrl: `${stack.publicUrl}/api/v1/public/${workspace}/hedy/call/slots?timezone=Europe%2FBerlin`,
      manageUrl: `${stack.publicUrl}/manage/${token}`,
    });
  });

  it('names the zone of the host that every other answer names', async () => {
    const { host, token } = await newCase();
    const { address, workspaceId } = host;
    const { workspace, username } = address;
    const zones = async () =>
      Promise.all([
        view(token),
        call('listEventTypes', { workspace, username }).then(outputOf),
        call('listSlots', { ...address }).then(outputOf),
      ]).then((answers) => answers.map(({ calendar }) => calendar.hostTimezone));
    await stack.sql`update schedules set timezone = 'Asia/Tokyo' where workspace_id = ${workspaceId}`;
    expect(await zones()).toEqual(['Asia/Tokyo', 'Asia/Tokyo', 'Asia/Tokyo']);
    await changeEvent(stack.sql, host, { schedule_id: null });
    expect(await zones()).toEqual(['Asia/Tokyo', 'Asia/Tokyo', 'Asia/Tokyo']);
    await stack.sql`update schedules set timezone = 'Europe/Paris' where workspace_id = ${workspaceId}`;
    expect(await zones()).toEqual(['Europe/Paris', 'Europe/Paris', 'Europe/Paris']);
  });

  it('offers open times to move to', async () => {
    const { token } = await newCase();
    const { slotsUrl } = await view(token);
    const answer = await http(slotsUrl);
    const startAt = (answer.json() as never as { slots: { startUtc: string }[] }).slots[0]?.startUtc;
    expect(outputOf(await call('rescheduleAsGuest', { token, startAt })).booking.startAt).toBe(startAt);
  });

  it('goes on after a cancel, with its reason and nothing left to do', async () => {
    const { token } = await newCase();
    outputOf(await call('cancelAsGuest', { token, reason: 'Ill' }));
    expect(await view(token)).toMatchObject({
      booking: { status: 'canceled', cancelReason: 'Ill' },
      canCancel: false,
      canReschedule: false,
    });
    const { slotsUrl } = await view(token);
    const slots = await http(`${slotsUrl}&token=${token}`);
    expect([slots.status, slots.json().error.details?.reason]).toEqual([409, 'booking_canceled']);
  });

  it('has the host’s word about their move, also on its page, until the guest moves it', async () => {
    const { token, bookingId, host } = await newCase();
    const moveTo = async (place: number) =>
      outputOf(await call('rescheduleAsGuest', { token, startAt: iso((await host.openStarts())[place] ?? 0) }));
    await moveTo(9);
    await stack.sql`update booking_changes set reason = 'My train is late.' where booking_id = ${bookingId}
      and previous_start_at is not null`;
    expect((await view(token)).moveReason).toBe('My train is late.');
    expect((await http(`${stack.publicUrl}/manage/${token}`)).text).toContain('My train is late.');
    await moveTo(12);
    expect((await view(token)).moveReason).toBeNull();
  });

  it.each(['declined', 'expired'] as const)('names a request that was %s, and nothing else', async (kind) => {
    const host = await createHost(stack.sql, { requires_approval: true });
    const { token, bookingId } = await bookMeeting(stack, caller, host, (await host.openStarts())[3] ?? 0);
    expect((await view(token)).booking.endedAs).toBeUndefined();
    await stack.sql`update bookings set status = 'canceled', decide_by = null, revision = revision + 1
      where id = ${bookingId}`;
    await stack.sql`insert into booking_changes (booking_id, revision, kind, actor, start_at, end_at, created_at, announced_at)
      select id, revision, ${kind}, 'host', start_at, end_at, now(), now() from bookings where id = ${bookingId}`;
    expect((await view(token)).booking).toMatchObject({ status: 'canceled', endedAs: kind });
  });

  it('says from the start on that nothing can be changed, and ends a day after the end', async () => {
    const meeting = await newCase();
    await setTimes(meeting, -1);
    expect(await view(meeting.token)).toMatchObject({ canCancel: false, canReschedule: false });
    await setTimes(meeting, -30 - 24 * 60 + 1);
    expect(await view(meeting.token)).toMatchObject({ canCancel: false });
    await setTimes(meeting, -30 - 24 * 60 - 1);
    for (const name of ['viewBooking', 'downloadInvite'] as const)
      expect(refusalOf(await call(name, { token: meeting.token }))).toMatchObject({
        status: 404,
        details: { reason: 'unknown_token' },
      });
  });

  it('offers no move of a request that nobody decided in time, even before its flow has looked', async () => {
    const host = await createHost(stack.sql, { requires_approval: true });
    const { token, bookingId } = await bookMeeting(stack, caller, host, (await host.openStarts())[3] ?? 0);
    expect(await view(token)).toMatchObject({ canCancel: true, canReschedule: true });
    await stack.sql`update bookings set decide_by = clock_timestamp() where id = ${bookingId}`;
    expect(await view(token)).toMatchObject({
      booking: { status: 'pending_confirmation' },
      canCancel: true,
      canReschedule: false,
    });
  });

  it('404 for any other token, 400 without one', async () => {
    const { bookingId } = await newCase();
    for (const token of ['x'.repeat(43), bookingId])
      expect(refusalOf(await call('viewBooking', { token }))).toMatchObject({
        status: 404,
        code: 'resource.not_found',
      });
    expect(refusalOf(await call('viewBooking', {}))).toMatchObject({
      status: 400,
      details: { issues: [{ path: 'token' }] },
    });
  });
});

describe('download the invite', () => {
  it('is a calendar file of its own kind, the same entry as in the mail', async () => {
    const { token, bookingId, guest } = await newCase();
    const answer = await http(`${stack.publicUrl}/api/v1/public/manage/booking.ics?token=${token}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'content-disposition': 'attachment; filename=invite.ics',
      'cache-control': 'no-store',
    });
    for (const line of ['METHOD:PUBLISH', `UID:${bookingId}@localhost`, 'SEQUENCE:0'])
      expect(answer.text).toContain(line);
    const [mailed] = (await stack.mailbox(guest))[0]?.attachments ?? [];
    expect(mailed?.content).toContain(`UID:${bookingId}@localhost`);
  });

  it('counts on with each change, and says when it is canceled', async () => {
    const { token, host } = await newCase();
    const startAt = iso((await host.openStarts())[9] ?? 0);
    outputOf(await call('rescheduleAsGuest', { token, startAt }));
    expect(await file(token)).toContain('SEQUENCE:1');
    outputOf(await call('cancelAsGuest', { token }));
    for (const line of ['METHOD:CANCEL', 'SEQUENCE:2', 'STATUS:CANCELLED']) expect(await file(token)).toContain(line);
  });

  it('404 for another token', async () => {
    expect(refusalOf(await call('downloadInvite', { token: 'x'.repeat(43) })).status).toBe(404);
  });
});
