import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slotExplanations } from '../../../../schemas/operations/availability/explain-slot.ts';
import type { SlotExplanation } from '../../../../schemas/shapes/slot-explanation.ts';
import { newGuest } from '../../../support/drivers/guest.ts';
import { changeEvent } from '../../../support/drivers/host.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { callerOver, outputOf } from '../../../support/drivers/surfaces.ts';
import { makeEventType } from '../../../support/factories/event-types.ts';
import { makeTeam, type TestTeam } from '../../../support/factories/keys.ts';
import { codeFor, iso } from '../../../support/factories/meeting.ts';
import { makeMeeting, makeTimeOff } from '../../../support/factories/schedules.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
});
afterAll(() => stack.close());
const { call } = callerOver('REST', () => stack);

const ask = async (team: TestTeam, startMs: number, role: 'owner' | 'member' = 'owner') => {
  const input = { eventTypeId: team.host.eventTypeId, startAt: iso(startMs) };
  const answer = await callHost(stack.appUrl, slotExplanations.explainSlot, input, (await team.key(role)).headers);
  expect(answer.status, answer.text).toBe(200);
  return answer.json() as unknown as SlotExplanation;
};
const findingOf = (explanation: SlotExplanation, rule: string) =>
  explanation.hosts[0]?.findings.find((finding) => finding.rule === rule);

/** Midnight UTC, so many days from now. */
const dayMs = (ahead: number): number => (Math.floor(Date.now() / DAY_MS) + ahead) * DAY_MS;

/** A host with every kind of rule: hours in New York, an override, time off, a buffer, limits, meetings, notice. */
async function busyTeam(): Promise<TestTeam> {
  const team = await makeTeam(stack.sql);
  const { host, workspaceId } = team;
  await changeEvent(stack.sql, host, {
    slot_interval_minutes: 15,
    buffer_before_minutes: 10,
    limit_per_day: 2,
    minimum_notice_minutes: 2_880,
    max_future_days: 20,
  });
  const [row] = await stack.sql<{ id: string }[]>`
    select schedule_id as id from event_types where id = ${host.eventTypeId}`;
  const scheduleId = row?.id ?? '';
  await stack.sql`update schedules set timezone = 'America/New_York' where id = ${scheduleId}`;
  await stack.sql`update schedule_rules set start_minute = 600, end_minute = 1080 where schedule_id = ${scheduleId}`;
  await stack.sql`
    insert into date_overrides (id, schedule_id, date) values (gen_random_uuid(), ${scheduleId}, ${iso(dayMs(6)).slice(0, 10)})`;
  const whose = { workspaceId, userId: host.userId };
  await makeTimeOff(stack.sql, { ...whose, startMs: dayMs(8) + 16 * HOUR_MS, endMs: dayMs(8) + 19 * HOUR_MS });
  const at = { ...whose, eventTypeId: host.eventTypeId };
  await makeMeeting(stack.sql, { ...at, startMs: dayMs(9) + 17 * HOUR_MS });
  for (const hour of [16, 20]) await makeMeeting(stack.sql, { ...at, startMs: dayMs(10) + hour * HOUR_MS });
  return team;
}

/** The reason that the public book call gives for each rule of the explanation. */
const BOOKING_WORDS: Readonly<Record<string, string>> = {
  not_a_slot: 'not_a_slot',
  too_soon: 'too_soon',
  too_far: 'too_far',
  time_off: 'not_a_slot',
  taken: 'slot_taken',
  limit_reached: 'limit_reached',
};

describe('an explanation', () => {
  it('agrees with what the public list offers and what a booking answers', { timeout: 120_000 }, async () => {
    const team = await busyTeam();
    const { address } = team.host;
    const guest = newGuest();
    outputOf(await call('requestCode', { ...address, email: guest }));
    const code = await codeFor(stack, guest);
    const invitee = { email: guest, timezone: 'Europe/Berlin' };
    const book = (startMs: number) => call('book', { ...address, startAt: iso(startMs), code, invitee });
    const anywhere = fc.integer({ min: -4 * 96, max: 24 * 96 }).map((quarter) => dayMs(0) + quarter * 15 * MINUTE_MS);
    const known = [
      dayMs(8) + 17 * HOUR_MS,
      dayMs(9) + 17 * HOUR_MS,
      dayMs(9) + 17.5 * HOUR_MS,
      dayMs(10) + 18 * HOUR_MS,
      dayMs(11) + 18 * HOUR_MS + 5 * MINUTE_MS,
      dayMs(1) + 18 * HOUR_MS,
      dayMs(22) + 18 * HOUR_MS,
    ];
    const open = fc
      .integer({ min: 3, max: 18 })
      .chain((day) => fc.integer({ min: 60, max: 88 }).map((quarter) => dayMs(day) + quarter * 15 * MINUTE_MS));
    const seen = new Set<string>();
    const offeredStarts: number[] = [];
    for (const startMs of [...known, ...fc.sample(anywhere, 25), ...fc.sample(open, 25)]) {
      const explanation = await ask(team, startMs);
      const window = { from: iso(startMs), to: iso(startMs + 1_000) };
      const listed = outputOf(await call('listSlots', { ...address, ...window })).slots;
      expect(explanation.offered, explanation.summary).toBe(listed.length === 1);
      seen.add(explanation.reason ?? 'offered');
      if (explanation.offered) offeredStarts.push(startMs);
      else {
        const answer = await book(startMs);
        const reason = answer.ok ? 'booked' : answer.error.details?.reason;
        expect(reason, explanation.summary).toBe(BOOKING_WORDS[explanation.reason ?? '']);
      }
    }
    expect([...seen].sort()).toEqual(
      ['limit_reached', 'not_a_slot', 'offered', 'taken', 'time_off', 'too_far', 'too_soon'].sort(),
    );
    // One code makes one booking: check only one of the offered starts.
    const booked = outputOf(await book(offeredStarts[0] ?? 0)).booking;
    const after = await ask(team, offeredStarts[0] ?? 0);
    expect(after).toMatchObject({ offered: false, reason: 'taken' });
    expect(findingOf(after, 'taken')?.clashes).toEqual([
      expect.objectContaining({ kind: 'meeting', bookingId: booked.id, startAt: iso(offeredStarts[0] ?? 0) }),
    ]);
  });

  it('names every rule in order with its numbers, the windows of the day, and the nearest starts', async () => {
    const team = await busyTeam();
    const startMs = dayMs(9) + 17.5 * HOUR_MS;
    const explanation = await ask(team, startMs);
    expect(explanation).toMatchObject({
      offered: false,
      reason: 'taken',
      eventType: { id: team.host.eventTypeId, slug: 'call' },
      startAt: iso(startMs),
      endAt: iso(startMs + 30 * MINUTE_MS),
      local: { timezone: 'America/New_York' },
    });
    const [host] = explanation.hosts;
    expect(host?.findings.map(({ rule }) => rule)).toEqual([
      'not_a_slot',
      'too_soon',
      'too_far',
      'time_off',
      'taken',
      'limit_reached',
    ]);
    expect(host?.windows).toEqual([expect.objectContaining({ start: '10:00', end: '18:00' })]);
    expect(findingOf(explanation, 'too_soon')).toMatchObject({ passes: true, minimumNoticeMinutes: 2_880 });
    expect(findingOf(explanation, 'limit_reached')).toMatchObject({
      passes: true,
      limits: [{ per: 'day', booked: 1, limit: 2 }],
    });
    expect(findingOf(explanation, 'taken')?.sentence).toMatch(
      /The meeting that ends at \d\d:30 keeps 10 minutes free after it, until \d\d:40 \(America\/New_York\): this event’s buffer\.$/,
    );
    expect(explanation.alternatives).toHaveLength(3);
    for (const { startUtc } of explanation.alternatives)
      expect((await ask(team, Date.parse(startUtc))).offered).toBe(true);
    for (const { sentence } of host?.findings ?? []) expect(sentence).toMatch(/^[^\n]{10,200}\.$/);
  });

  it.each([
    ['a closed day', 6, 18, 'is closed on'],
    ['outside the hours', 11, 12, 'is outside Hedy Host’s hours on'],
    ['between two starts', 11, 18 + 5 / 60, 'there is one every 15 minutes'],
    ['the past', -2, 18, 'has passed'],
    ['too soon', 1, 18, 'is booked 2 days ahead at least'],
    ['too far', 23, 18, 'is booked 20 days ahead, up to'],
    ['time off', 8, 17, 'has time off then:'],
    ['a full day', 10, 18, 'limit of meetings is reached: 2 of 2 a day'],
  ])('says plainly: %s', async (_what, day, hour, words) => {
    const team = await busyTeam();
    expect((await ask(team, dayMs(day) + hour * HOUR_MS)).summary).toContain(words);
  });

  it('says whose buffer it is: the meeting’s own, ahead of it', async () => {
    const team = await makeTeam(stack.sql);
    const { workspaceId, host } = team;
    const startMs = dayMs(4) + 12 * HOUR_MS;
    await makeMeeting(stack.sql, { workspaceId, eventTypeId: host.eventTypeId, userId: host.userId, startMs });
    await stack.sql`update claims set before_ms = ${15 * MINUTE_MS} where workspace_id = ${workspaceId}`;
    const ahead = findingOf(await ask(team, startMs - 30 * MINUTE_MS), 'taken');
    expect(ahead?.clashes?.map(({ buffer }) => buffer)).toEqual([
      { side: 'before', minutes: 15, edgeAt: iso(startMs - 15 * MINUTE_MS), whose: 'that_meeting' },
    ]);
    expect(ahead?.sentence).toBe(
      'The time is free, but too close to 1 meeting of Hedy Host. The meeting at 12:00 keeps 15 minutes free before it, from 11:45 (UTC): that meeting’s buffer.',
    );
    const onTop = findingOf(await ask(team, startMs), 'taken');
    expect(onTop?.clashes?.map(({ buffer }) => buffer)).toEqual([undefined]);
    expect(onTop?.sentence).not.toContain('keeps');
  });

  it('calls what lies in another workspace busy, and says no more', async () => {
    const team = await makeTeam(stack.sql);
    const other = await makeTeam(stack.sql);
    const startMs = dayMs(4) + 12 * HOUR_MS;
    await makeMeeting(stack.sql, {
      workspaceId: other.workspaceId,
      eventTypeId: other.host.eventTypeId,
      userId: team.host.userId,
      startMs,
    });
    expect(findingOf(await ask(team, startMs), 'taken')?.clashes).toEqual([{ kind: 'busy' }]);
    // Nor by its buffer: the times of what the caller may not see are not told.
    await stack.sql`update claims set after_ms = ${20 * MINUTE_MS} where workspace_id = ${other.workspaceId}`;
    const behind = findingOf(await ask(team, startMs + 30 * MINUTE_MS), 'taken');
    expect([behind?.clashes, behind?.sentence]).toEqual([
      [{ kind: 'busy' }],
      expect.not.stringMatching(/12:|20 minutes/),
    ]);
  });

  it('says that a hold is one, and until when', async () => {
    const team = await makeTeam(stack.sql);
    const startMs = dayMs(4) + 12 * HOUR_MS;
    outputOf(await call('requestCode', { ...team.host.address, email: newGuest(), startAt: iso(startMs) }));
    const [clash] = findingOf(await ask(team, startMs), 'taken')?.clashes ?? [];
    expect(clash).toMatchObject({ kind: 'hold', startAt: iso(startMs), until: expect.any(String) });
  });

  it('says of an archived event, an unpaid workspace, and a host without hours that nothing can be booked', async () => {
    const team = await makeTeam(stack.sql);
    const startMs = dayMs(4) + 12 * HOUR_MS;
    await changeEvent(stack.sql, team.host, { schedule_id: null });
    expect(await ask(team, startMs)).toMatchObject({ offered: false, reason: 'no_schedule', alternatives: [] });
    await stack.sql`update workspaces set subscription_status = 'inactive' where id = ${team.workspaceId}`;
    expect(await ask(team, startMs)).toMatchObject({ offered: false, reason: 'workspace_locked' });
    await stack.sql`update event_types set archived_at = now() where id = ${team.host.eventTypeId}`;
    expect(await ask(team, startMs)).toMatchObject({ offered: false, reason: 'event_archived', alternatives: [] });
  });
});

describe('the question', () => {
  const status = async (
    input: Readonly<Record<string, unknown>>,
    team: TestTeam,
    role: 'owner' | 'member' = 'owner',
  ) => {
    const answer = await callHost(stack.appUrl, slotExplanations.explainSlot, input, (await team.key(role)).headers);
    return { status: answer.status, ...answer.json().error };
  };

  it('may be a local time with its zone; clock changes and missing zones are explained', async () => {
    const team = await makeTeam(stack.sql);
    const { eventTypeId } = team.host;
    const headers = (await team.key('owner')).headers;
    const local = { eventTypeId, startAt: '2040-12-24T09:00', timeZone: 'Asia/Kolkata' };
    const answer = (await callHost(stack.appUrl, slotExplanations.explainSlot, local, headers)).json();
    expect(answer).toMatchObject({
      startAt: '2040-12-24T03:30:00.000Z',
      local: { timezone: 'Asia/Kolkata', startLocal: '09:00', endLocal: '09:30' },
    });
    expect(await status({ eventTypeId, startAt: '2040-12-24T09:00' }, team)).toMatchObject({
      status: 400,
      details: { issues: [{ path: 'timeZone' }] },
    });
    const berlin = { eventTypeId, timeZone: 'Europe/Berlin' };
    expect(await status({ ...berlin, startAt: '2040-03-25T02:30' }, team)).toMatchObject({
      status: 422,
      details: { reason: 'local_time_nonexistent' },
    });
    expect(await status({ ...berlin, startAt: '2040-10-28T02:30' }, team)).toMatchObject({
      status: 422,
      details: { reason: 'local_time_ambiguous' },
    });
  });

  it('explains a plus sign that a query made a space', async () => {
    const team = await makeTeam(stack.sql);
    const headers = (await team.key('owner')).headers;
    const query = `eventTypeId=${team.host.eventTypeId}&startAt=2040-12-24T09:00:00+01:00`;
    const answer = await fetch(`${stack.appUrl}/api/v1/workspace/explain-slot?${query}`, { headers });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(await answer.json())).toContain('a plus sign must be written %2B');
  });

  it('members ask about their own event types; another workspace’s are 404', async () => {
    const team = await makeTeam(stack.sql);
    const startAt = '2040-12-24T09:00:00Z';
    const own = await makeEventType(stack.sql, team, team.members.member.userId);
    const headers = (await team.key('member')).headers;
    const answer = await callHost(stack.appUrl, slotExplanations.explainSlot, { eventTypeId: own, startAt }, headers);
    expect(answer.json()).toMatchObject({ offered: false, reason: 'no_schedule' });
    const { eventTypeId } = team.host;
    expect(await status({ eventTypeId, startAt }, team, 'member')).toMatchObject({
      status: 403,
      details: { reason: 'not_yours' },
    });
    const other = await makeTeam(stack.sql);
    expect((await status({ eventTypeId: other.host.eventTypeId, startAt }, team)).status).toBe(404);
  });
});
