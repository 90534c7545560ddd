import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPostmark, postmarkMailer } from '../../../../activities/mail/postmark.ts';
import { localMailer } from '../../../../activities/mail/send.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { changeEvent, createHost, nearestStarts, type TestHost } from '../../../support/drivers/host.ts';
import { callerOver, outputOf, refusalOf, surfaces } from '../../../support/drivers/surfaces.ts';
import { ageGuestRecords, challengesOf, iso, mailCounts } from '../../../support/factories/meeting.ts';
import { refusals, startFakePostmark } from '../../../support/fakes/fake-postmark.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const DAY_MS = 86_400_000;

let stack: Stack;
let postmark: Awaited<ReturnType<typeof startFakePostmark>>;

beforeAll(async () => {
  postmark = await startFakePostmark();
  stack = await startStack({
    demo: false,
    api: { trustProxy: 1 },
    deadlineMs: 20_000,
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

describe.each(surfaces)('request a code over %s', (surface) => {
  const { call } = callerOver(surface, () => stack);
  const ask = (host: TestHost, email: string, more: Record<string, unknown> = {}, from?: string) =>
    call('requestCode', { ...host.address, email, ...more }, from);
  /** A client far from the others: no network has all codes of an inbox. */
  const farAway = (turn: number): string => `198.${turn}.0.1`;
  const listed = async (host: TestHost) =>
    outputOf(await call('listSlots', { ...host.address, limit: 500 })).slots.map(({ startUtc }) =>
      Date.parse(startUtc),
    );

  describe('409 and 422: a start that cannot be had comes with the three nearest that can', () => {
    const refusedStart = async (host: TestHost, startMs: number) => {
      const guest = newGuest();
      const refused = refusalOf(await ask(host, guest, { startAt: iso(startMs) }));
      const offered = refused.details.alternatives.map(({ startUtc }: { startUtc: string }) => Date.parse(startUtc));
      expect(offered.toSorted()).toEqual(await nearestStarts(host, startMs));
      expect(await mailCounts(stack, guest)).toEqual({});
      expect(await challengesOf(stack, guest)).toEqual([]);
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
      expect(await challengesOf(stack, email)).toEqual([]);
      await changeEvent(stack.sql, host, { require_business_email: false, block_restricted_email_domains: false });
      outputOf(await ask(host, email));
      await stack.sql`delete from challenges where guest_email = ${email}`;
    });

    it("the agent's inbox may be at any provider, but not at a disposable one", async () => {
      const host = await createHost(stack.sql, { require_business_email: true, block_restricted_email_domains: true });
      outputOf(await ask(host, newGuest(), { agentEmail: `agent-${surface}@gmail.com` }));
      const thrown = await ask(host, newGuest(), { agentEmail: `agent-${surface}@mailinator.com` });
      const { status, details } = refusalOf(thrown);
      expect([status, details.reason, details.field]).toEqual([422, 'email_domain_blocked', 'agentEmail']);
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
      expect((await challengesOf(stack, guest)).map(({ status: state }) => state)).not.toContain('open');
    });
  });

  describe('429', () => {
    const exhaust = async (host: TestHost, guest: string) => {
      for (let code = 1; code <= 10; code++) {
        outputOf(await ask(host, guest, {}, farAway(code)));
        await ageGuestRecords(stack, guest, 31);
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
      await ageGuestRecords(stack, guest, 3_600 - 10 * 31);
      outputOf(await ask(host, guest));
    });

    it('after ten codes to one inbox, for any guests', async () => {
      const [host, agent] = [await createHost(stack.sql), newGuest()];
      for (let code = 1; code <= 10; code++)
        outputOf(await ask(host, newGuest(), { agentEmail: agent }, farAway(code)));
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

    it('a hidden event is found by anyone who has its link', async () => {
      const host = await createHost(stack.sql, { hidden: true });
      outputOf(await ask(host, newGuest()));
    });
  });
});
