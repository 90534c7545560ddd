import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invitedToken } from '../../../../domain/mail/recipient-tokens.ts';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { changeEvent, createHost, nearestStarts, type TestHost } from '../../../support/drivers/host.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { callerOver, outputOf, refusalOf } from '../../../support/drivers/surfaces.ts';
import { makeKey } from '../../../support/factories/keys.ts';
import { announced, type BookedMeeting, bookMeeting, iso, mailCounts } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
});
afterAll(() => stack.close());

const caller = callerOver('REST', () => stack);
const { call } = caller;

interface Case extends BookedMeeting {
  readonly host: TestHost;
  readonly hostEmail: string;
  readonly starts: number[];
}

const newCase = async (settings = {}, more = {}): Promise<Case> => {
  const host = await createHost(stack.sql, settings);
  const starts = await host.openStarts();
  const meeting = await bookMeeting(stack, caller, host, starts[3] ?? 0, more);
  return { ...meeting, host, starts, hostEmail: (await host.event()).host.email };
};

const ways = [
  ['/manage/reschedule', (_: TestHost, input: Record<string, unknown>) => call('rescheduleAsGuest', input)],
  [
    'the path of the event',
    (host: TestHost, input: Record<string, unknown>) => call('rescheduleEventAsGuest', { ...host.address, ...input }),
  ],
] as const;

describe.each(ways)('reschedule by %s', (_, reschedule) => {
  it('moves the meeting, frees the old slot and mails everyone once, in the same calendar entry', async () => {
    const extra = newGuest();
    const { host, hostEmail, token, bookingId, guest, startMs, starts } = await newCase({}, { guests: [extra] });
    const next = starts[10] ?? 0;
    const { booking, message } = outputOf(await reschedule(host, { token, startAt: iso(next) }));
    expect(booking).toEqual({
      id: bookingId,
      startAt: iso(next),
      endAt: iso(next + HALF_HOUR_MS),
      status: 'rescheduled',
    });
    expect(message).toMatch(/^The meeting is now \w+.* Everyone invited gets a mail\.$/);
    const open = await host.openStarts();
    expect([open.includes(startMs), open.includes(next)]).toEqual([true, false]);
    await announced(stack, bookingId);
    const each = { booking_confirmation: 1, booking_rescheduled: 1 };
    expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1, ...each });
    expect(await mailCounts(stack, hostEmail)).toEqual(each);
    expect(await mailCounts(stack, extra)).toEqual(each);
    const [invite] = (await stack.mailbox(guest))[0]?.attachments ?? [];
    expect(invite?.contentType).toContain('method=REQUEST');
    for (const line of ['METHOD:REQUEST', `UID:${bookingId}@localhost`, 'SEQUENCE:1'])
      expect(invite?.content).toContain(line);
  });

  it('to where it is: 200, no mail, no change', async () => {
    const { host, token, bookingId, guest, startMs } = await newCase();
    const { booking } = outputOf(await reschedule(host, { token, startAt: iso(startMs) }));
    expect(booking).toMatchObject({ id: bookingId, startAt: iso(startMs), status: 'confirmed' });
    await announced(stack, bookingId);
    expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1, booking_confirmation: 1 });
  });

  it('repeated, at once or later: one move, one mail', async () => {
    const { host, token, bookingId, guest, starts } = await newCase();
    const input = { token, startAt: iso(starts[10] ?? 0) };
    await Promise.all([1, 2, 3].map(async () => outputOf(await reschedule(host, input))));
    outputOf(await reschedule(host, input));
    await announced(stack, bookingId);
    expect(await mailCounts(stack, guest)).toMatchObject({ booking_rescheduled: 1 });
  });

  it('there and back again: two moves, SEQUENCE 2', async () => {
    const { host, token, bookingId, guest, starts, startMs } = await newCase();
    outputOf(await reschedule(host, { token, startAt: iso(starts[10] ?? 0) }));
    outputOf(await reschedule(host, { token, startAt: iso(startMs) }));
    await announced(stack, bookingId);
    expect(await mailCounts(stack, guest)).toMatchObject({ booking_rescheduled: 2 });
    expect((await stack.mailbox(guest))[0]?.attachments[0]?.content).toContain('SEQUENCE:2');
  });

  it('with timezone: the guest’s zone follows, in the answer, the view, the mail and the reminders', async () => {
    const reminder = { id: 'r1', when: '1d before 09:00', to: 'guest', subject: null, text: null };
    const { host, token, bookingId, guest, starts } = await newCase();
    await stack.sql`update event_types set reminders = ${stack.sql.json([reminder])} where id = ${host.eventTypeId}`;
    const startMs = starts.at(-1) ?? 0;
    const { message } = outputOf(
      await reschedule(host, { token, startAt: iso(startMs), timezone: 'Pacific/Kiritimati' }),
    );
    expect(message).toContain('(Pacific/Kiritimati)');
    const { invitee, local } = outputOf(await call('viewBooking', { token }));
    expect([invitee.timezone, local.timezone]).toEqual(['Pacific/Kiritimati', 'Pacific/Kiritimati']);
    await announced(stack, bookingId);
    const mail = await stack.waitForMail(guest, 'booking_rescheduled');
    expect(mail.text).toContain('Kiritimati');
    expect(mail.text).not.toContain('Berlin');
    const [row] = await stack.sql<
      { reminders: { atMs: number }[] }[]
    >`select reminders from bookings where id = ${bookingId}`;
    const nineThere = (row?.reminders[0]?.atMs ?? 0) + 14 * 3_600_000;
    expect(new Date(nineThere).getUTCHours()).toBe(9);
  });

  it('without timezone, refused, or to where it is: the zone stays', async () => {
    const { host, token, bookingId, startMs, starts } = await newCase();
    const zone = async () =>
      (await stack.sql`select guest_timezone from bookings where id = ${bookingId}`)[0]?.guest_timezone;
    const tokyo = { token, timezone: 'Asia/Tokyo' };
    outputOf(await reschedule(host, { ...tokyo, startAt: iso(startMs) }));
    const { details } = refusalOf(await reschedule(host, { ...tokyo, startAt: iso((starts[9] ?? 0) + 60_000) }));
    expect(details.alternatives[0].bookerLocal.timezone).toBe('Asia/Tokyo');
    outputOf(await reschedule(host, { token, startAt: iso(starts[10] ?? 0) }));
    expect(await zone()).toBe('Europe/Berlin');
    const wrong = refusalOf(await reschedule(host, { token, startAt: iso(starts[11] ?? 0), timezone: 'Mars/Base' }));
    expect([wrong.status, wrong.details.issues[0].path]).toEqual([400, 'timezone']);
  });

  it('repeated with a zone, at once or later: one move, and the zone of the first', async () => {
    const { host, token, bookingId, guest, starts } = await newCase();
    const input = { token, startAt: iso(starts[10] ?? 0), timezone: 'Asia/Tokyo' };
    await Promise.all([1, 2, 3].map(async () => outputOf(await reschedule(host, input))));
    outputOf(await reschedule(host, input));
    await announced(stack, bookingId);
    expect(await mailCounts(stack, guest)).toMatchObject({ booking_rescheduled: 1 });
    expect(outputOf(await call('viewBooking', { token })).invitee.timezone).toBe('Asia/Tokyo');
  });

  it('reads timeZone as timezone', async () => {
    const { host, token, starts } = await newCase();
    outputOf(await reschedule(host, { token, startAt: iso(starts[10] ?? 0), timeZone: 'Asia/Tokyo' }));
    expect(outputOf(await call('viewBooking', { token })).invitee.timezone).toBe('Asia/Tokyo');
  });

  it('beside itself: its own time does not stand in its way, buffers included', async () => {
    const { host, token, startMs } = await newCase({ buffer_after_minutes: 30, slot_interval_minutes: 15 });
    const startAt = iso(startMs + 15 * 60_000);
    expect(outputOf(await reschedule(host, { token, startAt })).booking.startAt).toBe(startAt);
  });

  describe('409 and 422: the start, with the three nearest', () => {
    const refusedStart = async ({ host, token, guest }: Case, startMs: number) => {
      const { status, details } = refusalOf(await reschedule(host, { token, startAt: iso(startMs) }));
      const offered = details.alternatives.map(({ startUtc }: { startUtc: string }) => Date.parse(startUtc));
      expect(offered).toEqual(await nearestStarts(host, startMs));
      expect(details.alternatives[0].bookerLocal.timezone).toBe('Europe/Berlin');
      expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1, booking_confirmation: 1 });
      return [status, details.reason];
    };

    it('slot_taken', async () => {
      const here = await newCase();
      const startMs = here.starts[40] ?? 0;
      await bookMeeting(stack, caller, here.host, startMs);
      expect(await refusedStart(here, startMs)).toEqual([409, 'slot_taken']);
    });

    it('not_a_slot', async () => {
      const here = await newCase();
      expect(await refusedStart(here, (here.starts[40] ?? 0) + 60_000)).toEqual([422, 'not_a_slot']);
    });

    it('too_soon', async () => {
      const here = await newCase();
      await changeEvent(stack.sql, here.host, { minimum_notice_minutes: 600 });
      expect(await refusedStart(here, here.starts[1] ?? 0)).toEqual([422, 'too_soon']);
    });

    it('too_far', async () => {
      const here = await newCase({ max_future_days: 3 });
      expect(await refusedStart(here, (here.starts.at(-1) ?? 0) + DAY_MS)).toEqual([422, 'too_far']);
    });

    it('limit_reached, not counting itself', async () => {
      const here = await newCase();
      const tomorrow = here.starts.find((start) => start % DAY_MS === 0) ?? 0;
      const day = tomorrow + 2 * DAY_MS;
      await bookMeeting(stack, caller, here.host, day);
      await changeEvent(stack.sql, here.host, { limit_per_day: 1 });
      expect(await refusedStart(here, day + DAY_MS / 2)).toEqual([422, 'limit_reached']);
      const sameDay = Math.floor(here.startMs / DAY_MS) === Math.floor((here.starts[4] ?? 0) / DAY_MS);
      const other = sameDay ? (here.starts[4] ?? 0) : tomorrow + DAY_MS;
      outputOf(await reschedule(here.host, { token: here.token, startAt: iso(other) }));
    });
  });

  it('409 booking_canceled after a cancel, booking_over after the start; 402 in a locked workspace', async () => {
    const { host, token, starts } = await newCase();
    const input = { token, startAt: iso(starts[10] ?? 0) };
    await stack.sql`update workspaces set subscription_status = 'inactive' where id = ${host.workspaceId}`;
    expect(refusalOf(await reschedule(host, input))).toMatchObject({
      status: 402,
      details: { reason: 'workspace_locked' },
    });
    await stack.sql`update workspaces set subscription_status = 'active' where id = ${host.workspaceId}`;
    outputOf(await call('cancelAsGuest', { token }));
    expect(refusalOf(await reschedule(host, input))).toMatchObject({
      status: 409,
      details: { reason: 'booking_canceled' },
    });
    const over = await newCase();
    await stack.sql`
      update bookings set start_at = now() - interval '1 minute', end_at = now() + interval '29 minutes' where id = ${over.bookingId}`;
    const late = await reschedule(over.host, { token: over.token, startAt: iso(over.starts[10] ?? 0) });
    expect(refusalOf(late)).toMatchObject({ status: 409, details: { reason: 'booking_over' } });
  });

  it('404 for an unknown token; 400 for a start that is none', async () => {
    const { host, token, starts } = await newCase();
    const unknown = await reschedule(host, { token: 'x'.repeat(43), startAt: iso(starts[10] ?? 0) });
    expect(refusalOf(unknown)).toMatchObject({ status: 404, details: { reason: 'unknown_token' } });
    for (const startAt of ['tomorrow', '2026-02-30T09:00:00Z', '2026-12-01T09:00:00', 1_790_000_000]) {
      const { status, details } = refusalOf(await reschedule(host, { token, startAt }));
      expect([status, details.issues[0].path]).toEqual([400, 'startAt']);
    }
  });
});

describe('reschedule', () => {
  it('by the path of another event: 404', async () => {
    const [{ token, starts }, other] = [await newCase(), await createHost(stack.sql)];
    const outcome = await call('rescheduleEventAsGuest', { ...other.address, token, startAt: iso(starts[10] ?? 0) });
    expect(refusalOf(outcome).status).toBe(404);
  });

  it('of a request that waits for the host stays a request, and says so to both', async () => {
    const { token, bookingId, guest, hostEmail, starts } = await newCase({ requires_approval: true });
    const { booking } = outputOf(await call('rescheduleAsGuest', { token, startAt: iso(starts[10] ?? 0) }));
    expect(booking).toMatchObject({ id: bookingId, status: 'pending_confirmation', startAt: iso(starts[10] ?? 0) });
    await announced(stack, bookingId);
    expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1, booking_pending: 2 });
    expect(await mailCounts(stack, hostEmail)).toEqual({ booking_pending: 2 });
  });

  it('of an approved meeting asks the host again at the new time, and says so before and after', async () => {
    const extra = newGuest();
    const approval = { requires_approval: true };
    const { host, token, bookingId, guest, hostEmail, startMs, starts } = await newCase(approval, { guests: [extra] });
    const { headers } = await makeKey(stack.sql, { workspaceId: host.workspaceId, userId: host.userId });
    const decide = async (decision: 'approveBooking' | 'declineBooking') =>
      (await callHost(stack.appUrl, meetings[decision], { bookingId }, headers)).status;
    const view = async () => outputOf(await call('viewBooking', { token }));
    expect(await view()).toMatchObject({ moveNeedsApproval: false });
    expect(await decide('approveBooking')).toBe(200);
    await announced(stack, bookingId);
    expect(await view()).toMatchObject({ moveNeedsApproval: true });
    const next = starts[10] ?? 0;
    const page = await fetch(`${stack.publicUrl}/manage/${token}/reschedule?startAt=${iso(next)}`);
    expect(await page.text()).toContain('If the new time is declined, the meeting is canceled.');
    const { booking, message } = outputOf(await call('rescheduleAsGuest', { token, startAt: iso(next) }));
    expect(booking).toMatchObject({ status: 'pending_confirmation', startAt: iso(next) });
    expect(message).toContain('The host must approve the new time');
    const moved = await (await fetch(`${stack.publicUrl}/manage/${token}?done=moved`)).text();
    expect(moved).toContain('The new time must be approved again');
    expect(moved).toMatch(new RegExp(`Before</dt><dd><time dateTime="${iso(startMs)}"`, 'i'));
    const later = await (await fetch(`${stack.publicUrl}/manage/${token}`)).text();
    expect(later).toMatch(/new time must be approved by .+ again/);
    const open = await host.openStarts();
    expect([open.includes(startMs), open.includes(next)]).toEqual([true, false]);
    await announced(stack, bookingId);
    const invited = `${stack.publicUrl}/invited/${invitedToken(stack.secrets, bookingId)}`;
    expect(await (await fetch(invited)).text()).toContain('The host has not approved this time yet');
    const [asked] = (await stack.mailbox(extra)).filter(({ kind }) => kind === 'booking_pending');
    expect(JSON.stringify(asked)).toContain('method=CANCEL');
    expect(await mailCounts(stack, hostEmail)).toEqual({ booking_pending: 2, booking_confirmation: 1 });
    expect(await decide('approveBooking')).toBe(200);
    await announced(stack, bookingId);
    const twice = { booking_pending: 2, booking_confirmation: 2 };
    expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1, ...twice });
    expect(await mailCounts(stack, extra)).toEqual({ booking_pending: 1, booking_confirmation: 2 });
    // Away and back: the host is asked again about a time that was approved before.
    const away = starts[12] ?? 0;
    outputOf(await call('rescheduleAsGuest', { token, startAt: iso(away) }));
    expect((await view()).movedFrom).toEqual({ startAt: iso(next), wasMeeting: true });
    outputOf(await call('rescheduleAsGuest', { token, startAt: iso(starts[13] ?? 0) }));
    expect((await view()).movedFrom).toEqual({ startAt: iso(next), wasMeeting: true });
    outputOf(await call('rescheduleAsGuest', { token, startAt: iso(next) }));
    expect((await view()).movedFrom).toEqual({ startAt: iso(starts[13] ?? 0), wasMeeting: true });
    expect((await view()).booking.status).toBe('pending_confirmation');
    expect(await decide('approveBooking')).toBe(200);
    expect((await view()).booking.status).not.toBe('pending_confirmation');
    outputOf(await call('rescheduleAsGuest', { token, startAt: iso(starts[14] ?? 0) }));
    expect(await decide('declineBooking')).toBe(200);
    await announced(stack, bookingId);
    expect((await view()).booking.status).toBe('canceled');
    expect(await mailCounts(stack, extra)).toMatchObject({ booking_canceled: 1 });
  });

  it('at the same time as a guest who books that slot: one of them has it', async () => {
    const { host, token, starts } = await newCase();
    const target = starts[20] ?? 0;
    const rival = bookMeeting(stack, caller, host, target).then(
      () => 'rival',
      () => 'refused',
    );
    const moved = call('rescheduleAsGuest', { token, startAt: iso(target) });
    const outcome = await moved;
    expect(await rival).toBe(outcome.ok ? 'refused' : 'rival');
    const rows =
      await stack.sql`select 1 from claims where host_id = ${host.userId} and lower(period) = ${iso(target)}`;
    expect(rows).toHaveLength(1);
  });
});

describe('the times to move to', () => {
  const listed = async ({ address }: TestHost, more = {}) =>
    outputOf(await call('listSlots', { ...address, ...more })).slots.map(({ startUtc }) => startUtc);

  it('are those beside the meeting, too, which its own buffers keep from all others, and each can be had', async () => {
    const { host, token, starts } = await newCase({
      buffer_before_minutes: 30,
      buffer_after_minutes: 30,
      limit_per_day: 1,
    });
    const [before, own, after] = starts.slice(2, 5).map(iso);
    expect(await listed(host)).not.toContain(before);
    const [first, ...rest] = await listed(host, { token });
    expect([first, ...rest]).toEqual(expect.arrayContaining([before, after]));
    // The meeting is already at this time.
    expect(rest).not.toContain(own);
    expect(await listed(host, { token, limit: 3, from: before })).toEqual([before, after, iso(starts[5] ?? 0)]);
    // The cache does not give one guest's answer to others.
    expect(await listed(host)).not.toContain(before);
    outputOf(await call('rescheduleAsGuest', { token, startAt: before }));
    outputOf(await call('rescheduleAsGuest', { token, startAt: own }));
    outputOf(await call('rescheduleAsGuest', { token, startAt: after }));
    expect(await listed(host, { token })).toContain(before);
  });
});
