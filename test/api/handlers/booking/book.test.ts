import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CodeHolder, codeBookingOver } from '../../../support/drivers/code-booking.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { changeEvent, createHost, type TestHost } from '../../../support/drivers/host.ts';
import { callerOver, outputOf, refusalOf, surfaces } from '../../../support/drivers/surfaces.ts';
import {
  ageGuestRecords,
  announced,
  bookMeeting,
  codeFor,
  iso,
  mailCounts,
  tokenIn,
  wrongCode,
} from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000, api: { trustProxy: 1 } });
});
afterAll(() => stack.close());

/** Calls that only REST serves. */
const rest = callerOver('REST', () => stack);

describe.each(surfaces)('book over %s', (surface) => {
  const caller = codeBookingOver(surface, () => stack);
  const { call, ready, book } = caller;

  it('stands in the log with its flow, as do the code request before it and a look at it later; answers to guests name none', async () => {
    const host = await createHost(stack.sql);
    const [startMs = 0] = await host.openStarts();
    const { bookingId, token } = await bookMeeting(stack, caller, host, startMs);
    const viewed = await rest.call('viewBooking', { token });
    const lines = stack.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const ofTheFlow = lines.filter(({ msg, workflowId }) => msg === 'call' && workflowId === `booking/${bookingId}`);
    expect(ofTheFlow.map(({ operation }) => operation)).toEqual([
      'booking.requestCode',
      'booking.book',
      'booking.viewBooking',
    ]);
    expect(viewed.answer?.headers['x-workflow-id']).toBeUndefined();
  });

  it('without a code answers where one comes from', async () => {
    const host = await createHost(stack.sql);
    const invitee = { email: newGuest(), timezone: 'Europe/Berlin' };
    const body: Record<string, unknown> = { ...host.address, startAt: iso(Date.now() + DAY_MS), invitee };
    const { status, details } = refusalOf(await call('book', body as never));
    expect(status).toBe(400);
    expect(details.issues).toEqual([{ path: 'code', message: expect.stringMatching(/^is required, must be text/) }]);
    for (const way of ['POST …/otp', 'request_booking_code']) expect(details.issues[0].message).toContain(way);
  });

  it.each([
    ['of one domain, also below it', ['a@mail.invented.org', 'b@invented.org'], 'c@x.y.invented.org'],
    ['of one inbox at a provider', ['ann.example@gmail.com', 'annexample+1@gmail.com'], 'annexample+2@gmail.com'],
  ])('with invented addresses %s stops at the cap of the host', async (_, first, beyond) => {
    const host = await createHost(stack.sql);
    await stack.sql`update workspaces set upcoming_per_mail_domain = 2 where id = ${host.workspaceId}`;
    const starts = await host.openStarts();
    const bookAs = async (guest: string, nth: number) => {
      outputOf(await call('requestCode', { ...host.address, email: guest }));
      return book({ host, guest, starts, code: await codeFor(stack, guest) }, { startAt: iso(starts[nth] ?? 0) });
    };
    for (const [nth, guest] of first.entries()) outputOf(await bookAs(guest, nth + 4));
    expect(refusalOf(await bookAs(beyond, 9))).toMatchObject({
      status: 429,
      details: { reason: 'too_many_upcoming', limit: 2 },
    });
  });

  describe('200', () => {
    it('books the slot, takes it off the list, and mails guest and host once each', async () => {
      const here = await ready({ location_type: 'custom_link', location_detail: 'https://meet.example/hedy' });
      const { host, guest, starts } = here;
      const invitee = { email: guest, name: 'Gus Guest', timezone: 'Europe/Berlin' };
      const { booking, message } = outputOf(await book(here, { invitee }));
      expect(booking).toEqual({
        id: expect.any(String),
        startAt: iso(starts[0] ?? 0),
        endAt: iso((starts[0] ?? 0) + HALF_HOUR_MS),
        status: 'confirmed',
        joinUrl: 'https://meet.example/hedy',
      });
      expect(message).toContain('Booked');
      const { slots } = outputOf(await call('listSlots', { ...host.address }));
      expect(slots.map(({ startUtc }) => startUtc)).not.toContain(booking.startAt);
      await announced(stack, booking.id);
      expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1, booking_confirmation: 1 });
      expect(await mailCounts(stack, (await host.event()).host.email)).toEqual({ booking_confirmation: 1 });
      const [row] = await stack.sql`select source, guest_name, guest_timezone from bookings where id = ${booking.id}`;
      expect(row).toEqual({
        source: surface === 'REST' ? 'public_api' : 'public_mcp',
        guest_name: 'Gus Guest',
        guest_timezone: 'Europe/Berlin',
      });
    });

    it('sends an invite that calendars keep apart, and a link to manage it', async () => {
      const here = await ready();
      const { booking } = outputOf(await book(here));
      const mail = await stack.waitForMail(here.guest, 'booking_confirmation');
      const [invite] = mail.attachments;
      expect(invite?.contentType).toContain('method=REQUEST');
      expect(invite?.content).toContain('METHOD:REQUEST');
      expect(invite?.content).toContain(`UID:${booking.id}@localhost`);
      expect(invite?.content).toContain('SEQUENCE:0');
      expect(tokenIn(mail)).toHaveLength(43);
    });

    it('takes an offset for the same instant', async () => {
      const here = await ready();
      const startMs = here.starts[0] ?? 0;
      const startAt = new Date(startMs + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
      expect(outputOf(await book(here, { startAt })).booking.startAt).toBe(iso(startMs));
    });

    it('answers the same booking to the same request again, at once or later', async () => {
      const here = await ready();
      const twins = await Promise.all([1, 2, 3].map(async () => outputOf(await book(here)).booking.id));
      const later = outputOf(await book(here)).booking.id;
      expect(new Set([...twins, later]).size).toBe(1);
      await announced(stack, later);
      expect(await mailCounts(stack, here.guest)).toEqual({ booking_code: 1, booking_confirmation: 1 });
    });

    it('answers the guest’s present booking to a new code for the same start', async () => {
      const here = await ready();
      const { booking } = outputOf(await book(here));
      outputOf(await call('requestCode', { ...here.host.address, email: here.guest }));
      const again = { ...here, code: await codeFor(stack, here.guest) };
      expect(again.code).not.toBe(here.code);
      expect(outputOf(await book(again)).booking.id).toBe(booking.id);
      await announced(stack, booking.id);
      expect(await mailCounts(stack, here.guest)).toEqual({ booking_code: 2, booking_confirmation: 1 });
    });

    it('mails more guests their own invite, without the link to manage', async () => {
      const here = await ready();
      const guests = Array.from({ length: 10 }, () => newGuest());
      const { booking } = outputOf(await book(here, { guests }));
      await announced(stack, booking.id);
      for (const extra of guests) expect(await mailCounts(stack, extra)).toEqual({ booking_confirmation: 1 });
      const [mail] = await stack.mailbox(guests[0] ?? '');
      expect(mail?.text).not.toContain('/manage/');
      expect(mail?.attachments[0]?.content).toContain(`UID:${booking.id}`);
      const rows = await stack.sql`select email from booking_guests where booking_id = ${booking.id} order by position`;
      expect(rows.map(({ email }) => email)).toEqual(guests);
    });

    it('keeps a slot for approval where the host wants to decide', async () => {
      const here = await ready({ requires_approval: true });
      const { booking, message } = outputOf(await book(here));
      expect(booking.status).toBe('pending_confirmation');
      expect(message).toContain('approve');
      expect(await here.host.openStarts()).not.toContain(here.starts[0]);
      await announced(stack, booking.id);
      const counts = [here.guest, (await here.host.event()).host.email].map((to) => mailCounts(stack, to));
      expect(await Promise.all(counts)).toEqual([{ booking_code: 1, booking_pending: 1 }, { booking_pending: 1 }]);
    });

    it('still takes a code where agents need none: POST book always carries one', async () => {
      const here = await ready({ require_otp_agent: false });
      expect(refusalOf(await book({ ...here, code: wrongCode(here.code) })).details.reason).toBe('code_invalid');
      expect(outputOf(await book(here)).booking.status).toBe('confirmed');
    });
  });

  describe('200, by an agent', () => {
    /** A guest whose agent holds the code. */
    const readyAgent = async (host: TestHost, guest: string, startMs: number, agentEmail = newGuest()) => {
      outputOf(await call('requestCode', { ...host.address, email: guest, agentEmail }));
      return { host, guest, code: await codeFor(stack, agentEmail), starts: [startMs], agentEmail };
    };
    const byAgent = async (here: CodeHolder & { readonly agentEmail: string }) =>
      book(here, { agentEmail: here.agentEmail });

    it('invites the guest, names the agent and offers the guest a way out', async () => {
      const [host, guest] = [await createHost(stack.sql), newGuest()];
      const here = await readyAgent(host, guest, (await host.openStarts())[0] ?? 0);
      const { booking } = outputOf(await byAgent(here));
      const mail = await stack.waitForMail(guest, 'booking_confirmation');
      expect(mail.text).toContain(here.agentEmail);
      expect(mail.text).toMatch(/not me|not you/i);
      await announced(stack, booking.id);
      expect(await mailCounts(stack, here.agentEmail)).toEqual({ booking_code: 1 });
      const [row] = await stack.sql`select agent_email from bookings where id = ${booking.id}`;
      expect(row?.agent_email).toBe(here.agentEmail);
    });

    it('one upcoming booking for a guest, event and agent: 409 agent_booking_exists, until it is canceled as "not me"', async () => {
      const [host, guest] = [await createHost(stack.sql), newGuest()];
      const [first = 0, second = 0] = await host.openStarts();
      const one = await readyAgent(host, guest, first);
      outputOf(await byAgent(one));
      const other = await readyAgent(host, guest, second, one.agentEmail);
      const exists = { status: 409, details: { reason: 'agent_booking_exists' } };
      expect(refusalOf(await byAgent(other))).toMatchObject(exists);
      const unproven = { ...other, code: wrongCode(other.code) };
      expect(refusalOf(await byAgent(unproven)).details.reason).toBe('code_invalid');
      const token = tokenIn(await stack.waitForMail(guest, 'booking_confirmation'));
      outputOf(await rest.call('cancelAsGuest', { token, reason: 'not_me' }));
      expect(outputOf(await byAgent(other)).booking.status).toBe('confirmed');
    });

    it('a booking by the agent of a stranger neither blocks the guest’s own agent nor shows that it exists', async () => {
      const [host, guest] = [await createHost(stack.sql), newGuest()];
      const [first = 0, second = 0] = await host.openStarts();
      outputOf(await byAgent(await readyAgent(host, guest, first)));
      expect(outputOf(await byAgent(await readyAgent(host, guest, second))).booking.status).toBe('confirmed');
    });

    it('the guest may still book for themselves', async () => {
      const [host, guest] = [await createHost(stack.sql), newGuest()];
      const [first = 0, second = 0] = await host.openStarts();
      outputOf(await byAgent(await readyAgent(host, guest, first)));
      outputOf(await call('requestCode', { ...host.address, email: guest }));
      outputOf(await book({ host, guest, code: await codeFor(stack, guest), starts: [second] }));
    });

    it('the code of one inbox is none for the other', async () => {
      const [host, guest] = [await createHost(stack.sql), newGuest()];
      const agentEmail = newGuest();
      outputOf(await call('requestCode', { ...host.address, email: guest, agentEmail }));
      const here = { host, guest, code: await codeFor(stack, agentEmail), starts: await host.openStarts() };
      expect(refusalOf(await book(here)).details.reason).toBe('code_invalid');
      expect(refusalOf(await book(here, { agentEmail: newGuest() })).details.reason).toBe('code_invalid');
      outputOf(await book(here, { agentEmail }));
    });
  });

  describe('idempotencyKey', () => {
    const idempotencyKey = 'the key of this test';
    const renewed = async (here: CodeHolder): Promise<CodeHolder> => {
      await ageGuestRecords(stack, here.guest, 31);
      outputOf(await call('requestCode', { ...here.host.address, email: here.guest }));
      return { ...here, code: await codeFor(stack, here.guest) };
    };

    it('the same request with a new code: the same booking, even after it was moved', async () => {
      const here = await ready();
      const { booking } = outputOf(await book(here, { idempotencyKey }));
      const token = tokenIn(await stack.waitForMail(here.guest, 'booking_confirmation'));
      outputOf(await rest.call('rescheduleAsGuest', { token, startAt: iso(here.starts[5] ?? 0) }));
      const again = outputOf(await book(await renewed(here), { idempotencyKey }));
      expect(again.booking).toMatchObject({ id: booking.id, status: 'rescheduled', startAt: iso(here.starts[5] ?? 0) });
    });

    it('a wrong code gets no answer, whatever the key', async () => {
      const here = await ready();
      outputOf(await book(here, { idempotencyKey }));
      expect(refusalOf(await book({ ...here, code: wrongCode(here.code) }, { idempotencyKey })).status).toBe(422);
    });

    it('another request: 409 idempotency_mismatch', async () => {
      const here = await ready();
      outputOf(await book(here, { idempotencyKey }));
      const other = { idempotencyKey, startAt: iso(here.starts[1] ?? 0) };
      const { status, details } = refusalOf(await book(await renewed(here), other));
      expect([status, details.reason]).toEqual([409, 'idempotency_mismatch']);
    });

    it('a refused request does not use it up; other guests and events may have the same', async () => {
      const [here, there] = [await ready(), await ready()];
      expect(
        refusalOf(await book(here, { idempotencyKey, startAt: iso((here.starts[0] ?? 0) - 2 * DAY_MS) })).details
          .reason,
      ).toBe('too_soon');
      const ids = [outputOf(await book(here, { idempotencyKey })), outputOf(await book(there, { idempotencyKey }))];
      expect(new Set(ids.map(({ booking }) => booking.id)).size).toBe(2);
    });
  });

  describe('402 and 404', () => {
    it('a workspace that was locked meanwhile', async () => {
      const here = await ready();
      await stack.sql`update workspaces set subscription_status = 'inactive' where id = ${here.host.workspaceId}`;
      const { status, details } = refusalOf(await book(here));
      expect([status, details.reason]).toEqual([402, 'workspace_locked']);
    });

    it('an event that was archived meanwhile', async () => {
      const here = await ready();
      await changeEvent(stack.sql, here.host, { archived_at: new Date().toISOString() });
      expect(refusalOf(await book(here)).status).toBe(404);
    });
  });
});
