import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newGuest } from '../../../support/drivers/guest.ts';
import { createHost, type TestHost } from '../../../support/drivers/host.ts';
import { callerOver, outputOf, refusalOf, surfaces } from '../../../support/drivers/surfaces.ts';
import {
  ageGuestRecords,
  challengesOf,
  codeFor,
  iso,
  mailCounts,
  updatesOf,
} from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000, api: { trustProxy: 1 } });
});
afterAll(() => stack.close());

describe.each(surfaces)('request a code over %s', (surface) => {
  const { call } = callerOver(surface, () => stack);
  const ask = (host: TestHost, email: string, more: Record<string, unknown> = {}, from?: string) =>
    call('requestCode', { ...host.address, email, ...more }, from);
  const listed = async (host: TestHost) =>
    outputOf(await call('listSlots', { ...host.address, limit: 500 })).slots.map(({ startUtc }) =>
      Date.parse(startUtc),
    );

  describe('200', () => {
    it('mails six digits to the guest and says how long they last', async () => {
      const [host, guest] = [await createHost(stack.sql), newGuest()];
      const output = outputOf(await ask(host, guest, { name: 'Gus' }));
      expect(output).toEqual({
        status: 'otp_sent',
        email: guest,
        codeSentTo: guest,
        message: expect.stringContaining(guest),
        expiresInMinutes: 10,
        codeExpiresInSeconds: expect.any(Number),
        holdExpiresAt: null,
      });
      expect(output.codeExpiresInSeconds).toBeGreaterThan(590);
      expect(output.codeExpiresInSeconds).toBeLessThanOrEqual(600);
      expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1 });
      const [challenge] = await challengesOf(stack, guest);
      expect(await updatesOf(stack, challenge?.id ?? '')).toEqual({ requestCode: 1 });
    });

    it('mails once for the same request, at once and within 30 s, however the address is written', async () => {
      const [host, guest] = [await createHost(stack.sql), newGuest()];
      await Promise.all([1, 2, 3].map(async () => outputOf(await ask(host, guest))));
      const code = await codeFor(stack, guest);
      await ageGuestRecords(stack, guest, 25);
      const again = outputOf(await ask(host, guest.toUpperCase()));
      expect(again.codeExpiresInSeconds).toBeLessThanOrEqual(575);
      expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1 });
      expect(await codeFor(stack, guest)).toBe(code);
    });

    it('sends a new code after 30 s, which kills the old one and lasts ten minutes of its own', async () => {
      const [host, guest] = [await createHost(stack.sql), newGuest()];
      const [startMs = 0] = await host.openStarts();
      outputOf(await ask(host, guest));
      const old = await codeFor(stack, guest);
      await ageGuestRecords(stack, guest, 31);
      expect(outputOf(await ask(host, guest)).codeExpiresInSeconds).toBeGreaterThan(590);
      const fresh = await codeFor(stack, guest);
      expect(fresh).not.toBe(old);
      const book = (code: string) =>
        call('book', { ...host.address, startAt: iso(startMs), code, invitee: { email: guest, timezone: 'UTC' } });
      expect(refusalOf(await book(old)).details).toMatchObject({ reason: 'code_invalid', attemptsLeft: 4 });
      expect(outputOf(await book(fresh)).booking.status).toBe('confirmed');
    });

    it('opens a new challenge once the code has expired', async () => {
      const [host, guest] = [await createHost(stack.sql), newGuest()];
      outputOf(await ask(host, guest));
      await ageGuestRecords(stack, guest, 601);
      outputOf(await ask(host, guest));
      expect((await challengesOf(stack, guest)).map(({ status }) => status)).toEqual(['expired', 'open']);
      expect(await mailCounts(stack, guest)).toEqual({ booking_code: 2 });
    });

    it("sends the code to the agent's inbox, and nothing to the guest", async () => {
      const [host, guest, agent] = [await createHost(stack.sql), newGuest(), newGuest()];
      expect(outputOf(await ask(host, guest, { agentEmail: agent }))).toMatchObject({
        email: guest,
        codeSentTo: agent,
        message: expect.stringContaining(agent),
      });
      expect(await mailCounts(stack, agent)).toEqual({ booking_code: 1 });
      expect(await mailCounts(stack, guest)).toEqual({});
      expect((await stack.mailbox(agent))[0]?.text).toContain(guest);
    });

    it('keeps challenges of other inboxes, guests and events apart', async () => {
      const [host, other] = [await createHost(stack.sql), await createHost(stack.sql)];
      const [guest, agent] = [newGuest(), newGuest()];
      outputOf(await ask(host, guest));
      outputOf(await ask(host, guest, { agentEmail: agent }));
      outputOf(await ask(other, guest));
      expect((await challengesOf(stack, guest)).map(({ status }) => status)).toEqual(['open', 'open', 'open']);
      expect(await mailCounts(stack, guest)).toEqual({ booking_code: 2 });
    });
  });

  describe('200, with startAt', () => {
    it('holds the slot for three minutes: gone from the very next list, and for the guest to book', async () => {
      const [host, guest] = [await createHost(stack.sql), newGuest()];
      const [startMs = 0] = await host.openStarts();
      const { holdExpiresAt, notice } = outputOf(await ask(host, guest, { startAt: iso(startMs) }));
      const heldSeconds = (Date.parse(holdExpiresAt ?? '') - Date.now()) / 1_000;
      expect(heldSeconds).toBeGreaterThan(170);
      expect(heldSeconds).toBeLessThan(181);
      expect(notice).toBeUndefined();
      expect(await listed(host)).not.toContain(startMs);
      const code = await codeFor(stack, guest);
      const invitee = { email: guest, timezone: 'UTC' };
      outputOf(await call('book', { ...host.address, startAt: iso(startMs), code, invitee }));
    });

    it('shows the slot again once the hold yields, while the code still works', async () => {
      const [host, guest] = [await createHost(stack.sql), newGuest()];
      const [startMs = 0] = await host.openStarts();
      outputOf(await ask(host, guest, { startAt: iso(startMs) }));
      await ageGuestRecords(stack, guest, 181);
      expect(await listed(host)).toContain(startMs);
    });

    it('moves the hold to the new start, one for each guest and event; an agent’s never replaces the guest’s', async () => {
      const [host, guest] = [await createHost(stack.sql), newGuest()];
      const [first = 0, second = 0, third = 0] = await host.openStarts();
      outputOf(await ask(host, guest, { startAt: iso(first) }));
      outputOf(await ask(host, guest, { startAt: iso(second) }));
      outputOf(await ask(host, guest, { startAt: iso(third), agentEmail: newGuest() }));
      const open = await listed(host);
      expect([first, second, third].map((start) => open.includes(start))).toEqual([true, false, true]);
    });

    it.each([
      ['a client and host', async () => [await createHost(stack.sql)], (_: number) => '198.51.100.7', false],
      ['a /64 of IPv6', async () => [await createHost(stack.sql)], (n: number) => `2001:db8:1:2::${n}`, false],
      [
        'an inbox, over all hosts',
        () => Promise.all([1, 2, 3, 4].map(() => createHost(stack.sql))),
        (n: number) => `203.0.113.${n}`,
        true,
      ],
    ])('holds three for %s; the fourth is not held, says so, and its code comes', async (_, hosts, from, oneInbox) => {
      const hostsOfTest = await hosts();
      const inbox = newGuest();
      const answers = [];
      for (const turn of [0, 1, 2, 3]) {
        const host = hostsOfTest[turn % hostsOfTest.length] as TestHost;
        const startAt = iso((await host.openStarts())[turn] ?? 0);
        const more = oneInbox ? { startAt, agentEmail: inbox } : { startAt };
        answers.push(outputOf(await ask(host, newGuest(), more, from(turn + 1))));
      }
      expect(answers.map(({ holdExpiresAt }) => holdExpiresAt !== null)).toEqual([true, true, true, false]);
      const last = answers[3];
      expect(last?.notice).toContain('not held');
      expect(await mailCounts(stack, last?.codeSentTo ?? '')).toEqual({ booking_code: oneInbox ? 4 : 1 });
    });

    it.each([
      [120, [true, false]],
      [720, [false, false]],
    ])('of %d minutes: holds a fifth of a day, and one of two hours at least', async (duration_minutes, expected) => {
      const host = await createHost(stack.sql, { duration_minutes });
      const [first = 0, second = 0] = await host.openStarts();
      const held = async (startMs: number, from: string) =>
        outputOf(await ask(host, newGuest(), { startAt: iso(startMs) }, from)).holdExpiresAt !== null;
      expect([await held(first, '192.0.2.1'), await held(second, '198.51.100.2')]).toEqual(expected);
    });

    it('does not count a hold of the day before', async () => {
      const host = await createHost(stack.sql, { duration_minutes: 120 });
      const starts = await host.openStarts();
      const first = starts[0] ?? 0;
      const next = starts.find((startMs) => startMs > first + 14 * 3_600_000) ?? 0;
      const asked = async (startMs: number, from: string) =>
        outputOf(await ask(host, newGuest(), { startAt: iso(startMs) }, from)).holdExpiresAt !== null;
      expect([await asked(first, '192.0.2.1'), await asked(next, '198.51.100.2')]).toEqual([true, true]);
    });
  });
});
