import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenHash } from '../../../../domain/secrets.ts';
import { findMadeBooking } from '../../../../store/booking/confirm-requests.ts';
import { confirm, confirmLinks, tokenOf } from '../../../support/drivers/confirm-link.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { giveForm, intake } from '../../../support/drivers/host.ts';
import { http } from '../../../support/drivers/http.ts';
import { outputOf, restCall } from '../../../support/drivers/surfaces.ts';
import { ageGuestRecords, announced, codeFor, iso, mailCounts } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000, api: { trustProxy: 1 } });
});
afterAll(() => stack.close());
const { call, ask, newCase } = confirmLinks(() => stack);

describe('GET otp, then confirmUrl', () => {
  it('mails a code, holds the slot and books by the code alone', async () => {
    const { host, guest, startMs } = await newCase();
    const asked = outputOf(await ask(host, guest, startMs, { name: 'Gus' }));
    expect(asked).toMatchObject({
      status: 'otp_sent',
      verificationRequired: true,
      email: guest,
      codeSentTo: guest,
      expiresInMinutes: 10,
      confirmUrl: expect.stringMatching(/^http:\/\/localhost:\d+\/api\/v1\/public\/confirm\/[\w-]{43}$/),
      next: expect.stringContaining('code'),
    });
    expect(Date.parse(asked.holdExpiresAt ?? '') - Date.now()).toBeGreaterThan(170_000);
    expect(await host.openStarts()).not.toContain(startMs);
    const { status, body } = await confirm(asked.confirmUrl, await codeFor(stack, guest));
    expect([status, body.booking.startAt, body.booking.status]).toEqual([200, iso(startMs), 'confirmed']);
    await announced(stack, body.booking.id);
    expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1, booking_confirmation: 1 });
    const [row] = await stack.sql`
      select guest_name, guest_timezone, source from bookings where id = ${body.booking.id}`;
    expect(row).toEqual({ guest_name: 'Gus', guest_timezone: 'Asia/Kolkata', source: 'public_api' });
  });

  it('takes a plus sign in an address as it reads, without %2B', async () => {
    const { host, startMs } = await newCase();
    const guest = newGuest().replace('@', '+work@');
    const { workspace, username, eventSlug } = host.address;
    const query = `email=${guest}&startAt=${iso(startMs)}&timezone=Asia/Kolkata`;
    const answer = await http(`${stack.publicUrl}/api/v1/public/${workspace}/${username}/${eventSlug}/otp?${query}`);
    expect([answer.status, answer.json()]).toEqual([200, expect.objectContaining({ email: guest, codeSentTo: guest })]);
  });

  it('repeated, asks for nothing new: the same link, no other mail, whenever', async () => {
    const { host, guest, startMs } = await newCase();
    const { confirmUrl } = outputOf(await ask(host, guest, startMs));
    const code = await codeFor(stack, guest);
    await ageGuestRecords(stack, guest, 120);
    expect(outputOf(await ask(host, guest, startMs)).confirmUrl).toBe(confirmUrl);
    expect(await mailCounts(stack, guest)).toEqual({ booking_code: 1 });
    expect((await confirm(confirmUrl, code)).status).toBe(200);
  });

  it('confirmed again, by a scanner or the guest: the same booking', async () => {
    const { host, guest, startMs } = await newCase();
    const { confirmUrl } = outputOf(await ask(host, guest, startMs));
    const code = await codeFor(stack, guest);
    const answers = await Promise.all([1, 2, 3].map(() => confirm(confirmUrl, code)));
    answers.push(await confirm(confirmUrl, code));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.booking.id)).size).toBe(1);
  });

  it('takes guests, agentEmail, idempotencyKey and answers as text, of every kind', async () => {
    const { host, guest, startMs } = await newCase();
    await giveForm(stack.sql, host, intake);
    const [agentEmail, extra, another] = [newGuest(), newGuest(), newGuest()];
    const customFields = {
      topic: 'Plans & more',
      size: 'large',
      days: ['mon', 'tue'],
      seats: '3',
      has_tool: 'true',
      tool: 'Pen',
    };
    const more = { agentEmail, guests: [extra, another], idempotencyKey: 'a key of mine', customFields };
    const asked = outputOf(await ask(host, guest, startMs, more));
    expect(asked.codeSentTo).toBe(agentEmail);
    const { body } = await confirm(asked.confirmUrl, await codeFor(stack, agentEmail));
    const answers =
      await stack.sql`select key, value from booking_answers where booking_id = ${body.booking.id} order by position`;
    expect(Object.fromEntries(answers.map(({ key, value }) => [key, value]))).toEqual({
      topic: 'Plans & more',
      size: 'large',
      days: ['mon', 'tue'],
      seats: 3,
      has_tool: true,
      tool: 'Pen',
    });
    await announced(stack, body.booking.id);
    for (const to of [extra, another]) expect(await mailCounts(stack, to)).toEqual({ booking_confirmation: 1 });
  });

  it('a POST is the way to a new code: the link stands, the old code does not', async () => {
    const { host, guest, startMs } = await newCase();
    const { confirmUrl } = outputOf(await ask(host, guest, startMs));
    const old = await codeFor(stack, guest);
    await ageGuestRecords(stack, guest, 31);
    outputOf(await call('requestCode', { ...host.address, email: guest }));
    expect((await confirm(confirmUrl, old)).body.error.details).toMatchObject({
      reason: 'code_invalid',
      attemptsLeft: 4,
    });
    expect((await confirm(confirmUrl, await codeFor(stack, guest))).status).toBe(200);
  });

  it('a request for another start has a link of its own; both stand until the code is used', async () => {
    const { host, guest, starts } = await newCase();
    const first = outputOf(await ask(host, guest, starts[0] ?? 0));
    const second = outputOf(await ask(host, guest, starts[1] ?? 0));
    expect(second.confirmUrl).not.toBe(first.confirmUrl);
    const code = await codeFor(stack, guest);
    expect((await confirm(first.confirmUrl, code)).body.booking.startAt).toBe(iso(starts[0] ?? 0));
    expect((await confirm(second.confirmUrl, code)).body.error.details.reason).toBe('code_used');
    expect(await mailCounts(stack, guest)).toMatchObject({ booking_code: 1 });
  });

  it('a stranger who asks for the same guest takes away neither link nor slot', async () => {
    const { host, guest, starts } = await newCase();
    const own = outputOf(await ask(host, guest, starts[0] ?? 0, { name: 'Gus' }));
    const foreign = outputOf(await ask(host, guest, starts[1] ?? 0, { name: 'Mallory' }, '203.0.113.66'));
    expect(foreign.confirmUrl).not.toBe(own.confirmUrl);
    expect([foreign.holdExpiresAt, foreign.notice]).toEqual([null, expect.stringContaining('not held')]);
    expect(await host.openStarts()).not.toContain(starts[0]);
    expect(outputOf(await ask(host, guest, starts[0] ?? 0, { name: 'Gus' })).confirmUrl).toBe(own.confirmUrl);
    const { body } = await confirm(own.confirmUrl, await codeFor(stack, guest));
    expect(body.booking.startAt).toBe(iso(starts[0] ?? 0));
    const [row] = await stack.sql`select guest_name from bookings where id = ${body.booking.id}`;
    expect(row?.guest_name).toBe('Gus');
    const [none, made] = await Promise.all(
      [foreign, own].map(({ confirmUrl }) => findMadeBooking(stack.sql, tokenHash(tokenOf(confirmUrl)))),
    );
    expect([none, made]).toEqual([undefined, body.booking.id]);
  });
});

describe('where no code is needed', () => {
  it('answers confirmation_ready, mails nothing, and the link books as it is', async () => {
    const { host, guest, startMs } = await newCase({ require_otp_agent: false });
    const asked = outputOf(await ask(host, guest, startMs));
    expect(asked).toMatchObject({ status: 'confirmation_ready', verificationRequired: false, codeExpiresInSeconds: 0 });
    expect(asked.codeSentTo).toBeUndefined();
    expect(asked.holdExpiresAt).not.toBeNull();
    expect(await mailCounts(stack, guest)).toEqual({});
    const { status, body } = await confirm(asked.confirmUrl);
    expect([status, body.booking.status]).toEqual([200, 'confirmed']);
    expect((await confirm(asked.confirmUrl)).body.booking.id).toBe(body.booking.id);
    await announced(stack, body.booking.id);
    expect(await mailCounts(stack, guest)).toEqual({ booking_confirmation: 1 });
  });

  it('422 code_expired for a link that is too old; nobody asks the flow, which would lock the host', async () => {
    const { host, guest, startMs } = await newCase({ require_otp_agent: false });
    const { confirmUrl } = outputOf(await ask(host, guest, startMs));
    await ageGuestRecords(stack, guest, 601);
    const { status, body } = await confirm(confirmUrl);
    expect([status, body.error.details.reason]).toEqual([422, 'code_expired']);
    expect(
      await stack.sql`select 1 from attempts where booking_id in (select id from challenges where guest_email = ${guest})`,
    ).toEqual([]);
  });

  it('requireOtpHuman alone asks nothing of agents', async () => {
    const { host, guest, startMs } = await newCase({ require_otp_agent: false, require_otp_human: true });
    expect(outputOf(await ask(host, guest, startMs)).verificationRequired).toBe(false);
  });

  it('still needs the code that was asked for by POST before', async () => {
    const { host, guest, startMs } = await newCase({ require_otp_agent: false });
    outputOf(await call('requestCode', { ...host.address, email: guest }));
    const asked = outputOf(await ask(host, guest, startMs));
    expect(asked).toMatchObject({ status: 'otp_sent', verificationRequired: true });
    expect((await confirm(asked.confirmUrl)).status).toBe(400);
    expect((await confirm(asked.confirmUrl, await codeFor(stack, guest))).status).toBe(200);
  });
});

describe('links are looked at by machines', () => {
  it.each([
    ['HEAD', {}],
    ['GET', { 'Sec-Purpose': 'prefetch;prerender' }],
    ['GET', { Purpose: 'prefetch' }],
    ['GET', { 'X-Moz': 'prefetch' }],
  ])('%s %j: 405, nothing asked and nothing booked', async (method, headers) => {
    const { host, guest, startMs } = await newCase();
    const { confirmUrl } = outputOf(await ask(host, guest, startMs));
    const withCode = `${confirmUrl}?code=${await codeFor(stack, guest)}`;
    const stranger = newGuest();
    const operation = { method: 'GET', path: '/{workspace}/{username}/{eventSlug}/otp' } as const;
    const input = { ...host.address, email: stranger, startAt: iso(startMs + 1_800_000), timezone: 'UTC' };
    const [otpUrl] = restCall(stack.publicUrl, operation, input);
    for (const url of [withCode, otpUrl]) expect((await http(url, { method, headers })).status).toBe(405);
    expect(await stack.sql`select 1 from bookings where guest_email = ${guest}`).toHaveLength(0);
    expect(await stack.sql`select 1 from challenges where guest_email = ${stranger}`).toHaveLength(0);
    expect((await http(withCode)).status).toBe(200);
  });
});
