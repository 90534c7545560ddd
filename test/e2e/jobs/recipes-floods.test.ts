import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingFloods } from '../../../schemas/operations/meetings/booking-floods.ts';
import { meetings } from '../../../schemas/operations/meetings.ts';
import { members } from '../../../schemas/operations/members.ts';
import {
  type Address,
  bookByCode,
  type KeyedAccount,
  makeEvent,
  newClient,
  signUp,
  signUpWithKey,
  startsOf,
} from '../../support/drivers/free-account.ts';
import { newGuest } from '../../support/drivers/guest.ts';
import { callHost } from '../../support/drivers/host-calls.ts';
import { http } from '../../support/drivers/http.ts';
import { hiddenField, PageClient } from '../../support/drivers/page-client.ts';
import { SESSION_COOKIE } from '../../support/drivers/sign-in.ts';
import { callerOver, type Outcome, outputOf } from '../../support/drivers/surfaces.ts';
import { announced, tokenIn } from '../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

/** The recipes of issue 13 that send many requests, played over HTTP by people with a free account, under the default limits. */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000, rateLimitFactor: 1, api: { trustProxy: 1 } });
});
afterAll(() => stack?.close());

const guests = callerOver('REST', () => stack);
const count = (n: number): number[] => Array.from({ length: n }, (_, at) => at);
const newGuests = (n: number): string[] => count(n).map(newGuest);
const reasonOf = (outcome: Outcome<unknown>): string =>
  outcome.ok ? 'ok' : String(outcome.error.details?.reason ?? outcome.error.message);
const tally = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(words)].map((word) => [word, words.filter((each) => each === word).length]));

const mailsTo = async (inboxes: readonly string[]) =>
  (await Promise.all(inboxes.map((inbox) => stack.mailbox(inbox)))).flat();

/** Links in mails, without ours. */
const foreignLinksIn = (mails: Awaited<ReturnType<typeof mailsTo>>): string[] =>
  mails
    .map(({ subject, text, html, attachments }) => JSON.stringify([subject, text, html, attachments]))
    .map((mail) => mail.replaceAll(`${stack.publicUrl}/`, '').replaceAll('http://www.w3.org/', ''))
    .flatMap((mail) => /.{0,30}(?:evil\.example|https?:).{0,30}/.exec(mail) ?? []);

const PRIZE = 'Claim your prize at https://evil.example/win';

describe('A1: a trial workspace is no mail relay', () => {
  it('fourteen bookings by its own inboxes with ten victims each, and ten moves, stay under the cap of further guests; no mail has its link', async () => {
    const attacker = await signUpWithKey(stack);
    const { address } = await makeEvent(stack, attacker, { name: PRIZE });
    const starts = await startsOf(guests, address);
    const victims = newGuests(140);
    const networks = [newClient(), newClient()];
    let own = '';
    for (const n of count(14)) {
      const others = victims.slice(n * 10, n * 10 + 10);
      const [email, from] = [`own-${n}@attacker.test`, networks[n % 2] ?? ''];
      const outcome = await bookByCode(stack, guests, address, { email, startAt: starts[n], from, guests: others });
      if (!outcome.ok) continue;
      await announced(stack, outcome.output.booking.id);
      own = email;
    }
    const [mine] = (await stack.mailbox(own)).filter(({ kind }) => kind === 'booking_confirmation');
    const token = mine ? tokenIn(mine) : '';
    const id = String(outputOf(await guests.call('viewBooking', { token })).booking.id);
    for (const n of count(10)) await guests.call('rescheduleAsGuest', { token, startAt: starts[20 + n] }, networks[0]);
    await announced(stack, id);
    outputOf(await guests.call('requestCode', { ...address, email: victims[0] }, newClient()));
    const sent = await mailsTo(victims);
    expect(sent.filter(({ kind }) => kind !== 'booking_code').length).toBeLessThanOrEqual(50);
    expect(sent.length).toBeGreaterThan(40);
    expect(foreignLinksIn(sent)).toEqual([]);
  });

  it('one inbox gets ten mails a day from all workspaces, whatever +tags it is written with, and none after one click', async () => {
    const accounts = await Promise.all([signUpWithKey(stack), signUpWithKey(stack)]);
    const events = await Promise.all(accounts.map((account) => makeEvent(stack, account, { name: PRIZE })));
    const inbox = newGuest();
    const tagged = (tag: string) => count(6).map((n) => inbox.replace('@', `+${tag}${n}@`));
    for (const [n, { address }] of events.entries()) {
      const [startAt] = await startsOf(guests, address);
      const others = { guests: tagged(`w${n}-`), email: `own@attacker-${n}.test`, from: newClient() };
      const outcome = await bookByCode(stack, guests, address, { ...others, startAt });
      if (outcome.ok) await announced(stack, outcome.output.booking.id);
    }
    const mails = await mailsTo([...tagged('w0-'), ...tagged('w1-')]);
    expect(mails.length).toBe(6);
    const [url = ''] = /http\S+\/no-mail\/[\w-]{43}/.exec(mails[0]?.text ?? '') ?? [];
    const post = { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    expect((await http(url, { ...post, body: 'List-Unsubscribe=One-Click' })).status).toBe(200);
    const asked = await guests.call('requestCode', { ...events[1]?.address, email: inbox }, newClient());
    expect(reasonOf(asked)).toBe('email_undeliverable');
  });

  it('codes of one network and invitations have a cap a day for each workspace', async () => {
    const attacker = await signUpWithKey(stack);
    const { address } = await makeEvent(stack, attacker);
    const near = newClient().replace(/7$/, '');
    const ask = async (n: number) =>
      reasonOf(await guests.call('requestCode', { ...address, email: newGuest() }, `${near}${n % 6}`));
    const invite = async (n: number) => {
      const input = { email: `victim-${n}@invited.test` };
      const answer = await callHost(stack.appUrl, members.inviteMember, input, attacker.key);
      if (answer.status !== 200) return String(answer.json().error.details?.reason);
      // Taken back at once: a trial has room for ten members, and the mail has left.
      const { member } = answer.json() as unknown as { member: { id: string } };
      await callHost(stack.appUrl, members.removeMember, { id: member.id }, attacker.key);
      return 'ok';
    };
    // In turn: near a cap, calls at the same time wait for each other, on a busy machine longer than a lock may.
    const [codes, invited]: [string[], string[]] = [[], []];
    for (const n of count(54)) codes.push(await ask(n));
    for (const n of count(32)) invited.push(await invite(n));
    expect({ codes: tally(codes), invited: tally(invited) }).toEqual({
      codes: { ok: 50, too_many_codes: 4 },
      invited: { ok: 30, too_many_invitations: 2 },
    });
  });
});

describe('A4: strangers lock nobody out', () => {
  it('a guest gets codes though strangers requested ten, and where the guest proved the inbox before, one more than all', async () => {
    const [stranger, host] = await Promise.all([signUpWithKey(stack), signUpWithKey(stack)]);
    const { address } = await makeEvent(stack, host);
    const decoys: Address[] = [];
    for (const n of count(10)) decoys.push((await makeEvent(stack, stranger, { name: `Decoy ${n}` })).address);
    const starts = await startsOf(guests, address);
    const guest = newGuest();
    const home = newClient();
    outputOf(await bookByCode(stack, guests, address, { email: guest, startAt: starts[0], from: home }));
    const flood = async (from: string) => {
      for (const decoy of decoys) await guests.call('requestCode', { ...decoy, email: guest }, from);
    };
    const codes = async () => (await stack.mailbox(guest)).filter(({ kind }) => kind === 'booking_code').length;
    const book = async (start: number, from: string) =>
      reasonOf(await bookByCode(stack, guests, address, { email: guest, startAt: starts[start], from }));
    await flood(newClient());
    expect([await codes(), await book(1, newClient())]).toEqual([1 + 5, 'ok']);
    await flood(newClient());
    expect([await codes(), await book(2, home), await codes()]).toEqual([10, 'ok', 11]);
  });

  it('sixty sign-in links from twelve networks leave a link to the browser that signed in before', {
    timeout: 120_000,
  }, async () => {
    const owner = await signUp(stack);
    const ask = async (browser: PageClient, times: number) => {
      const { html } = await browser.open('/login');
      const form = { pageToken: hiddenField(html, 'pageToken'), return_to: '', timezone: '', email: owner.email };
      for (const _ of count(times)) await browser.submit('/login', form);
    };
    const links = async () => {
      const sent =
        await stack.sql`select 1 from local_mails where recipient = ${owner.email} and kind = 'sign_in_link'`;
      return sent.length;
    };
    await Promise.all(count(12).map(() => ask(new PageClient(stack.appUrl, newClient()), 5)));
    await expect.poll(links, { timeout: 60_000 }).toBeGreaterThanOrEqual(60);
    const before = await links();
    await ask(new PageClient(stack.appUrl, newClient()), 1);
    const browser = new PageClient(stack.appUrl, newClient());
    for (const [name, value] of owner.browser.cookies) if (name !== SESSION_COOKIE) browser.cookies.set(name, value);
    await ask(browser, 1);
    await expect.poll(links).toBe(before + 1);
  });
});

describe('A5: nobody switches off a workspace’s agent and codeless bookings', () => {
  let host: KeyedAccount;
  let event: Awaited<ReturnType<typeof makeEvent>>;
  let starts: string[];
  beforeAll(async () => {
    host = await signUpWithKey(stack);
    event = await makeEvent(stack, host, { bookingPolicy: { requireOtpHuman: false, requireOtpAgent: false } });
    starts = await startsOf(guests, event.address);
  });
  const bookCodeless = async (from: string, email: string, others: readonly string[] = []) => {
    const request = { ...event.address, email, startAt: starts.shift(), timezone: 'UTC', guests: [...others] };
    const asked = await guests.call('requestConfirmLink', request, from);
    if (!asked.ok || asked.output.status === 'otp_sent')
      return { how: asked.ok ? 'otp_sent' : reasonOf(asked), id: '' };
    const answer = await http(asked.output.confirmUrl, { headers: { 'X-Forwarded-For': from } });
    const { booking, error } = answer.json();
    const made = booking as { id: string } | undefined;
    return { how: made ? 'booked' : String(error.details?.reason), id: made?.id ?? '' };
  };

  it('nine bookings with ten guests each stand, their mails wait past twenty; the agent and codeless guests still book', async () => {
    const [stranger, victims] = [newClient(), newGuests(90)];
    const made = [];
    for (const n of count(9)) made.push(await bookCodeless(stranger, newGuest(), victims.slice(n * 10, n * 10 + 10)));
    expect(tally(made.map(({ how }) => how))).toEqual({ booked: 9 });
    await Promise.all(made.map(({ id }) => announced(stack, id)));
    const sent = (await mailsTo(victims)).length;
    const agent = { email: newGuest(), agentEmail: 'agent@agents.test', startAt: starts.shift(), from: newClient() };
    const after = {
      ofGuestsAgent: reasonOf(await bookByCode(stack, guests, event.address, agent)),
      codeless: [] as string[],
      ofKey: [] as number[],
    };
    for (const _ of count(3)) {
      after.codeless.push((await bookCodeless(newClient(), newGuest())).how);
      const invitee = { email: newGuest(), timezone: 'UTC' };
      const input = { eventTypeId: event.id, startAt: starts.shift(), invitee, guests: [newGuest()] };
      after.ofKey.push((await callHost(stack.appUrl, meetings.createBooking, input, host.key)).status);
    }
    expect({ sent, ...after }).toEqual({
      sent: 20,
      ofGuestsAgent: 'ok',
      codeless: ['booked', 'booked', 'booked'],
      ofKey: [200, 200, 200],
    });
  });

  it('past the cap of an inbox, a codeless event asks for a code instead of refusing', async () => {
    const victim = newGuest();
    const networks = [newClient(), newClient()];
    const made = [];
    for (const n of count(11)) made.push((await bookCodeless(networks[n % 2] ?? '', victim)).how);
    expect(tally(made)).toEqual({ booked: 10, otp_sent: 1 });
  });
});

describe('A6: nobody fills a calendar', () => {
  it('invented addresses of one domain book forty times; others still book; the host gets one mail and clears them in one call', async () => {
    const host = await signUpWithKey(stack);
    const { address } = await makeEvent(stack, host);
    const starts = await startsOf(guests, address);
    const flood = count(5).map(async (network) => {
      const [from, answers] = [newClient(), [] as string[]];
      for (const n of count(9)) {
        const guest = { email: `invented-${network}-${n}@flood.test`, startAt: starts[network * 9 + n], from };
        answers.push(reasonOf(await bookByCode(stack, guests, address, guest)));
      }
      return answers;
    });
    expect(tally((await Promise.all(flood)).flat())).toEqual({ ok: 40, too_many_upcoming: 5 });
    const other = { email: 'real@customer.test', startAt: starts[60], from: newClient() };
    const { booking } = outputOf(await bookByCode(stack, guests, address, other));
    for (const n of [1, 2])
      await stack.client.workflow.execute('sweep', {
        taskQueue: stack.taskQueue,
        workflowId: `sweep-${host.workspace}-${n}`,
      });
    const mailed = (await stack.mailbox(host.email)).filter(({ kind }) => kind === 'booking_flood');
    expect(mailed).toHaveLength(1);
    const clear = (input: object) => callHost(stack.appUrl, bookingFloods.clearBookingFlood, { ...input }, host.key);
    expect((await clear({})).json()).toMatchObject({ bookingCount: 40, flood: { mailDomains: ['flood.test'] } });
    expect((await clear({ dryRun: false })).json()).toMatchObject({ bookingCount: 40 });
    const upcoming = async () => {
      const listed = await callHost(stack.appUrl, meetings.listMeetings, { limit: 100 }, host.key);
      return (listed.json().meetings as { id: string }[]).map(({ id }) => id);
    };
    await expect.poll(upcoming, { timeout: 15_000 }).toEqual([booking.id]);
  });

  it('one request for eight hours holds nothing, so the day stays open', async () => {
    const host = await signUpWithKey(stack);
    const [long, short] = [
      await makeEvent(stack, host, { name: 'Day', durationMinutes: 480 }),
      await makeEvent(stack, host),
    ];
    const [startAt = ''] = await startsOf(guests, long.address);
    const sameDay = async () =>
      (await startsOf(guests, short.address)).filter((start) => start.slice(0, 10) === startAt.slice(0, 10)).length;
    const before = await sameDay();
    const asked = outputOf(
      await guests.call('requestCode', { ...long.address, email: newGuest(), startAt }, newClient()),
    );
    expect({ held: asked.holdExpiresAt, open: await sameDay() }).toEqual({ held: null, open: before });
    expect(before).toBeGreaterThan(10);
  });
});
