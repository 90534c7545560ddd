import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import { NAMED_LOCKS } from '../../../../store/locks.ts';
import { countUnsolicited } from '../../../../store/mail/unsolicited-mail.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { changeEvent } from '../../../support/drivers/host.ts';
import { makeOpenEvent, nextStart } from '../../../support/drivers/host-bookings.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { http } from '../../../support/drivers/http.ts';
import { requestStart } from '../../../support/drivers/native.ts';
import { callConnector, OAuthApp } from '../../../support/drivers/oauth-app.ts';
import { signIn } from '../../../support/drivers/session.ts';
import { bearer, makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { iso } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let other: TestTeam;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000, api: { trustProxy: 1 } });
  other = await makeTeam(stack.sql);
});
afterAll(() => stack.close());
beforeEach(() => stack.sql`delete from uninvited_mails`);

const many = (count: number) => Array.from({ length: count }, newGuest);

/** A workspace in its trial, as strangers make as many as they have inboxes. */
async function makeTrial(): Promise<TestTeam> {
  const team = await makeTeam(stack.sql);
  await stack.sql`
    update workspaces set subscription_status = 'trialing', trial_ends_at = now() + interval '1 day' where id = ${team.workspaceId}`;
  return team;
}

async function book(team: TestTeam, ip: string, guests: readonly string[] = []) {
  const key = await team.key('owner');
  const invitee = { email: newGuest(), timezone: 'UTC' };
  const wish = { eventTypeId: team.host.eventTypeId, startAt: iso(nextStart()), invitee, guests };
  return callHost(stack.appUrl, meetings.createBooking, wish, { ...key.headers, 'x-forwarded-for': ip });
}
const statusOf = async (answer: ReturnType<typeof book>) => (await answer).status;

/** Mails that another unpaid workspace caused from a network, an hour ago. */
const used = (mails: number, network: string) => stack.sql`
    insert into uninvited_mails (workspace_id, email, by_host, unpaid_networks, caused_at)
    select ${other.workspaceId}, 'many-' || n || '@example.test', true, ${[network]}, clock_timestamp() - interval '1 hour'
    from generate_series(1, ${mails}::int) as n`;

describe('mails of workspaces that do not pay', () => {
  it('have one bound for all of them in a network: a new trial has no new allowance', async () => {
    const ip = '203.0.113.9';
    const trials = await Promise.all([makeTrial(), makeTrial(), makeTrial()]);
    for (const trial of [...trials, ...trials]) expect(await statusOf(book(trial, ip, many(9)))).toBe(200);
    for (const trial of trials) {
      const refused = await book(trial, ip);
      const { message, details } = refused.json().error;
      expect([refused.status, details?.reason, details?.limit]).toEqual([429, 'too_many_mails', 60]);
      const wait = Number(refused.headers['retry-after']);
      expect([details?.retryAfterSeconds, Number(refused.headers['ratelimit-reset'])]).toEqual([wait, wait]);
      expect(refused.headers['ratelimit-limit']).toBe('60');
      expect(wait).toBeGreaterThan(86_000);
      // The words fit the call: it names no further guests, and a host has no code sent.
      expect(message).toMatch(/in 24 hours/);
      expect(message).not.toMatch(/further guests|code sent/);
    }
    const [full] = trials;
    if (full) expect((await book(full, ip, many(1))).json().error.message).toMatch(/Leave out the further guests/);
    const [booked] = await stack.sql`select count(*)::int as n from uninvited_mails`;
    expect(booked?.n).toBe(60);
  });

  it('shut out no workspace that pays, and nobody in another network', async () => {
    await used(60, '203.0.113.10');
    const trial = await makeTrial();
    expect(await statusOf(book(trial, '203.0.113.10'))).toBe(429);
    expect(await statusOf(book(trial, '198.51.100.10'))).toBe(200);
    expect(await statusOf(book(await makeTeam(stack.sql), '203.0.113.10'))).toBe(200);
    const [row] = await stack.sql`
      select count(*)::int as n from uninvited_mails where unpaid_networks is not null and caused_at > now() - interval '1 minute'`;
    expect(row?.n).toBe(1);
  });

  it('make no workspace that pays wait: neither for the lock of a network, nor for its counts', async () => {
    const paying = await makeTeam(stack.sql);
    await stack.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended('network 203.0.113.0/24', ${NAMED_LOCKS.mailCaps}::bigint))`;
      expect(await statusOf(book(paying, '203.0.113.11'))).toBe(200);
    });
  });

  it('count where the account and the key were made, too: a call from elsewhere does not leave the bound', async () => {
    const email = `${uuidv7()}@native.test`;
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    const { challengeId } = (await requestStart(stack, { email }, from('192.0.2.1'))).json() as never as {
      challengeId: string;
    };
    const code = /^[B-Z]{4}-[B-Z]{4}/.exec((await stack.waitForMail(email, 'sign_in_code')).subject)?.[0] ?? '';
    const verified = await callHost(
      stack.appUrl,
      { method: 'POST', path: '/auth/native/email/verify' },
      { challengeId, code },
      from('192.0.2.1'),
    );
    const { apiKey } = verified.json() as never as { apiKey: string };
    const [made] = await stack.sql`
      select w.id, m.user_id from users u join memberships m on m.user_id = u.id join workspaces w on w.id = m.workspace_id where u.email = ${email}`;
    const [origins] = await stack.sql`
      select count(*)::int as n from access_origins where network = '192.0.2.1'
        and id in (select id from api_keys where workspace_id = ${made?.id} union select ${made?.user_id}::uuid)`;
    expect(origins?.n).toBe(2);
    const eventTypeId = await makeOpenEvent(stack.sql, { workspaceId: made?.id }, made?.user_id);
    const ask = async () => {
      const wish = { eventTypeId, startAt: iso(nextStart()), invitee: { email: newGuest(), timezone: 'UTC' } };
      const answer = await callHost(stack.appUrl, meetings.createBooking, wish, {
        ...bearer(apiKey),
        ...from('198.51.100.77'),
      });
      return [answer.status, answer.json().error?.details?.reason ?? answer.json().error?.message];
    };
    await used(60, '192.0.2.1');
    expect(await ask()).toEqual([429, 'too_many_mails']);
    await stack.sql`delete from uninvited_mails`;
    await used(60, '198.51.100.77');
    expect(await ask()).toEqual([429, 'too_many_mails']);
    await stack.sql`delete from uninvited_mails`;
    expect(await ask()).toEqual([200, undefined]);
    const [row] = await stack.sql`select unpaid_networks from uninvited_mails where workspace_id = ${made?.id}`;
    expect([...(row?.unpaid_networks ?? [])].sort()).toEqual([
      '192.0.2.0/24',
      '192.0.2.1',
      '198.51.100.0/24',
      '198.51.100.77',
    ]);
  });

  it('of a connected app count where its person allowed it: many people share the network of the app', async () => {
    const trial = await makeTrial();
    const owner = await signIn(stack, { email: trial.members.owner.email, workspace: trial.slug });
    const { access_token: token } = await (await OAuthApp.register(stack)).connect(owner, trial);
    const wish = {
      eventTypeId: trial.host.eventTypeId,
      startAt: iso(nextStart()),
      invitee: { email: newGuest(), timezone: 'UTC' },
    };
    const headers = { ...bearer(token), 'x-forwarded-for': '203.0.113.200' };
    const answer = await callConnector(stack, 'tools/call', { name: 'create_booking', arguments: wish }, headers);
    expect(answer.text).toContain('Booked');
    const [row] =
      await stack.sql`select unpaid_networks from uninvited_mails where workspace_id = ${trial.workspaceId}`;
    expect(row?.unpaid_networks).toContain('127.0.0.1');
    expect(row?.unpaid_networks).not.toContain('203.0.113.200');
  });

  it('count those to guests of events that ask for no code: past the bound, a code is asked for', async () => {
    const trial = await makeTrial();
    await changeEvent(stack.sql, trial.host, { require_otp_human: false, require_otp_agent: false });
    const ask = async (ip: string) => {
      const { workspace, username, eventSlug } = trial.host.address;
      const query = new URLSearchParams({ email: newGuest(), startAt: iso(nextStart()), timezone: 'UTC' });
      const path = `/api/v1/public/${workspace}/${username}/${eventSlug}/otp?${query}`;
      return (await http(`${stack.publicUrl}${path}`, { headers: { 'x-forwarded-for': ip } })).json() as never as {
        status: string;
        confirmUrl: string;
      };
    };
    const first = await ask('203.0.113.30');
    expect(first.status).toBe('confirmation_ready');
    expect((await http(first.confirmUrl, { headers: { 'x-forwarded-for': '203.0.113.30' } })).status).toBe(200);
    await used(59, '203.0.113.30');
    expect((await ask('203.0.113.30')).status).toBe('otp_sent');
    expect((await ask('198.51.100.30')).status).toBe('confirmation_ready');
  });

  it('are bound in each network around a client, by an index', async () => {
    const trial = await makeTrial();
    for (const [network, bound] of [
      ['203.0.113.7', 60],
      ['203.0.113.0/24', 240],
      ['2001:db8:1:2300::/64', 60],
      ['2001:db8:1:2300::/56', 120],
      ['2001:db8:1::/48', 240],
    ] as const) {
      const unpaidNetworks = [network.startsWith('203') ? '203.0.113.7' : '2001:db8:1:2300::/64'];
      const to = { guest: newGuest(), furtherGuests: [], clientNetwork: null };
      const mails = { workspaceId: trial.workspaceId, byHost: true, ...to, unpaidNetworks };
      const isOver = async () => (await countUnsolicited(stack.sql, mails, Date.now())).guest;
      await stack.sql`delete from uninvited_mails`;
      await used(bound - 1, network);
      expect([network, await isOver()]).toEqual([network, false]);
      await used(1, network);
      expect([network, await isOver()]).toEqual([network, true]);
    }
    await used(20_000, '198.51.100.5');
    await stack.sql`analyze uninvited_mails`;
    const plan = await stack.sql`
      explain select count(*) from uninvited_mails where unpaid_networks @> array['203.0.113.7'] and caused_at > now() - interval '1 day'`;
    expect(JSON.stringify(plan)).toContain('uninvited_mails_unpaid_networks');
  });
});
