import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirm, confirmLinks, tokenOf } from '../../../support/drivers/confirm-link.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { createHost, giveForm, intake, nearestStarts } from '../../../support/drivers/host.ts';
import { outputOf, refusalOf } from '../../../support/drivers/surfaces.ts';
import { ageGuestRecords, codeFor, mailCounts, updatesOf, wrongCode } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000, api: { trustProxy: 1 } });
});
afterAll(() => stack.close());
const { call, ask, newCase } = confirmLinks(() => stack);

describe('confirm refuses', () => {
  it('400 without the code, naming it', async () => {
    const { host, guest, startMs } = await newCase();
    const { confirmUrl } = outputOf(await ask(host, guest, startMs));
    const { status, body } = await confirm(confirmUrl);
    expect([status, body.error.code]).toEqual([400, 'request.invalid']);
    expect(body.error.details.issues).toEqual([{ path: 'code', message: expect.any(String) }]);
  });

  it('404 for a link that leads nowhere', async () => {
    const challengeToken = 'x'.repeat(43);
    expect(refusalOf(await call('confirm', { challengeToken, code: '123456' }))).toMatchObject({
      status: 404,
      details: { reason: 'unknown_challenge' },
    });
  });

  it('422 wrong codes, counted for each client, which never reach the flow', async () => {
    const { host, guest, startMs } = await newCase();
    const challengeToken = tokenOf(outputOf(await ask(host, guest, startMs)).confirmUrl);
    const code = await codeFor(stack, guest);
    const attemptsLeft = [];
    for (let n = 1; n <= 5; n++) {
      const { details } = refusalOf(await call('confirm', { challengeToken, code: wrongCode(code, n) }));
      attemptsLeft.push([details.reason, details.attemptsLeft]);
    }
    expect(attemptsLeft).toEqual([
      ['code_invalid', 4],
      ['code_invalid', 3],
      ['code_invalid', 2],
      ['code_invalid', 1],
      ['code_burned', 0],
    ]);
    const [row] = await stack.sql<{ id: string }[]>`select id from challenges where guest_email = ${guest}`;
    expect(await updatesOf(stack, row?.id ?? '')).toEqual({ requestCode: 1 });
    outputOf(await call('confirm', { challengeToken, code }, '192.0.2.7'));
  });

  it('422 code_expired', async () => {
    const { host, guest, startMs } = await newCase();
    const { confirmUrl } = outputOf(await ask(host, guest, startMs));
    await ageGuestRecords(stack, guest, 601);
    const { status, body } = await confirm(confirmUrl, await codeFor(stack, guest));
    expect([status, body.error.details.reason]).toEqual([422, 'code_expired']);
  });

  it('409 slot_taken with the three nearest, in the zone that was asked in', async () => {
    const { host, guest, startMs } = await newCase();
    const { confirmUrl } = outputOf(await ask(host, guest, startMs));
    await ageGuestRecords(stack, guest, 181);
    const rival = newGuest();
    const taken = outputOf(await ask(host, rival, startMs));
    expect((await confirm(taken.confirmUrl, await codeFor(stack, rival))).status).toBe(200);
    const { status, body } = await confirm(confirmUrl, await codeFor(stack, guest));
    expect([status, body.error.details.reason]).toEqual([409, 'slot_taken']);
    const offered = body.error.details.alternatives as { startUtc: string; bookerLocal: { timezone: string } }[];
    expect(offered.map(({ startUtc }) => Date.parse(startUtc))).toEqual(await nearestStarts(host, startMs));
    expect(offered[0]?.bookerLocal.timezone).toBe('Asia/Kolkata');
  });
});

describe('GET otp refuses, before any mail', () => {
  it.each([
    ['a start off the grid', {}, (start: number) => start + 60_000, 'not_a_slot'],
    ['a start too soon', { minimum_notice_minutes: 600 }, (start: number) => start - 5 * 1_800_000, 'too_soon'],
    ['a start too far', { max_future_days: 20 }, (start: number) => start + 30 * 86_400_000, 'too_far'],
  ])('422 %s, with alternatives', async (_, settings, shift, reason) => {
    const { host, guest, startMs } = await newCase(settings);
    const { status, details } = refusalOf(await ask(host, guest, shift(startMs)));
    expect([status, details.reason]).toEqual([422, reason]);
    expect(details.alternatives).toHaveLength(3);
    expect(await mailCounts(stack, guest)).toEqual({});
  });

  it.each([
    [{}, 'answer_required', 'topic'],
    [{ topic: 'x', size: 'none' }, 'answer_invalid', 'size'],
    [{ topic: 'x', size: 'solo', seats: 'three' }, 'answer_invalid', 'seats'],
    [{ topic: 'x', size: 'solo', has_tool: 'yes please' }, 'answer_invalid', 'has_tool'],
    [{ topic: 'x', size: 'solo', has_tool: 'true' }, 'answer_required', 'tool'],
  ])('422 answers %j', async (customFields, reason, key) => {
    const { host, guest, startMs } = await newCase();
    await giveForm(stack.sql, host, intake);
    const { status, message, details } = refusalOf(await ask(host, guest, startMs, { customFields }));
    expect([status, details.reason, details.key]).toEqual([422, reason, key]);
    expect([message.split(' ')[0], details.field]).toEqual([`customFields[${key}]=…`, `customFields[${key}]`]);
    expect(await mailCounts(stack, guest)).toEqual({});
    expect(await stack.sql`select 1 from challenges where guest_email = ${guest}`).toHaveLength(0);
  });

  it('422 a mail domain, 402 a locked workspace, 404 an unknown event', async () => {
    const { host, startMs } = await newCase({ require_business_email: true });
    expect(refusalOf(await ask(host, 'someone@gmail.com', startMs)).details.reason).toBe('business_email_required');
    const unknown = { ...host, address: { ...host.address, eventSlug: 'other' } };
    expect(refusalOf(await ask(unknown, newGuest(), startMs)).status).toBe(404);
    await stack.sql`update workspaces set subscription_status = 'inactive' where id = ${host.workspaceId}`;
    expect(refusalOf(await ask(host, newGuest(), startMs)).status).toBe(402);
  });

  it('429 after ten codes in an hour', async () => {
    const { guest, startMs } = await newCase();
    for (let code = 1; code <= 10; code++)
      outputOf(await ask(await createHost(stack.sql), guest, startMs, {}, `198.${code}.0.1`));
    const { status, details } = refusalOf(await ask(await createHost(stack.sql), guest, startMs));
    expect([status, details.limit]).toEqual([429, 10]);
  });
});
