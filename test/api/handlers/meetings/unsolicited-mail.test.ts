import { randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { localMailer, type Mailer } from '../../../../activities/mail/send.ts';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import { mailWaitingGuests } from '../../../../store/booking/waiting-guests.ts';
import { countUnsolicited } from '../../../../store/mail/unsolicited-mail.ts';
import { openAttempt } from '../../../support/drivers/attempts.ts';
import { askCode, newGuest } from '../../../support/drivers/guest.ts';
import { changeEvent } from '../../../support/drivers/host.ts';
import { nextStart } from '../../../support/drivers/host-bookings.ts';
import { type HostAnswer, hostCallOver } from '../../../support/drivers/host-surfaces.ts';
import { http } from '../../../support/drivers/http.ts';
import { callerOver, outputOf } from '../../../support/drivers/surfaces.ts';
import { makeTeam, type TestKey, type TestTeam } from '../../../support/factories/keys.ts';
import { announced, bookMeeting, codeFor, iso, tokenIn } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let team: TestTeam;
let key: TestKey;

/** Runs once, before the next mail of a move leaves. */
let onMoveMail: (() => Promise<unknown>) | undefined;

beforeAll(async () => {
  const makeMailer = (sql: Sql): Mailer => {
    const mailer = localMailer(sql, Date.now);
    return {
      async send(mail) {
        const act = mail.kind === 'booking_rescheduled' ? onMoveMail : undefined;
        if (act) onMoveMail = undefined;
        await act?.();
        return mailer.send(mail);
      },
    };
  };
  stack = await startStack({ demo: false, deadlineMs: 20_000, makeMailer });
});
afterAll(() => stack.close());
beforeEach(async () => {
  team = await makeTeam(stack.sql);
  key = await team.key('owner');
});

const call = hostCallOver('REST', () => stack);
const guests = callerOver('REST', () => stack);

interface Wish {
  readonly email?: string;
  readonly guests?: readonly string[];
  readonly by?: TestKey;
  readonly of?: TestTeam;
}
const create = ({ email = newGuest(), guests = [], by = key, of = team }: Wish = {}): Promise<HostAnswer> =>
  call(
    meetings.createBooking,
    {
      eventTypeId: of.host.eventTypeId,
      startAt: iso(nextStart()),
      invitee: { email, timezone: 'Europe/Berlin' },
      guests,
    },
    by.headers,
  );

/** Inserts mails that the workspace caused: to one address, or each to another. */
const given = (
  mails: number,
  { to, byHost = true, further = false }: { readonly to?: string; readonly byHost?: boolean; further?: boolean } = {},
) => stack.sql`
  insert into uninvited_mails (workspace_id, email, by_host, further, caused_at)
  select ${team.workspaceId}, ${to ? stack.sql`${to}` : stack.sql`'many-' || n || '@example.test'`}, ${byHost}, ${further}, clock_timestamp() - interval '23 hours'
  from generate_series(1, ${mails}::int) as n`;

const onTrial = () => stack.sql`
  update workspaces set subscription_status = 'trialing', trial_ends_at = now() + interval '1 day' where id = ${team.workspaceId}`;
/** The kinds of the mails to each address, oldest first. */
const kindsTo = (addresses: readonly string[]) =>
  Promise.all(addresses.map(async (address) => (await stack.mailbox(address)).map(({ kind }) => kind).toReversed()));

/** Presses the guest's button "mail the other guests". */
async function mailGuests(token: string) {
  const url = `${stack.publicUrl}/manage/${token}`;
  const pageToken = /name="pageToken" value="([^"]+)"/.exec((await http(url)).text)?.[1] ?? '';
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return http(`${url}/guests`, { method: 'POST', headers, body: `pageToken=${pageToken}` });
}

const newGuests = (count: number): string[] => Array.from({ length: count }, newGuest);
const tooMany = { code: 'rate.limited', details: { reason: 'too_many_mails', retryAfterSeconds: expect.any(Number) } };
const countBookings = async (): Promise<number> => {
  const [row] = await stack.sql`select count(*)::int as n from bookings where workspace_id = ${team.workspaceId}`;
  return row?.n;
};

describe('mails to people who proved nothing', () => {
  it('reach an address ten times a day, through whatever workspace, invited first or besides', async () => {
    const victim = newGuest();
    await given(8, { to: victim });
    const other = await makeTeam(stack.sql);
    const otherKey = await other.key('owner');
    expect((await create({ email: victim })).ok).toBe(true);
    expect((await create({ guests: [victim], by: otherKey, of: other })).ok).toBe(true);
    expect((await create({ email: victim.toUpperCase() })).error).toMatchObject(tooMany);
    expect((await create({ guests: [newGuest(), victim] })).error).toMatchObject(tooMany);
    expect(await countBookings()).toBe(1);
    await stack.sql`update uninvited_mails set caused_at = caused_at - interval '2 hours' where email = ${victim}`;
    expect((await create({ email: victim })).ok).toBe(true);
  });

  it('are counted one after the other', async () => {
    const victim = newGuest();
    await given(9, { to: victim });
    const answers = await Promise.all([1, 2, 3].map(() => create({ email: victim })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('leave a workspace a hundred times a day, a paid one a thousand times', async () => {
    await onTrial();
    await given(98);
    expect((await create({ guests: [newGuest(), newGuest()] })).error).toMatchObject(tooMany);
    expect((await create({ guests: [newGuest()] })).ok).toBe(true);
    expect((await create()).error).toMatchObject(tooMany);
    await stack.sql`
      update workspaces set plan = 'starter', subscription_status = 'active', trial_ends_at = null where id = ${team.workspaceId}`;
    expect((await create()).ok).toBe(true);
  });

  it('caused by strangers use up nothing of the host’s', async () => {
    await given(1_000, { byHost: false });
    expect((await create()).ok).toBe(true);
  });

  it('stop no change of a meeting: a move is made and its mail waits; the mail of a cancel leaves', async () => {
    const victim = newGuest();
    const { output } = await create({ email: victim });
    const { id } = output.booking;
    await given(9, { to: victim });
    const move = { bookingId: id, startAt: iso(nextStart()) };
    expect((await call(meetings.rescheduleBooking, move, key.headers)).ok).toBe(true);
    const [row] = await stack.sql`select start_at as at, revision from bookings where id = ${id}`;
    expect([row?.at.toISOString(), row?.revision]).toEqual([move.startAt, 2]);
    expect((await call(meetings.cancelBooking, { bookingId: id }, key.headers)).ok).toBe(true);
    const [told] = await stack.sql`select count(*)::int as n from uninvited_mails where email = ${victim}`;
    expect(told?.n).toBe(11);
  });

  it('are none with a test key, nor where the guest proved the address by a code', async () => {
    const testKey = await team.key('owner', { mode: 'test' });
    expect((await create({ by: testKey })).ok).toBe(true);
    await bookMeeting(stack, guests, team.host, nextStart());
    const [row] =
      await stack.sql`select count(*)::int as n from uninvited_mails where workspace_id = ${team.workspaceId}`;
    expect(row?.n).toBe(0);
    await given(1_000, { byHost: false });
    await bookMeeting(stack, guests, team.host, nextStart());
  });

  it('count for one inbox, whatever tag or dots its address has, also within one booking', async () => {
    const inbox = `victim.${Date.now()}`;
    const tagged = Array.from({ length: 9 }, (_, n) => `${inbox}+${n}@gmail.com`);
    const dotted = `${inbox.replace('.', '')}@googlemail.com`;
    expect((await create({ guests: [...tagged, dotted] })).ok).toBe(true);
    expect((await create({ email: `${inbox}+x@gmail.com` })).error).toMatchObject(tooMany);
    const twice = newGuest().replace('@', '+a@');
    await given(9, { to: twice.replace('+a@', '@') });
    expect((await create({ guests: [twice, twice.replace('+a', '+b')] })).error).toMatchObject(tooMany);
  });

  it('to further guests count though the guest proved the address: over the cap, booking and move stand, and they wait', async () => {
    await onTrial();
    await given(49, { byHost: false, further: true });
    const waiting = newGuests(2);
    const first = await bookMeeting(stack, guests, team.host, nextStart(), { guests: waiting });
    await announced(stack, first.bookingId);
    expect(await kindsTo(waiting)).toEqual([[], []]);
    const moved = await guests.call('rescheduleAsGuest', { token: first.token, startAt: iso(nextStart()) });
    expect(moved).toMatchObject({ ok: true });
    // The guest lets their mails leave while the move's are under way: each gets one.
    await announced(stack, first.bookingId);
    await stack.sql`update booking_changes set announced_at = null where booking_id = ${first.bookingId} and revision = 2`;
    await stack.sql`delete from uninvited_mails where workspace_id = ${team.workspaceId}`;
    await mailGuests(first.token);
    await announced(stack, first.bookingId);
    expect(await kindsTo(waiting)).toEqual([['booking_confirmation'], ['booking_confirmation']]);
  });

  it('of requests that wait are counted at the button, before the host approves', async () => {
    await onTrial();
    await changeEvent(stack.sql, team.host, { requires_approval: true });
    await given(50, { byHost: false, further: true });
    const request = () => bookMeeting(stack, guests, team.host, nextStart(), { guests: newGuests(2) });
    const [first, second] = [await request(), await request()];
    await stack.sql`delete from uninvited_mails where workspace_id = ${team.workspaceId}`;
    await given(48, { byHost: false, further: true });
    expect((await mailGuests(first.token)).status).toBe(303);
    const over = await mailGuests(second.token);
    expect([over.status, over.text]).toEqual([429, expect.stringContaining('These mails cannot leave yet')]);
  });

  it('of a move over the cap wait, too: the button sends the new time once; an end reaches all who know of the meeting', async () => {
    await onTrial();
    const colleague = newGuests(1);
    const { token, bookingId, guest } = await bookMeeting(stack, guests, team.host, nextStart(), { guests: colleague });
    await announced(stack, bookingId);
    expect((await stack.mailbox(guest))[0]?.text).not.toContain('Mail the other guests');
    await given(50, { byHost: false, further: true });
    const move = async () => {
      const answer = await guests.call('rescheduleAsGuest', { token, startAt: iso(nextStart()) });
      expect(outputOf(answer).message).toMatch(/The further guests get no mail yet/);
      await announced(stack, bookingId);
    };
    await move();
    const page = await http(`${stack.publicUrl}/manage/${token}?done=moved`);
    expect(page.text).not.toContain('Everyone invited');
    expect(outputOf(await guests.call('viewBooking', { token }))).toMatchObject({ guestsWait: true });
    const [mail] = await stack.mailbox(guest);
    expect(mail?.text).toContain('press “Mail the other guests”');
    expect(await kindsTo(colleague)).toEqual([['booking_confirmation']]);
    expect((await mailGuests(token)).status).toBe(429);
    await stack.sql`delete from uninvited_mails where workspace_id = ${team.workspaceId}`;
    await mailGuests(token);
    await announced(stack, bookingId);
    expect(await kindsTo(colleague)).toEqual([['booking_confirmation', 'booking_rescheduled']]);
    await given(50, { byHost: false, further: true });
    await move();
    expect((await guests.call('cancelAsGuest', { token })).ok).toBe(true);
    await announced(stack, bookingId);
    expect(await kindsTo(colleague)).toEqual([['booking_confirmation', 'booking_rescheduled', 'booking_canceled']]);
  });

  it('of a move leave if the guest presses the button while the others’ mails leave', async () => {
    await onTrial();
    const colleague = newGuests(1);
    const { token, bookingId } = await bookMeeting(stack, guests, team.host, nextStart(), { guests: colleague });
    await announced(stack, bookingId);
    await given(50, { byHost: false, further: true });
    let pressed: number | undefined;
    onMoveMail = async () => {
      await stack.sql`delete from uninvited_mails where workspace_id = ${team.workspaceId}`;
      pressed = (await mailGuests(token)).status;
    };
    const answer = await guests.call('rescheduleAsGuest', { token, startAt: iso(nextStart()) });
    expect(outputOf(answer).message).toMatch(/The further guests get no mail yet/);
    await announced(stack, bookingId);
    expect(pressed).toBe(303);
    expect(await kindsTo(colleague)).toEqual([['booking_confirmation', 'booking_rescheduled']]);
  });

  it('of an event that asks for no code count, too; over the cap, the event asks for a code', async () => {
    const victim = newGuest();
    await changeEvent(stack.sql, team.host, { require_otp_human: false, require_otp_agent: false });
    const ask = async () => {
      const request = { ...team.host.address, email: victim, startAt: iso(nextStart()), timezone: 'Europe/Berlin' };
      return outputOf(await guests.call('requestConfirmLink', request));
    };
    await given(9, { to: victim });
    const first = await ask();
    expect([first.status, (await http(first.confirmUrl)).status]).toEqual(['confirmation_ready', 200]);
    const second = await ask();
    expect(second).toMatchObject({ status: 'otp_sent', verificationRequired: true, codeSentTo: victim });
    expect((await http(`${second.confirmUrl}?code=${await codeFor(stack, victim)}`)).status).toBe(200);
  });
});

it('a new trial workspace is no mail relay: fourteen bookings with ten guests each and ten moves reach the cap, no more', async () => {
  await onTrial();
  await changeEvent(stack.sql, team.host, { name: 'Claim your prize at https://evil.example' });
  const victims: string[] = [];
  let booked = '';
  for (let n = 0; n < 14; n += 1) {
    const others = newGuests(10);
    victims.push(...others);
    const booking = bookMeeting(stack, guests, team.host, nextStart(), { guests: others });
    booked = (await booking.catch(() => undefined))?.token ?? booked;
  }
  for (let n = 0; n < 10; n += 1) await guests.call('rescheduleAsGuest', { token: booked, startAt: iso(nextStart()) });
  const mails = (await Promise.all(victims.map((victim) => stack.mailbox(victim)))).flat();
  expect(mails.length).toBeLessThanOrEqual(50);
  expect(mails.length).toBeGreaterThan(0);
  const readable = mails.map(({ subject, text, html, attachments }) =>
    JSON.stringify([subject, text, html, attachments]),
  );
  // The links of the page that shows the place and of "no more mails" are ours.
  const ours = readable.map((mail) => mail.replaceAll(`${stack.publicUrl}/`, ''));
  expect(ours.filter((mail) => /evil|https?:/.test(mail.replaceAll('http://www.w3.org/', '')))).toEqual([]);
});

it('guests of guests who proved nothing are counted by network: past the count they wait, and the booking stands', async () => {
  await changeEvent(stack.sql, team.host, { require_otp_human: false, require_otp_agent: false });
  const book = async (others: readonly string[]) => {
    const email = newGuest();
    const wish = { ...team.host.address, email, startAt: iso(nextStart()), timezone: 'UTC', guests: [...others] };
    const { confirmUrl } = outputOf(await guests.call('requestConfirmLink', wish));
    const answer = await http(confirmUrl);
    expect(answer.status, answer.text).toBe(200);
    return { email, id: String((answer.json().booking as { id: string }).id) };
  };
  await stack.sql`delete from uninvited_mails`;
  for (const others of [newGuests(10), newGuests(10)]) await book(others);
  const [late = '', ...more] = newGuests(10);
  const { email, id } = await book([late, ...more]);
  await announced(stack, id);
  expect(await stack.mailbox(late)).toEqual([]);
  // Nobody else is switched off: not the host's agent, not codeless guests.
  expect((await create()).ok).toBe(true);
  await book([]);
  const [mail] = await stack.mailbox(email);
  const token = mail ? tokenIn(mail) : '';
  await http(`${stack.publicUrl}/manage/${token}`);
  expect(await stack.mailbox(late)).toEqual([]);
  expect((await mailGuests(token)).status).toBe(303);
  await stack.waitForMail(late, 'booking_confirmation');
  await announced(stack, id);
  expect(await stack.mailbox(email)).toHaveLength(1);
});

it('a further guest’s mail leads to a page of ours with the place: while the meeting stands, and with its time now', async () => {
  const url = 'https://meet.example/abc';
  await changeEvent(stack.sql, team.host, { location_type: 'custom_link', location_detail: url });
  const colleague = newGuest();
  const { token } = await bookMeeting(stack, guests, team.host, nextStart(), { guests: [colleague] });
  const mail = await stack.waitForMail(colleague, 'booking_confirmation');
  expect(mail.text).not.toContain(url);
  const [, path = ''] = /(\/invited\/[\w-]{43})/.exec(mail.text) ?? [];
  const read = async () => (await http(stack.publicUrl + path)).text;
  const before = await read();
  expect(before).toContain(`href="${url}"`);
  expect(
    outputOf(await guests.call('rescheduleAsGuest', { token, startAt: iso(nextStart()) })).booking.id,
  ).toBeTruthy();
  const moved = await read();
  expect(moved).not.toBe(before);
  expect((await guests.call('cancelAsGuest', { token })).ok).toBe(true);
  const canceled = await read();
  expect(canceled).toContain('This meeting is canceled.');
  expect(canceled).not.toContain(url);
  expect((await http(`${stack.publicUrl}/invited/${'x'.repeat(43)}`)).status).toBe(404);
});

it('the owner of an inbox refuses all such mails by one click, and allows them again', async () => {
  const victim = newGuest();
  await create({ email: victim, guests: [newGuest()] });
  const mail = await stack.waitForMail(victim, 'booking_confirmation');
  const [url = ''] = /http\S+\/no-mail\/[\w-]{43}/.exec(mail.text) ?? [];
  const looked = await http(url);
  expect([looked.status, looked.text]).toEqual([200, expect.stringContaining('<button type="submit"')]);
  const ask = (email: string) => guests.call('requestCode', { ...team.host.address, email });
  expect((await ask(victim)).ok).toBe(true);
  const post = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
  expect((await http(url, { ...post, body: 'List-Unsubscribe=One-Click' })).status).toBe(200);
  const tagged = victim.replace('@', '+other@');
  expect(await ask(tagged)).toMatchObject({ ok: false, error: { details: { reason: 'email_undeliverable' } } });
  const { output } = await create({ email: tagged });
  await announced(stack, output.booking.id);
  expect(await stack.mailbox(tagged)).toEqual([]);
  expect((await http(url, { ...post, body: 'allow=1' })).status).toBe(200);
  expect((await ask(tagged)).ok).toBe(true);
  expect((await http(url.replace(/.{5}$/, 'AAAAA'), { ...post, body: '' })).status).toBe(404);
});

it('a workspace’s codes have a cap a day, and one network a part of it', async () => {
  await onTrial();
  const [{ id: challenge } = { id: '' }] = await stack.sql<{ id: string }[]>`
    select id from challenges where id = ${(await askCode(stack.sql, team.host)).challenge.id}`;
  const sent = (codes: number, network: string) => stack.sql`
    insert into code_issues (challenge_id, issue_no, guest_email, receiving_email, created_at, workspace_id, client_network)
    select ${challenge}, 1000 + n + (select count(*) from code_issues where challenge_id = ${challenge}), 'a@a.test', 'a@a.test',
      clock_timestamp(), ${team.workspaceId}, ${network} from generate_series(1, ${codes}::int) as n`;
  const ask = (clientNetwork: string) => askCode(stack.sql, team.host, { clientNetwork });
  await sent(29, 'one network');
  await ask('one network');
  await expect(ask('one network')).rejects.toThrow(/too_many_codes/);
  await ask('another network');
  await sent(168, 'many networks');
  await expect(ask('a third network')).rejects.toThrow(/too_many_codes/);
  const asked = await guests.call('requestCode', { ...team.host.address, email: newGuest() });
  expect(asked).toMatchObject({
    ok: false,
    error: { details: { reason: 'too_many_codes', retryAfterSeconds: 3_600 } },
  });
  await stack.sql`
    update workspaces set plan = 'starter', subscription_status = 'active', trial_ends_at = null where id = ${team.workspaceId}`;
  await ask('a third network');
});

it.each([
  ['a /56', 40, (n: number) => `2001:db8:7:${(0x1200 + n).toString(16)}::/64`],
  ['a /48', 50, (n: number) => `2001:db8:8:${((n + 1) << 8).toString(16)}::/64`],
  ['an IPv4 /24', 50, (n: number) => `203.0.113.${n}`],
])('all networks of %s share a part of a workspace’s codes', async (_, part, network) => {
  await onTrial();
  const ask = (n: number) => askCode(stack.sql, team.host, { clientNetwork: network(n) });
  for (let n = 0; n < part; n += 1) await ask(n);
  await expect(ask(part)).rejects.toThrow(/too_many_codes/);
  await askCode(stack.sql, team.host, { clientNetwork: '198.51.100.1' });
});

it('strangers who use up a workspace’s codes do not shut out a client that proved its inbox, whose codes use up nothing', async () => {
  await onTrial();
  const known = { guestEmail: newGuest(), clientNetwork: '192.0.2.7', clientHash: randomBytes(32) };
  await stack.sql`insert into known_clients (client_hash, proved_at) values (${known.clientHash}, now())`;
  const { challenge } = await askCode(stack.sql, team.host, known);
  const counted = async () => {
    const [row] = await stack.sql`select count(*)::int as n from code_issues where workspace_id = ${team.workspaceId}`;
    return row?.n;
  };
  expect(await counted()).toBe(0);
  await stack.sql`
    insert into code_issues (challenge_id, issue_no, guest_email, receiving_email, created_at, workspace_id, client_network)
    select ${challenge.id}, 1000 + n, 'a@a.test', 'a@a.test', clock_timestamp(), ${team.workspaceId}, 'network ' || n
    from generate_series(1, 200) as n`;
  await stack.sql`update challenges set status = 'expired' where id = ${challenge.id}`;
  await askCode(stack.sql, team.host, known);
  await expect(askCode(stack.sql, team.host)).rejects.toThrow(/too_many_codes/);
});

it('further guests are counted by the networks around the guest: of proved ones in one workspace, of others in all', async () => {
  await onTrial();
  const over = (guest: string | null) => async (clientNetwork: string) => {
    const mails = { workspaceId: team.workspaceId, byHost: false, guest, furtherGuests: newGuests(1), clientNetwork };
    return (await countUnsolicited(stack.sql, mails, Date.now())).furtherGuests;
  };
  const from = ({ workspaceId }: TestTeam, networks: readonly string[]) => stack.sql`
    insert into uninvited_mails (workspace_id, email, by_host, further, client_network, caused_at)
    select ${workspaceId}, 'n-' || n || '@example.test', false, true, n, clock_timestamp()
    from unnest(${[...networks]}::text[]) as n`;
  const wide = Array.from({ length: 30 }, (_, n) => `2001:db8:9:${(0x3400 + n).toString(16)}::/64`);
  const ipv4 = Array.from({ length: 40 }, (_, n) => `198.51.100.${n}`);
  const networks = ['2001:db8:9:34ff::/64', '2001:db8:9:3500::/64', '198.51.100.200', '198.51.101.1'];
  await stack.sql`delete from uninvited_mails`;
  const other = await makeTeam(stack.sql);
  await from(other, [...wide, ...ipv4]);
  expect(await Promise.all(networks.map(over(newGuest())))).toEqual([true, false, true, false]);
  expect(await Promise.all(networks.map(over(null)))).toEqual([false, false, false, false]);
  await stack.sql`update uninvited_mails set guest_proved = true`;
  expect(await Promise.all(networks.map(over(newGuest())))).toEqual([false, false, false, false]);
  await stack.sql`delete from uninvited_mails`;
  await from(team, wide);
  expect(await Promise.all(networks.map(over(null)))).toEqual([true, false, false, false]);
});

it('a refusal of mails to further guests names the cap that refused: of an inbox, a network, or the workspace', async () => {
  await onTrial();
  const full = newGuest();
  const { output } = await create({ guests: [full] });
  const bookingId = output.booking.id;
  await announced(stack, bookingId);
  await stack.sql`update bookings set guests_wait = true where id = ${bookingId}`;
  const ask = () => mailWaitingGuests(stack.sql, bookingId, '203.0.113.77');
  const counts = (to: string, mails: number, network: string | null) => stack.sql`
    insert into uninvited_mails (workspace_id, email, by_host, further, client_network, guest_proved, caused_at)
    select ${team.workspaceId}, ${to} || case when ${to} = ${full} then '' else n::text end, false, true, ${network}, true,
      clock_timestamp() - interval '23 hours' from generate_series(1, ${mails}::int) n`;
  for (const [to, mails, network, limit] of [
    [full, 10, null, 10],
    ['others-', 20, '203.0.113.77', 20],
    ['others-', 40, '203.0.113.78', 40],
    ['others-', 50, null, 50],
  ] as const) {
    await stack.sql`delete from uninvited_mails`;
    await counts(to, mails, network);
    const refused = await ask();
    expect(refused).toMatchObject({ refused: 'too_many_mails', limit });
    expect(typeof refused === 'object' && refused.retryAfterSeconds).toBeGreaterThan(3_500);
    expect(typeof refused === 'object' && refused.retryAfterSeconds).toBeLessThan(3_601);
  }
});

it('a guest who tries without end uses up nothing of the host’s', async () => {
  const { output } = await create();
  const bookingId = output.booking.id;
  const startMs = Date.parse(output.booking.startAt) + 1;
  const attempts = Array.from({ length: 60 }, (_, n) =>
    openAttempt(stack.sql, bookingId, 'reschedule', { startMs: startMs + n, atRevision: 1, source: 'public_api' }),
  );
  await Promise.all(attempts);
  const oneMore = { startMs, atRevision: 2, source: 'public_api' };
  await expect(openAttempt(stack.sql, bookingId, 'reschedule', oneMore)).rejects.toMatchObject({
    refused: 'too_many_attempts',
    limit: 60,
  });
  const word = { decision: 'approve', reason: null, startMs, atRevision: 1 } as const;
  await openAttempt(stack.sql, bookingId, 'decide', word);
  expect((await call(meetings.cancelBooking, { bookingId }, key.headers)).ok).toBe(true);
});
