import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agentSeats } from '../../../../schemas/operations/access/agent-seats.ts';
import { apiKeys } from '../../../../schemas/operations/access/api-keys.ts';
import { meetings } from '../../../../schemas/operations/meetings.ts';
import { findLeaks, readFlows } from '../../../support/asserts/leaks.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { changeEvent, giveForm, intake, nearestStarts } from '../../../support/drivers/host.ts';
import { makeOpenEvent, nextStart } from '../../../support/drivers/host-bookings.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { type HostAnswer, hostCallOver } from '../../../support/drivers/host-surfaces.ts';
import { pastBusy } from '../../../support/drivers/patience.ts';
import { signIn } from '../../../support/drivers/session.ts';
import { surfaces } from '../../../support/drivers/surfaces.ts';
import { bearer, makeSeat, makeTeam, type TestKey, type TestTeam } from '../../../support/factories/keys.ts';
import { announced, iso } from '../../../support/factories/meeting.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

let stack: Stack;
let team: TestTeam;
let key: TestKey;

beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
});
afterAll(() => stack.close());
beforeEach(async () => {
  team = await makeTeam(stack.sql);
  key = await team.key('owner');
});

type Input = Readonly<Record<string, unknown>>;

const wish = (more: Input = {}): Input => ({
  eventTypeId: team.host.eventTypeId,
  startAt: iso(nextStart()),
  invitee: { email: newGuest(), timezone: 'Europe/Berlin', name: 'Grace Guest' },
  ...more,
});

const guestOf = (input: Input): string => (input.invitee as { email: string }).email;
const idOf = ({ output }: HostAnswer): string => output.booking.id;
const rows = () => stack.sql<{ id: string; status: string; source: string; test: boolean }[]>`
  select id, status, source, test_mode as test from bookings where workspace_id = ${team.workspaceId} order by id`;

describe.each(surfaces)('create_booking over %s', (surface) => {
  const callOver = hostCallOver(surface, () => stack);
  const create = (input: Input, headers: Readonly<Record<string, string>> = key.headers) =>
    callOver(meetings.createBooking, input, headers);

  it('books at once and without a code, answers in both time zones, and mails guest and host', async () => {
    await changeEvent(stack.sql, team.host, { requires_approval: true });
    const third = newGuest();
    const input = wish({ timeZone: 'Asia/Tokyo', guests: [third.toUpperCase(), third] });
    const answer = await create(input);
    expect(answer.output).toMatchObject({
      booking: {
        eventTypeId: team.host.eventTypeId,
        startAt: input.startAt,
        status: 'confirmed',
        local: { timezone: 'Asia/Tokyo' },
        host: { id: team.host.userId, name: 'Hedy Host' },
      },
      message: expect.stringMatching(/^Booked: .* The guest gets the invite by mail\.$/),
    });
    if (surface === 'REST') expect(answer.workflowId).toBe(`booking/${idOf(answer)}`);
    const mail = await stack.waitForMail(guestOf(input), 'booking_confirmation');
    expect(mail.text).toMatch(/Hedy Host booked “Call” with you\.[\s\S]*\/manage\//);
    await stack.waitForMail(team.members.owner.email, 'booking_confirmation');
    await announced(stack, idOf(answer));
    expect(mail.html).toContain('lang="en"');
    expect(await stack.mailbox(third)).toHaveLength(1);
    expect(await rows()).toEqual([
      { id: idOf(answer), status: 'confirmed', source: surface === 'REST' ? 'host_api' : 'host_mcp', test: false },
    ]);
  });

  it('writes to the guest as who books reads mails: no page of the guest says in which language', async () => {
    await stack.sql`
      update users set browser_language = 'de', browser_region = 'AT' where id = ${team.members.owner.userId}`;
    const input = wish();
    const answer = await create(input);
    const mail = await stack.waitForMail(guestOf(input), 'booking_confirmation');
    expect(mail.html).toContain('lang="de"');
    const [row] = await stack.sql`select language, region from bookings where id = ${idOf(answer)}`;
    expect(row).toEqual({ language: 'de', region: 'AT' });
  });

  it('logs the seat that did it, and a key by its name', async () => {
    const seat = await makeSeat(stack.sql, {
      workspaceId: team.workspaceId,
      userId: team.host.userId,
      displayName: 'Robo',
    });
    const bySeat = idOf(await create(wish(), seat.key.headers));
    const byKey = idOf(await create(wish()));
    const log = await stack.sql`
      select subject_id as id, actor, user_id as user, api_key_id as key, agent_seat_id as seat, action, data -> 'after' as after
      from activity_log where workspace_id = ${team.workspaceId} order by id`;
    const all = { user: team.host.userId, action: 'booking.confirmed', after: { status: 'confirmed' } };
    expect(log).toEqual([
      { ...all, id: bySeat, actor: 'Robo', key: seat.key.id, seat: seat.id },
      { ...all, id: byKey, actor: 'Key of the owner', key: key.id, seat: null },
    ]);
    const { output } = await callOver(meetings.listMeetings, { detail: 'full' }, key.headers);
    const makers = (output.meetings as { id: string; bookedBy: object }[]).map((line) => [line.id, line.bookedBy]);
    expect(Object.fromEntries(makers)).toEqual({
      [bySeat]: { kind: 'agent', name: 'Robo' },
      [byKey]: { kind: 'agent', name: 'Key of the owner' },
    });
  });

  it('takes a local time with its zone, and asks where clocks leave it open', async () => {
    const [first = 0] = await team.host.openStarts();
    const utc = iso(first + 3_600_000).slice(0, 16);
    const made = await create(wish({ startAt: utc, timeZone: 'UTC' }));
    expect(made.output.booking).toMatchObject({
      startAt: `${utc}:00.000Z`,
      local: { timezone: 'UTC', startLocal: utc.slice(11) },
    });
    expect((await create(wish({ startAt: utc }))).error).toMatchObject({
      code: 'request.invalid',
      details: { issues: [{ path: 'timeZone' }] },
    });
    const skipped = await create(wish({ startAt: '2027-03-28T02:30', timeZone: 'Europe/Berlin' }));
    expect(skipped.error).toMatchObject({
      code: 'request.unprocessable',
      details: { reason: 'local_time_nonexistent' },
    });
  });

  it('offers the nearest slots where one is taken, and where there is none', async () => {
    const startMs = nextStart();
    await create(wish({ startAt: iso(startMs) }));
    const taken = await create(wish({ startAt: iso(startMs) }));
    const nearest = (await nearestStarts(team.host, startMs)).map(iso);
    const starts = (answer: HostAnswer) =>
      answer.error.details.alternatives.map((slot: { startUtc: string }) => slot.startUtc);
    expect(taken.error).toMatchObject({ code: 'resource.conflict', details: { reason: 'slot_taken' } });
    if (surface === 'REST') expect(taken.workflowId).toMatch(/^booking\/[0-9a-f-]{36}$/);
    expect(starts(taken)).toEqual(nearest);
    const beside = await create(wish({ startAt: iso(startMs + 60_000) }));
    expect(beside.error).toMatchObject({ code: 'request.unprocessable', details: { reason: 'not_a_slot' } });
    expect(starts(beside)).toHaveLength(3);
    const far = await create(wish({ startAt: iso(startMs + 400 * 86_400_000) }));
    expect(far.error.details.reason).toBe('too_far');
  });

  it('checks and keeps the answers to the form', async () => {
    await giveForm(stack.sql, team.host, intake);
    const missing = await create(wish());
    expect(missing.error).toMatchObject({
      code: 'request.unprocessable',
      details: { reason: 'answer_required', key: 'topic' },
    });
    const unknown = await create(wish({ customFields: { topic: 'Tea', size: 'solo', topics: 'Tea' } }));
    expect(unknown.error).toMatchObject({
      code: 'request.unprocessable',
      message: expect.stringContaining('did you mean topic?'),
      details: { reason: 'answer_unknown', field: 'customFields.topics' },
    });
    const made = await create(wish({ customFields: { topic: 'Tea', size: 'solo' } }));
    const detail = await callOver(meetings.getMeeting, { bookingId: idOf(made) }, key.headers);
    expect(detail.output).toMatchObject({
      formAnswersByKey: { topic: 'Tea', size: 'solo' },
      formAnswers: [
        { key: 'topic', value: 'Tea' },
        { key: 'size', value: 'solo', display: 'Just me' },
      ],
    });
  });

  it('finds hidden event types, and neither archived ones nor those of others', async () => {
    await changeEvent(stack.sql, team.host, { hidden: true });
    expect((await create(wish())).ok).toBe(true);
    const memberKey = await team.key('member');
    expect((await create(wish(), memberKey.headers)).error).toMatchObject({
      code: 'auth.forbidden',
      details: { reason: 'not_yours' },
    });
    const eventTypeId = await makeOpenEvent(stack.sql, team, team.members.member.userId);
    const own = await create(wish({ eventTypeId }), memberKey.headers);
    expect(own.output.booking.host.id).toBe(team.members.member.userId);
    const other = await (await makeTeam(stack.sql)).key('owner');
    expect((await create(wish(), other.headers)).error).toMatchObject({
      code: 'resource.not_found',
      details: { reason: 'event_type_not_found' },
    });
    await changeEvent(stack.sql, team.host, { archived_at: iso(Date.now()) });
    expect((await create(wish())).error).toMatchObject({
      code: 'resource.conflict',
      details: { reason: 'event_archived' },
    });
  });

  describe('asked again', () => {
    it('with the same idempotencyKey answers the same booking, to another request 409', async () => {
      const input = wish({ idempotencyKey: uuidv7() });
      const first = await create(input);
      const again = await create({
        ...input,
        invitee: { ...(input.invitee as object), email: guestOf(input).toUpperCase() },
      });
      expect(idOf(again)).toBe(idOf(first));
      if (surface === 'REST') expect(again.workflowId).toBe(`booking/${idOf(first)}`);
      const other = await create({ ...input, startAt: iso(nextStart()) });
      expect(other.error).toMatchObject({ code: 'resource.conflict', details: { reason: 'idempotency_mismatch' } });
      // The same idempotency key from another caller is another key.
      const others = await create({ ...input, startAt: iso(nextStart()) }, (await team.key('owner')).headers);
      expect(others.ok).toBe(true);
      await callOver(meetings.cancelBooking, { bookingId: idOf(first) }, key.headers);
      const replayed = await create(input);
      expect(replayed.output).toMatchObject({
        booking: { id: idOf(first), status: 'canceled' },
        message: expect.stringContaining('has been canceled'),
      });
      expect(await rows()).toHaveLength(2);
    });

    it('without a key answers the active booking, and books anew once it is canceled', async () => {
      const input = wish();
      const first = await create(input);
      const again = await create({ ...input, guests: ['late@guest.test'] });
      expect([idOf(again), again.output.message]).toEqual([
        idOf(first),
        expect.stringContaining('no answer, name or guest'),
      ]);
      await callOver(meetings.cancelBooking, { bookingId: idOf(first) }, key.headers);
      const anew = await create(input);
      expect(idOf(anew)).not.toBe(idOf(first));
      expect((await rows()).map(({ status }) => status)).toEqual(['canceled', 'confirmed']);
    });

    it('a refusal is not kept: the same key books once the slot is free', async () => {
      const input = wish({ idempotencyKey: uuidv7() });
      const blocker = await create(wish({ startAt: input.startAt }));
      expect((await create(input)).error.details.reason).toBe('slot_taken');
      await callOver(meetings.cancelBooking, { bookingId: idOf(blocker) }, key.headers);
      expect((await create(input)).output.booking.status).toBe('confirmed');
    });

    it('twenty at once with one key make one booking and one mail', async () => {
      const input = wish({ idempotencyKey: uuidv7() });
      const answers = await Promise.all(Array.from({ length: 20 }, () => pastBusy(() => create(input))));
      expect(new Set(answers.map(idOf)).size).toBe(1);
      expect(await rows()).toHaveLength(1);
      await announced(stack, idOf(answers[0] as HostAnswer));
      expect(await stack.mailbox(guestOf(input))).toHaveLength(1);
    });
  });

  it('of twenty keys that want one slot one gets it', async () => {
    const startAt = iso(nextStart());
    const keys = await Promise.all(Array.from({ length: 20 }, () => team.key('owner')));
    const answers = await Promise.all(
      keys.map(({ headers }) => {
        const input = wish({ startAt, idempotencyKey: uuidv7() });
        return pastBusy(() => create(input, headers));
      }),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const reasons = answers.filter(({ ok }) => !ok).map(({ error }) => error.details.reason);
    expect(new Set(reasons)).toEqual(new Set(['slot_taken']));
    expect(await rows()).toHaveLength(1);
    expect(await stack.sql`select 1 from claims where workspace_id = ${team.workspaceId}`).toHaveLength(1);
  });

  it('a test key’s booking really claims its slot, and is marked', async () => {
    const input = wish();
    await create(input, (await team.key('owner', { mode: 'test' })).headers);
    expect(await rows()).toMatchObject([{ test: true }]);
    const { output } = await callOver(meetings.listMeetings, { detail: 'full' }, key.headers);
    expect(output.meetings).toMatchObject([{ testMode: true }]);
    expect((await create(wish({ startAt: input.startAt }))).error.details.reason).toBe('slot_taken');
  });

  it('a test key’s booking is canceled when the key, or one above it, is revoked; live ones stay', async () => {
    const test = await team.key('owner', { mode: 'test' });
    const seat = await callHost(stack.appUrl, agentSeats.createAgentSeat, { displayName: 'Tester' }, test.headers);
    const below = await create(wish(), bearer(String(seat.json().apiKey)));
    const own = await create(wish(), test.headers);
    const real = await create(wish());
    const touching = await callHost(stack.appUrl, meetings.cancelBooking, { bookingId: idOf(real) }, test.headers);
    expect([touching.status, touching.json().error.details?.reason]).toEqual([403, 'test_key']);
    const owner = await team.key('owner');
    const revoked = await callHost(stack.appUrl, apiKeys.revokeApiKey, { apiKeyId: test.id }, owner.headers);
    expect(revoked.json().ended).toMatchObject({ keyCount: 2, seatCount: 1, testBookingCount: 2 });
    const statusOf = async (booking: Parameters<typeof idOf>[0]) =>
      (await stack.sql`select status, cancel_reason as why from bookings where id = ${idOf(booking)}`)[0];
    const ended = { status: 'canceled', why: 'The test key that made this booking was revoked.' };
    await expect.poll(() => statusOf(below)).toEqual(ended);
    await expect.poll(() => statusOf(own)).toEqual(ended);
    expect(await statusOf(real)).toEqual({ status: 'confirmed', why: null });
    expect(await stack.sql`select 1 from claims where booking_id = ${idOf(own)}`).toHaveLength(0);
  });
});

it('a signed-in person books from the dashboard, under their own name', async () => {
  const { headers } = await signIn(stack, { email: team.members.owner.email, workspace: team.slug });
  const answer = await hostCallOver('REST', () => stack)(meetings.createBooking, wish(), headers);
  expect(answer.output.booking.status).toBe('confirmed');
  expect(await rows()).toMatchObject([{ source: 'dashboard' }]);
  const [entry] =
    await stack.sql`select actor, user_id, api_key_id from activity_log where booking_id = ${idOf(answer)}`;
  expect(entry).toEqual({ actor: 'hedy', user_id: team.host.userId, api_key_id: null });
});

it('no address, answer, note or reason reaches a history or a log line', async () => {
  const callOver = hostCallOver('REST', () => stack);
  await giveForm(stack.sql, team.host, intake);
  const secrets = { topic: 'Zanzibar', notes: 'Rumpelstilz', reason: 'Quarantine', guest: 'third.wheel@guest.test' };
  const input = wish({
    customFields: { topic: secrets.topic, size: 'solo' },
    guests: [secrets.guest],
    idempotencyKey: `secret-${uuidv7()}`,
  });
  const bookingId = idOf(await callOver(meetings.createBooking, input, key.headers));
  await callOver(meetings.updateMeeting, { bookingId, hostNotes: secrets.notes }, key.headers);
  await callOver(meetings.rescheduleBooking, { bookingId, startAt: iso(nextStart()) }, key.headers);
  await callOver(meetings.cancelBooking, { bookingId, reason: secrets.reason }, key.headers);
  await announced(stack, bookingId);
  const flows = await readFlows(stack.client, `WorkflowId = 'booking/${bookingId}'`);
  expect(flows.map(({ text }) => text.includes('reschedule'))).toEqual([true]);
  const told = [...flows, { where: 'log', text: stack.logLines.join('') }];
  const leaked = [...Object.values(secrets), guestOf(input), 'Grace Guest', String(input.idempotencyKey)];
  expect(findLeaks(leaked, told)).toEqual([]);
  const calls = stack.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'call');
  expect(calls.at(-1)).toMatchObject({
    workspaceId: team.workspaceId,
    keyId: key.id,
    workflowId: `booking/${bookingId}`,
    status: 200,
  });
});
