import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGuest } from '../../support/guest.ts';
import { changeEvent, createHost, giveForm, intake, nearestStarts, type TestHost } from '../../support/host.ts';
import {
  announced,
  bookMeeting,
  codeFor,
  iso,
  letTimePass,
  mailCounts,
  tokenIn,
  updatesOf,
  wrongCode,
} from '../../support/meeting.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { callerOver, outputOf, refusalOf, surfaces } from '../../support/surfaces.ts';

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000, api: { trustProxy: 1 } });
});
afterAll(() => stack.close());

/** What only REST serves. */
const rest = callerOver('REST', () => stack);

describe.each(surfaces)('book over %s', (surface) => {
  const caller = callerOver(surface, () => stack);
  const { call } = caller;

  interface Ready {
    readonly host: TestHost;
    readonly guest: string;
    readonly code: string;
    readonly starts: number[];
  }

  /** A guest of a host, with a code in hand. */
  const ready = async (settings = {}, given?: TestHost): Promise<Ready> => {
    const host = given ?? (await createHost(stack.sql, settings));
    const guest = newGuest();
    outputOf(await call('requestCode', { ...host.address, email: guest }));
    return { host, guest, code: await codeFor(stack, guest), starts: await host.openStarts() };
  };

  const book = ({ host, guest, code, starts }: Ready, more: Record<string, unknown> = {}, from?: string) => {
    const invitee = { email: guest, timezone: 'Europe/Berlin' };
    return call('book', { ...host.address, startAt: iso(starts[0] ?? 0), code, invitee, ...more }, from);
  };

  const challengeOf = async ({ guest }: Ready) => {
    const [row] = await stack.sql<{ id: string; status: string; wrong_guesses: number }[]>`
      select id, status, wrong_guesses from challenges where guest_email = ${guest} order by created_at desc limit 1`;
    if (!row) throw new Error('no challenge');
    return row;
  };

  it('stands in the log with its flow, as do the code request before it and a look at it later; answers to guests name none', async () => {
    const host = await createHost(stack.sql);
    const [startMs = 0] = await host.openStarts();
    const { bookingId, token } = await bookMeeting(stack, caller, host, startMs);
    const viewed = await rest.call('viewBooking', { token });
    const lines = stack.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const ofTheFlow = lines.filter(({ msg, workflowId }) => msg === 'call' && workflowId === `booking/${bookingId}`);
    expect(ofTheFlow.map(({ operation }) => operation)).toEqual([
      'publicBooking.requestCode',
      'publicBooking.book',
      'manage.viewBooking',
    ]);
    expect(viewed.answer?.headers['x-workflow-id']).toBeUndefined();
  });

  describe('200', () => {
    it('books the slot, takes it off the list, and tells guest and host once each', async () => {
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
      expect(await mailCounts(stack, (await host.page()).host.email)).toEqual({ booking_confirmation: 1 });
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
      const counts = [here.guest, (await here.host.page()).host.email].map((to) => mailCounts(stack, to));
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
    const byAgent = async (here: Ready & { readonly agentEmail: string }) =>
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

    it('one upcoming booking for a guest and event: 409 agent_booking_exists, until it is canceled as "not me"', async () => {
      const [host, guest] = [await createHost(stack.sql), newGuest()];
      const [first = 0, second = 0] = await host.openStarts();
      const [one, other] = [await readyAgent(host, guest, first), await readyAgent(host, guest, second)];
      outputOf(await byAgent(one));
      const exists = { status: 409, details: { reason: 'agent_booking_exists' } };
      expect(refusalOf(await byAgent(other))).toMatchObject(exists);
      const unproven = { ...other, code: wrongCode(other.code) };
      expect(refusalOf(await byAgent(unproven)).details.reason).toBe('code_invalid');
      const third = await readyAgent(host, guest, second);
      expect(await mailCounts(stack, third.agentEmail)).toEqual({ booking_code: 1 });
      const token = tokenIn(await stack.waitForMail(guest, 'booking_confirmation'));
      outputOf(await callerRest.call('cancelBooking', { token, reason: 'not_me' }));
      expect(outputOf(await byAgent(other)).booking.status).toBe('confirmed');
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

  describe('422: the code', () => {
    const reasonOf = async (outcome: ReturnType<typeof book>) => {
      const { status, details } = refusalOf(await outcome);
      return [status, details.reason, details.attemptsLeft];
    };

    it('wrong: counts down, is burned for this client after five, and never reaches the flow', async () => {
      const here = await ready();
      const tries = [];
      for (let n = 1; n <= 5; n++) tries.push(await reasonOf(book({ ...here, code: wrongCode(here.code, n) })));
      expect(tries).toEqual([
        [422, 'code_invalid', 4],
        [422, 'code_invalid', 3],
        [422, 'code_invalid', 2],
        [422, 'code_invalid', 1],
        [422, 'code_burned', 0],
      ]);
      expect(await reasonOf(book(here))).toEqual([422, 'code_burned', 0]);
      const { id, wrong_guesses } = await challengeOf(here);
      expect(wrong_guesses).toBe(5);
      expect(await updatesOf(stack, id)).toEqual({ requestCode: 1 });
      expect(outputOf(await book(here, {}, '198.51.100.9')).booking.id).toBe(id);
    });

    it('wrong fifteen times from three clients: burned for everyone', async () => {
      const here = await ready();
      const clients = ['192.0.2.1', '192.0.2.2', '2001:db8::1'];
      for (const from of clients) {
        for (let n = 1; n <= 5; n++) await book({ ...here, code: wrongCode(here.code, n) }, {}, from);
      }
      expect(await reasonOf(book(here, {}, '192.0.2.99'))).toEqual([422, 'code_burned', 0]);
      const { id, status, wrong_guesses } = await challengeOf(here);
      expect([status, wrong_guesses]).toEqual(['burned', 15]);
      expect(await updatesOf(stack, id)).toEqual({ requestCode: 1 });
      expect(await stack.sql`select 1 from attempts where booking_id = ${id}`).toHaveLength(0);
    });

    it('twelve wrong ones at once: at most five are heard, none gets through', async () => {
      const here = await ready();
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, n) => book({ ...here, code: wrongCode(here.code, n + 1) })),
      );
      const reasons = outcomes.map((outcome) => refusalOf(outcome).details.reason);
      // Two counts run side by side, and the smaller one is told: of twins some may hear the end a guess too early, none too late.
      const heard = reasons.filter((reason) => reason === 'code_invalid').length;
      expect(heard).toBeLessThanOrEqual(4);
      expect(reasons.filter((reason) => reason === 'code_burned')).toHaveLength(12 - heard);
      expect((await challengeOf(here)).wrong_guesses).toBe(5);
    });

    it('burned: a new one may be asked for at once, and works', async () => {
      const here = await ready();
      for (let n = 1; n <= 5; n++) await book({ ...here, code: wrongCode(here.code, n) });
      outputOf(await call('requestCode', { ...here.host.address, email: here.guest }));
      expect(await mailCounts(stack, here.guest)).toEqual({ booking_code: 2 });
      outputOf(await book({ ...here, code: await codeFor(stack, here.guest) }));
    });

    it('expired', async () => {
      const here = await ready();
      await letTimePass(stack, here.guest, 601);
      expect(await reasonOf(book(here))).toEqual([422, 'code_expired', undefined]);
    });

    it('used for another start', async () => {
      const here = await ready();
      outputOf(await book(here));
      expect(await reasonOf(book(here, { startAt: iso(here.starts[1] ?? 0) }))).toEqual([422, 'code_used', undefined]);
    });

    it('of another guest, of another event, or never asked for', async () => {
      const here = await ready();
      const other = await createHost(stack.sql);
      const asIfWrong = [422, 'code_invalid', 4];
      expect(await reasonOf(book({ ...here, guest: newGuest() }))).toEqual(asIfWrong);
      expect(await reasonOf(book({ ...here, host: other }))).toEqual(asIfWrong);
      expect((await challengeOf(here)).wrong_guesses).toBe(0);
    });

    it('wrong: the answers do not tell whether a code is out, was, or never was', async () => {
      const guessers = { out: await ready(), expired: await ready(), used: await ready(), never: await ready() };
      await letTimePass(stack, guessers.expired.guest, 601);
      outputOf(await book(guessers.used));
      await letTimePass(stack, guessers.used.guest, 601);
      const never = { ...guessers.never, guest: newGuest() };
      const heard = async (here: Ready) => {
        const answers = [];
        for (let n = 1; n <= 6; n++)
          answers.push(refusalOf(await book({ ...here, code: wrongCode(here.code, n) }, {}, '192.0.2.50')));
        return answers;
      };
      const expected = await heard(guessers.out);
      expect(expected.map(({ details }) => details.attemptsLeft)).toEqual([4, 3, 2, 1, 0, 0]);
      for (const here of [guessers.expired, guessers.used, never]) expect(await heard(here)).toEqual(expected);
      expect((await challengeOf(guessers.used)).wrong_guesses).toBe(5);
      outputOf(await book(guessers.used));
    });

    it('wrong, before and after the guest asked for a code: one count, which does not tell that they did', async () => {
      const here = await ready();
      const from = '192.0.2.52';
      const guest = newGuest();
      const left = async (code: string) =>
        refusalOf(await book({ ...here, guest, code }, {}, from)).details.attemptsLeft as number;
      const told = [await left('000000'), await left('000001')];
      outputOf(await call('requestCode', { ...here.host.address, email: guest }));
      const code = await codeFor(stack, guest);
      for (let n = 1; n <= 3; n++) told.push(await left(wrongCode(code, n)));
      expect(told).toEqual([4, 3, 2, 1, 0]);
      expect((await challengeOf({ ...here, guest })).wrong_guesses).toBe(3);
      outputOf(await book({ ...here, guest, code }, {}, from));
    });

    it('used, and guessed at by strangers until nobody may: who booked hears of the meeting that stands', async () => {
      const here = await ready();
      const { booking } = outputOf(await book(here));
      for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
        for (let n = 1; n <= 5; n++) await book({ ...here, code: wrongCode(here.code, n) }, {}, from);
      expect((await challengeOf(here)).wrong_guesses).toBe(15);
      expect(outputOf(await book(here)).booking.id).toBe(booking.id);
      expect(await reasonOf(book(here, {}, '192.0.2.99'))).toEqual([422, 'code_burned', 0]);
      await book({ ...here, code: wrongCode(here.code) });
      expect(await reasonOf(book(here))).toEqual([422, 'code_burned', 0]);
    });

    it('used, and past its time: a client who guessed too often does not hear that a code is right', async () => {
      const here = await ready();
      outputOf(await book(here));
      await letTimePass(stack, here.guest, 601);
      const from = '192.0.2.51';
      for (let n = 1; n <= 5; n++) await book({ ...here, code: wrongCode(here.code, n) }, {}, from);
      await stack.sql`update stray_guesses set since = since - interval '11 minutes'`;
      expect(await reasonOf(book({ ...here, code: wrongCode(here.code) }, {}, from))).toEqual([422, 'code_invalid', 4]);
      expect(await reasonOf(book(here, {}, from))).toEqual([422, 'code_invalid', 3]);
    });
  });

  describe('409 and 422: the start, with the three nearest; the code stays good', () => {
    const refusedStart = async (here: Ready, startMs: number) => {
      const refused = refusalOf(await book(here, { startAt: iso(startMs) }));
      const offered = refused.details.alternatives.map(({ startUtc }: { startUtc: string }) => Date.parse(startUtc));
      expect(offered.toSorted()).toEqual(await nearestStarts(here.host, startMs));
      expect(refused.details.alternatives[0].bookerLocal.timezone).toBe('Europe/Berlin');
      expect((await challengeOf(here)).wrong_guesses).toBe(0);
      outputOf(await book({ ...here, starts: offered }));
      return [refused.status, refused.details.reason];
    };

    it('slot_taken', async () => {
      const host = await createHost(stack.sql);
      const startMs = (await host.openStarts())[30] ?? 0;
      await bookMeeting(stack, caller, host, startMs);
      expect(await refusedStart(await ready({}, host), startMs)).toEqual([409, 'slot_taken']);
    });

    it('slot_taken, within the buffer of another', async () => {
      const host = await createHost(stack.sql, { buffer_after_minutes: 30, slot_interval_minutes: 30 });
      const startMs = (await host.openStarts())[30] ?? 0;
      await bookMeeting(stack, caller, host, startMs);
      expect(await refusedStart(await ready({}, host), startMs + HALF_HOUR_MS)).toEqual([409, 'slot_taken']);
    });

    it('slot_taken, by a firm hold', async () => {
      const host = await createHost(stack.sql);
      const startMs = (await host.openStarts())[30] ?? 0;
      outputOf(await call('requestCode', { ...host.address, email: newGuest(), startAt: iso(startMs) }));
      expect(await refusedStart(await ready({}, host), startMs)).toEqual([409, 'slot_taken']);
    });

    it('not_a_slot', async () => {
      const here = await ready();
      expect(await refusedStart(here, (here.starts[9] ?? 0) + 60_000)).toEqual([422, 'not_a_slot']);
    });

    it('too_soon', async () => {
      const here = await ready({ minimum_notice_minutes: 600 });
      expect(await refusedStart(here, (here.starts[0] ?? 0) - 2 * HALF_HOUR_MS)).toEqual([422, 'too_soon']);
    });

    it('too_far', async () => {
      const here = await ready({ max_future_days: 2 });
      expect(await refusedStart(here, (here.starts.at(-1) ?? 0) + DAY_MS)).toEqual([422, 'too_far']);
    });

    it('limit_reached', async () => {
      const host = await createHost(stack.sql, { limit_per_day: 1 });
      const tomorrow = (await host.openStarts()).find((start) => start % DAY_MS === 0) ?? 0;
      await bookMeeting(stack, caller, host, tomorrow);
      expect(await refusedStart(await ready({}, host), tomorrow + DAY_MS / 2)).toEqual([422, 'limit_reached']);
    });
  });

  describe('422: the form', () => {
    const withForm = async () => {
      const here = await ready();
      await giveForm(stack.sql, here.host, intake);
      return here;
    };
    const good = { topic: 'Plans', size: 'solo' };

    it('names the question and what it takes; the code stays good for a right answer', async () => {
      const here = await withForm();
      const wrongs = [
        [undefined, 'answer_required', 'topic'],
        [{ topic: '  ', size: 'solo' }, 'answer_required', 'topic'],
        [{ ...good, size: 'Just me' }, 'answer_invalid', 'size'],
        [{ ...good, topic: 'x'.repeat(21) }, 'answer_invalid', 'topic'],
        [{ ...good, days: ['mon', 'wed'] }, 'answer_invalid', 'days'],
        [{ ...good, seats: '3' }, 'answer_invalid', 'seats'],
        [{ ...good, seats: 10 }, 'answer_invalid', 'seats'],
        [{ ...good, has_tool: true }, 'answer_required', 'tool'],
        [{ ...good, toString: 'x' }, 'answer_invalid', 'toString'],
      ] as const;
      for (const [customFields, reason, key] of wrongs) {
        const { status, message, details } = refusalOf(await book(here, { customFields }));
        expect([status, details.reason, details.key]).toEqual([422, reason, key]);
        expect(message).toContain(`customFields.${key}`);
      }
      expect((await challengeOf(here)).wrong_guesses).toBe(0);
      outputOf(await book(here, { customFields: { ...good, has_tool: true, tool: 'Pen' } }));
    });

    it('keeps checked answers with their labels, and leaves out what its condition hides', async () => {
      const here = await withForm();
      const customFields = { ...good, days: ['tue', 'mon'], seats: 3, has_tool: false, tool: 'Hidden' };
      const { booking } = outputOf(await book(here, { customFields }));
      const rows =
        await stack.sql`select key, value, display from booking_answers where booking_id = ${booking.id} order by position`;
      expect(rows.map(({ key, value }) => [key, value])).toEqual([
        ['topic', 'Plans'],
        ['size', 'solo'],
        ['days', expect.arrayContaining(['mon', 'tue'])],
        ['seats', 3],
        ['has_tool', false],
      ]);
      expect(rows.map(({ display }) => display)).toContain('Just me');
    });

    it('an event without questions takes no answers', async () => {
      const { details } = refusalOf(await book(await ready(), { customFields: { topic: 'x' } }));
      expect([details.reason, details.key]).toEqual(['answer_invalid', 'topic']);
    });
  });

  describe('idempotencyKey', () => {
    const idempotencyKey = 'the key of this test';
    const renewed = async (here: Ready): Promise<Ready> => {
      await letTimePass(stack, here.guest, 31);
      outputOf(await call('requestCode', { ...here.host.address, email: here.guest }));
      return { ...here, code: await codeFor(stack, here.guest) };
    };

    it('the same request with a new code: the same booking, even after it was moved', async () => {
      const here = await ready();
      const { booking } = outputOf(await book(here, { idempotencyKey }));
      const token = tokenIn(await stack.waitForMail(here.guest, 'booking_confirmation'));
      outputOf(await callerRest.call('rescheduleBooking', { token, startAt: iso(here.starts[5] ?? 0) }));
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

  const callerRest = callerOver('REST', () => stack);
});
