import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGuest } from '../../../support/drivers/guest.ts';
import { createHost, type TestHost } from '../../../support/drivers/host.ts';
import { callerOver, outputOf, refusalOf } from '../../../support/drivers/surfaces.ts';
import {
  announced,
  type BookedMeeting,
  bookMeeting,
  mailCounts,
  updatesOf,
} from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

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
}

const newCase = async (settings = {}, more = {}): Promise<Case> => {
  const host = await createHost(stack.sql, settings);
  const meeting = await bookMeeting(stack, caller, host, (await host.openStarts())[3] ?? 0, more);
  return { ...meeting, host, hostEmail: (await host.event()).host.email };
};

/** Both routes, with one input. */
const ways = [
  ['/manage/cancel', (_: TestHost, input: Record<string, unknown>) => call('cancelAsGuest', input)],
  [
    'the path of the event',
    (host: TestHost, input: Record<string, unknown>) => call('cancelEventAsGuest', { ...host.address, ...input }),
  ],
] as const;

describe.each(ways)('cancel by %s', (_, cancel) => {
  it('frees the slot and mails everyone once, with the invite canceled', async () => {
    const extra = newGuest();
    const { host, hostEmail, token, bookingId, guest, startMs } = await newCase({}, { guests: [extra] });
    expect(await host.openStarts()).not.toContain(startMs);
    expect(outputOf(await cancel(host, { token, reason: 'Ill in bed' }))).toEqual({
      booking: { id: bookingId, status: 'canceled' },
      message: expect.stringContaining('canceled'),
    });
    expect(await host.openStarts()).toContain(startMs);
    await announced(stack, bookingId);
    const each = { booking_confirmation: 1, booking_canceled: 1 };
    expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1, ...each });
    expect(await mailCounts(stack, hostEmail)).toEqual(each);
    expect(await mailCounts(stack, extra)).toEqual(each);
    const [mail] = await stack.mailbox(hostEmail);
    expect(mail?.text).toContain('Ill in bed');
    const [invite] = mail?.attachments ?? [];
    expect(invite?.contentType).toContain('method=CANCEL');
    for (const line of ['METHOD:CANCEL', `UID:${bookingId}@localhost`, 'SEQUENCE:1', 'STATUS:CANCELLED'])
      expect(invite?.content).toContain(line);
  });

  it('twice, and twice at once: the same answer, one mail', async () => {
    const { host, token, bookingId, guest } = await newCase();
    const answers = await Promise.all([1, 2].map(async () => outputOf(await cancel(host, { token }))));
    answers.push(outputOf(await cancel(host, { token, reason: 'again' })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await announced(stack, bookingId);
    expect(await mailCounts(stack, guest)).toMatchObject({ booking_canceled: 1 });
    const [row] = await stack.sql`select cancel_reason, revision from bookings where id = ${bookingId}`;
    expect(row).toEqual({ cancel_reason: null, revision: 2 });
  });

  it('409 booking_over once it has started, and after it', async () => {
    const { host, token, bookingId } = await newCase();
    for (const minutes of [-10, -600]) {
      await stack.sql`
        update bookings set start_at = now() + ${minutes} * interval '1 minute', end_at = now() + ${minutes + 30} * interval '1 minute'
        where id = ${bookingId}`;
      const { status, details } = refusalOf(await cancel(host, { token }));
      expect([status, details.reason]).toEqual([409, 'booking_over']);
    }
  });

  it('404 a day after the end', async () => {
    const { host, token, bookingId } = await newCase();
    await stack.sql`
      update bookings set start_at = now() - interval '25 hours', end_at = now() - interval '1441 minutes' where id = ${bookingId}`;
    expect(refusalOf(await cancel(host, { token }))).toMatchObject({
      status: 404,
      details: { reason: 'unknown_token' },
    });
  });

  it('404 for a token that is none', async () => {
    const { host, bookingId } = await newCase();
    for (const token of ['x'.repeat(43), bookingId, 'short'])
      expect(refusalOf(await cancel(host, { token }))).toMatchObject({ status: 404, code: 'resource.not_found' });
    // The guest is answered shortly before the flow answers.
    await expect.poll(() => updatesOf(stack, bookingId)).toEqual({ requestCode: 1, confirm: 1 });
  });

  it('400 without a token, or with a reason that is too long; nothing changes', async () => {
    const { host, token, bookingId } = await newCase();
    const pathOf = async (input: Record<string, unknown>) => {
      const { status, details } = refusalOf(await cancel(host, input));
      return [status, details.issues[0].path];
    };
    expect(await pathOf({})).toEqual([400, 'token']);
    expect(await pathOf({ token: '' })).toEqual([400, 'token']);
    expect(await pathOf({ token, reason: 'x'.repeat(501) })).toEqual([400, 'reason']);
    const [row] = await stack.sql`select status from bookings where id = ${bookingId}`;
    expect(row?.status).toBe('confirmed');
  });

  it('works in a locked workspace: only new bookings are refused', async () => {
    const { host, token } = await newCase();
    await stack.sql`update workspaces set subscription_status = 'inactive' where id = ${host.workspaceId}`;
    expect(outputOf(await cancel(host, { token })).booking.status).toBe('canceled');
  });
});

describe('cancel', () => {
  it('by the path of another event: 404, and the meeting stands', async () => {
    const [{ token, bookingId }, other] = [await newCase(), await createHost(stack.sql)];
    const outcome = await call('cancelEventAsGuest', { ...other.address, token });
    expect(refusalOf(outcome)).toMatchObject({ status: 404, details: { reason: 'unknown_token' } });
    const [row] = await stack.sql`select status from bookings where id = ${bookingId}`;
    expect(row?.status).toBe('confirmed');
  });

  it('as "not me" says so to the host, and keeps no reason of it', async () => {
    const { token, bookingId, hostEmail } = await newCase({}, { agentEmail: newGuest() });
    outputOf(await call('cancelAsGuest', { token, reason: 'not_me' }));
    await announced(stack, bookingId);
    const [change] = await stack.sql`
      select actor, reason from booking_changes where booking_id = ${bookingId} and kind = 'canceled'`;
    expect(change).toEqual({ actor: 'not_me', reason: null });
    expect((await stack.mailbox(hostEmail))[0]?.text).not.toContain('not_me');
  });

  it('before the host decided: guest and host get one mail, without an invite', async () => {
    const { token, bookingId, guest, hostEmail } = await newCase({ requires_approval: true });
    outputOf(await call('cancelAsGuest', { token }));
    await announced(stack, bookingId);
    expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1, booking_pending: 1, booking_canceled: 1 });
    expect(await mailCounts(stack, hostEmail)).toEqual({ booking_pending: 1, booking_canceled: 1 });
    expect((await stack.mailbox(guest))[0]?.attachments).toEqual([]);
  });
});
