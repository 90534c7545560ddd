import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPostmark, postmarkMailer } from '../../../activities/mail/postmark.ts';
import { localMailer } from '../../../activities/mail/send.ts';
import { refusals, startFakePostmark } from '../../support/fake-postmark.ts';
import { newGuest } from '../../support/guest.ts';
import { changeEvent, createHost, nearestStarts, type TestHost } from '../../support/host.ts';
import { codeFor, iso, letTimePass, mailCounts, updatesOf } from '../../support/meeting.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { callerOver, outputOf, refusalOf, surfaces } from '../../support/surfaces.ts';

const DAY_MS = 86_400_000;

let stack: Stack;
let postmark: Awaited<ReturnType<typeof startFakePostmark>>;

beforeAll(async () => {
  postmark = await startFakePostmark();
  stack = await startStack({
    demo: false,
    deadlineMs: 20_000,
    api: { trustProxy: 1 },
    resolveMx: async (domain) => {
      if (domain === 'nomail.test') throw Object.assign(new Error('queryMx'), { code: 'ENOTFOUND' });
      return [{ exchange: `mx.${domain}`, priority: 10 }];
    },
    // Addresses at bounce.test go through Postmark, all others to the local mailbox.
    makeMailer: (sql) => {
      const options = { messageStream: 'outbound', now: Date.now };
      const provider = postmarkMailer(connectPostmark('server-token', postmark.options), sql, options);
      const mailbox = localMailer(sql, Date.now);
      return { send: (mail) => (mail.to.endsWith('@bounce.test') ? provider : mailbox).send(mail) };
    },
  });
});
afterAll(async () => {
  await stack.close();
  await postmark.close();
});

const challengesOf = (email: string) => stack.sql<{ id: string; status: string; issue_no: number }[]>`
  select id, status, issue_no from challenges where guest_email = ${email} order by created_at`;

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
      const [challenge] = await challengesOf(guest);
      expect(await updatesOf(stack, challenge?.id ?? '')).toEqual({ requestCode: 1 });
    });

    it('mails once for the same request, at once and within 30 s, however the address is written', async () => {
      const [host, guest] = [await createHost(stack.sql), newGuest()];
      await Promise.all([1, 2, 3].map(async () => outputOf(await ask(host, guest))));
      const code = await codeFor(stack, guest);
      await letTimePass(stack, guest, 25);
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
      await letTimePass(stack, guest, 31);
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
      await letTimePass(stack, guest, 601);
      outputOf(await ask(host, guest));
      expect((await challengesOf(guest)).map(({ status }) => status)).toEqual(['expired', 'open']);
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
      expect((await challengesOf(guest)).map(({ status }) => status)).toEqual(['open', 'open', 'open']);
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
      await letTimePass(stack, guest, 181);
      expect(await listed(host)).toContain(startMs);
    });

    it('moves the hold with the wish, one for each guest and event; an agent’s never displaces the guest’s', async () => {
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

    it("holds a fifth of a day's open starts, and one at least", async () => {
      const host = await createHost(stack.sql, { duration_minutes: 720 });
      const [first = 0, second = 0] = await host.openStarts();
      const held = async (startMs: number, from: string) =>
        outputOf(await ask(host, newGuest(), { startAt: iso(startMs) }, from)).holdExpiresAt !== null;
      expect([await held(first, '192.0.2.1'), await held(second, '192.0.2.2')]).toEqual([true, false]);
    });
  });

  describe('409 and 422: a start that cannot be had comes with the three nearest that can', () => {
    const refusedStart = async (host: TestHost, startMs: number) => {
      const guest = newGuest();
      const refused = refusalOf(await ask(host, guest, { startAt: iso(startMs) }));
      const offered = refused.details.alternatives.map(({ startUtc }: { startUtc: string }) => Date.parse(startUtc));
      expect(offered.toSorted()).toEqual(await nearestStarts(host, startMs));
      expect(await mailCounts(stack, guest)).toEqual({});
      expect(await challengesOf(guest)).toEqual([]);
      return [refused.status, refused.details.reason];
    };

    it('slot_taken, by the hold of another', async () => {
      const host = await createHost(stack.sql);
      const startMs = (await host.openStarts())[20] ?? 0;
      outputOf(await ask(host, newGuest(), { startAt: iso(startMs) }));
      expect(await refusedStart(host, startMs)).toEqual([409, 'slot_taken']);
    });

    it('not_a_slot', async () => {
      const host = await createHost(stack.sql);
      const startMs = ((await host.openStarts())[20] ?? 0) + 7 * 60_000;
      expect(await refusedStart(host, startMs)).toEqual([422, 'not_a_slot']);
    });

    it('too_soon', async () => {
      const host = await createHost(stack.sql, { minimum_notice_minutes: 600 });
      const startMs = ((await host.openStarts())[0] ?? 0) - 60 * 60_000;
      expect(await refusedStart(host, startMs)).toEqual([422, 'too_soon']);
      expect(await refusedStart(host, startMs - 30 * DAY_MS)).toEqual([422, 'too_soon']);
    });

    it('too_far', async () => {
      const host = await createHost(stack.sql, { max_future_days: 3 });
      const startMs = ((await host.openStarts()).at(-1) ?? 0) + DAY_MS;
      expect(await refusedStart(host, startMs)).toEqual([422, 'too_far']);
    });

    it('limit_reached', async () => {
      const host = await createHost(stack.sql, { limit_per_day: 1 });
      const tomorrow = (await host.openStarts()).find((start) => start % DAY_MS === 0) ?? 0;
      outputOf(await ask(host, newGuest(), { startAt: iso(tomorrow) }));
      expect(await refusedStart(host, tomorrow + DAY_MS / 2)).toEqual([422, 'limit_reached']);
    });
  });

  describe('422: an address that the host does not take', () => {
    it.each([
      ['someone@gmail.com', { require_business_email: true }, 'business_email_required'],
      ['someone@mailinator.com', { block_restricted_email_domains: true }, 'email_domain_blocked'],
      ['someone@nomail.test', { block_restricted_email_domains: true }, 'email_domain_blocked'],
    ])('%s', async (email, policy, reason) => {
      const host = await createHost(stack.sql, policy);
      const { status, details } = refusalOf(await ask(host, email));
      expect([status, details.reason, details.field]).toEqual([422, reason, 'email']);
      expect(await challengesOf(email)).toEqual([]);
      await changeEvent(stack.sql, host, { require_business_email: false, block_restricted_email_domains: false });
      outputOf(await ask(host, email));
      await stack.sql`delete from challenges where guest_email = ${email}`;
    });

    it("the agent's address counts, too", async () => {
      const host = await createHost(stack.sql, { require_business_email: true });
      const { status, details } = refusalOf(await ask(host, newGuest(), { agentEmail: `agent-${surface}@gmail.com` }));
      expect([status, details.reason, details.field]).toEqual([422, 'business_email_required', 'agentEmail']);
    });
  });

  describe('422: an address that takes no mail', () => {
    it.each([
      ['the guest’s', 'email'],
      ['the agent’s', 'agentEmail'],
    ])('%s: says so at once and drops the hold', async (_, field) => {
      const host = await createHost(stack.sql);
      const [startMs = 0] = await host.openStarts();
      const dead = `${surface}-${field}@bounce.test`.toLowerCase();
      const guest = field === 'email' ? dead : newGuest();
      const more = { startAt: iso(startMs), ...(field === 'email' ? {} : { agentEmail: dead }) };
      postmark.react(refusals.inactive(dead));
      const { status, details } = refusalOf(await ask(host, guest, more));
      expect([status, details.reason, details.field]).toEqual([422, 'email_undeliverable', field]);
      expect(await listed(host)).toContain(startMs);
      expect((await challengesOf(guest)).map(({ status: state }) => state)).not.toContain('open');
    });
  });

  describe('429', () => {
    const exhaust = async (host: TestHost, guest: string) => {
      for (let code = 1; code <= 10; code++) {
        outputOf(await ask(host, guest));
        await letTimePass(stack, guest, 31);
      }
    };

    it('after ten codes in an hour, over all events; with the headers, and until the hour is over', async () => {
      const [host, other, guest] = [await createHost(stack.sql), await createHost(stack.sql), newGuest()];
      await exhaust(host, guest);
      for (const event of [host, other]) {
        const outcome = await ask(event, guest);
        const { status, code, details } = refusalOf(outcome);
        expect([status, code, details.reason]).toEqual([429, 'rate.limited', 'too_many_codes']);
        expect(details.retryAfterSeconds).toBeGreaterThan(3_600 - 10 * 31 - 30);
        expect(details.retryAfterSeconds).toBeLessThanOrEqual(3_600 - 10 * 31);
        if (!outcome.answer) continue;
        const { headers } = outcome.answer;
        const seconds = String(details.retryAfterSeconds);
        expect(headers).toMatchObject({
          'retry-after': seconds,
          'ratelimit-limit': '10',
          'ratelimit-remaining': '0',
          'ratelimit-reset': seconds,
          ratelimit: `limit=10, remaining=0, reset=${seconds}`,
          'cache-control': 'no-store',
        });
      }
      expect(await mailCounts(stack, guest)).toEqual({ booking_code: 10 });
      await letTimePass(stack, guest, 3_600 - 10 * 31);
      outputOf(await ask(host, guest));
    });

    it('after ten codes to one inbox, whoever the guests are', async () => {
      const [host, agent] = [await createHost(stack.sql), newGuest()];
      for (let code = 1; code <= 10; code++) outputOf(await ask(host, newGuest(), { agentEmail: agent }));
      expect(refusalOf(await ask(host, newGuest(), { agentEmail: agent })).details.reason).toBe('too_many_codes');
      outputOf(await ask(host, newGuest()));
    });
  });

  describe('402 and 404', () => {
    it('workspace_locked', async () => {
      const [host, guest] = [await createHost(stack.sql), newGuest()];
      await stack.sql`update workspaces set subscription_status = 'inactive' where id = ${host.workspaceId}`;
      const { status, code, details } = refusalOf(await ask(host, guest));
      expect([status, code, details.reason]).toEqual([402, 'billing.upgrade_required', 'workspace_locked']);
      expect(await mailCounts(stack, guest)).toEqual({});
    });

    it('an event that is not there, or was archived', async () => {
      const host = await createHost(stack.sql);
      const unknown = { ...host, address: { ...host.address, eventSlug: 'other' } };
      expect(refusalOf(await ask(unknown, newGuest()))).toMatchObject({ status: 404, code: 'resource.not_found' });
      await changeEvent(stack.sql, host, { archived_at: new Date().toISOString() });
      expect(refusalOf(await ask(host, newGuest())).status).toBe(404);
    });

    it('a hidden event is found by whoever has its link', async () => {
      const host = await createHost(stack.sql, { hidden: true });
      outputOf(await ask(host, newGuest()));
    });
  });
});
