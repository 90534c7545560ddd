import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../../schemas/operation.ts';
import { slotExplanations } from '../../../../schemas/operations/availability/explain-slot.ts';
import { schedules } from '../../../../schemas/operations/availability/schedules.ts';
import { timesOff } from '../../../../schemas/operations/availability/time-off.ts';
import type { Role } from '../../../../schemas/shapes/access.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { callerOver, outputOf } from '../../../support/drivers/surfaces.ts';
import { makeTeam } from '../../../support/factories/keys.ts';
import { iso } from '../../../support/factories/meeting.ts';
import { makeMeeting, makeTimeOff } from '../../../support/factories/schedules.ts';
import { shareTeamStack } from '../../../support/stack/team-stack.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const its = shareTeamStack();
const { call: callPublic } = callerOver('REST', () => its.stack);

type Input = Readonly<Record<string, unknown>>;
const call = async (operation: Operation, input: Input, role: Role = 'owner', of = its.team) =>
  callHost(its.stack.appUrl, operation, input, (await of.key(role)).headers);
// biome-ignore lint/suspicious/noExplicitAny: each test says what it expects.
const ok = async (...args: Parameters<typeof call>): Promise<any> => {
  const answer = await call(...args);
  expect(answer.status, answer.text).toBe(200);
  return answer.json();
};
const refused = async (...args: Parameters<typeof call>) => {
  const answer = await call(...args);
  return { status: answer.status, ...answer.json().error };
};
const add = (input: Input, role?: Role) => ok(timesOff.addTimeOff, input, role);
/** Midnight UTC, three days from now. */
const soonMs = (): number => (Math.floor(Date.now() / DAY_MS) + 3) * DAY_MS;
const dateOf = (ms: number): string => iso(ms).slice(0, 10);
const offered = async (ms: number): Promise<number> => {
  const query = { ...its.team.host.address, timezone: 'UTC', fromDate: dateOf(ms), toDate: dateOf(ms) };
  return outputOf(await callPublic('listSlots', query)).slots.length;
};
const scheduleOfHost = async (): Promise<string> => {
  const [row] = await its.stack.sql<{ id: string }[]>`
    select schedule_id as id from event_types where id = ${its.team.host.eventTypeId}`;
  return row?.id ?? '';
};

describe('add', () => {
  it('closes the time in the very next call for slots, until it is removed', async () => {
    const startMs = soonMs();
    expect(await offered(startMs)).toBe(48);
    const input = { startAt: iso(startMs + 9 * HOUR_MS), endAt: iso(startMs + 12 * HOUR_MS), reason: 'Dentist' };
    const { timeOff, person, affectedMeetings } = await add(input);
    expect(timeOff).toMatchObject({
      startAt: input.startAt,
      endAt: input.endAt,
      reason: 'Dentist',
      isEnteredHere: true,
    });
    expect(person).toMatchObject({ id: its.team.host.userId, username: 'hedy' });
    expect(affectedMeetings).toEqual({ count: 0, meetings: [] });
    expect(await offered(startMs)).toBe(48 - 6);
    const schedule = await ok(schedules.getSchedule, { scheduleId: await scheduleOfHost() });
    expect(schedule.timeOff).toEqual([timeOff]);
    for (const _ of [1, 2])
      expect(await ok(timesOff.removeTimeOff, { timeOffId: timeOff.id })).toEqual({
        id: timeOff.id,
        removed: true,
      });
    expect(await offered(startMs)).toBe(48);
    const log = await its.stack
      .sql`select action from activity_log where workspace_id = ${its.team.workspaceId} order by id`;
    expect(log.map(({ action }) => action)).toEqual(['time_off.added', 'time_off.removed']);
  });

  it('whole days are those of the zone, first and last included; without one that of the schedule', async () => {
    const { timeOff } = await add({ fromDate: '2040-03-24', toDate: '2040-03-25', timeZone: 'Europe/Berlin' });
    // Clocks go forward on the 25th: the second day has 23 hours.
    expect([timeOff.startAt, timeOff.endAt]).toEqual(['2040-03-23T23:00:00.000Z', '2040-03-25T22:00:00.000Z']);
    expect(timeOff.local).toMatchObject({ timezone: 'Europe/Berlin', dateLocal: '2040-03-24', startLocal: '00:00' });
    const { timeOff: one } = await add({ fromDate: '2040-12-24' });
    expect([one.startAt, one.endAt]).toEqual(['2040-12-24T00:00:00.000Z', '2040-12-25T00:00:00.000Z']);
    const zoneless = await refused(timesOff.addTimeOff, {
      userId: its.team.members.member.userId,
      fromDate: '2040-12-24',
    });
    expect(zoneless).toMatchObject({ status: 400, details: { issues: [{ path: 'timeZone' }] } });
  });

  it('the same stretch, however it is said and by how many at once, is one', async () => {
    const ways = [
      { startAt: '2040-07-01T09:00', endAt: '2040-07-01T17:00', timeZone: 'Europe/Berlin' },
      { startAt: '2040-07-01T07:00:00Z', endAt: '2040-07-01T17:00:00+02:00' },
    ];
    const made = await Promise.all(Array.from({ length: 10 }, (_, at) => add(ways[at % 2] ?? {})));
    expect(new Set(made.map(({ timeOff }) => timeOff.id)).size).toBe(1);
  });

  it('names the meetings in it, which stay', async () => {
    const startMs = soonMs();
    const at = {
      workspaceId: its.team.workspaceId,
      userId: its.team.host.userId,
      eventTypeId: its.team.host.eventTypeId,
    };
    const hit = await makeMeeting(its.stack.sql, { ...at, startMs: startMs + 9 * HOUR_MS });
    await makeMeeting(its.stack.sql, { ...at, startMs: startMs + 10 * HOUR_MS });
    const { affectedMeetings } = await add({
      startAt: iso(startMs + 9.25 * HOUR_MS),
      endAt: iso(startMs + 10 * HOUR_MS),
    });
    expect(affectedMeetings).toMatchObject({ count: 1, meetings: [{ id: hit, eventName: 'Call' }] });
  });
});

describe('bad input', () => {
  const zone = { timeZone: 'Europe/Berlin' };
  it.each([
    [{}, 'startAt'],
    [{ startAt: '2040-07-01T09:00:00Z' }, 'endAt'],
    [{ startAt: '2040-07-01T09:00', endAt: '2040-07-01T17:00' }, 'timeZone'],
    [{ startAt: '2040-07-01T09:00', endAt: '2040-07-01T09:00', ...zone }, 'endAt'],
    [{ startAt: '2040-07-01T9:00Z', endAt: '2040-07-01T17:00:00Z' }, 'startAt'],
    [{ startAt: '2040-02-30T09:00', endAt: '2040-07-01T09:00', ...zone }, 'startAt'],
    [{ startAt: '2020-07-01T09:00', endAt: '2020-07-01T10:00', ...zone }, 'endAt'],
    [{ startAt: '2040-07-01T09:00', endAt: '2043-07-01T09:00', ...zone }, 'endAt'],
    [{ fromDate: '2040-07-02', toDate: '2040-07-01', ...zone }, 'toDate'],
    [{ toDate: '2040-07-01', ...zone }, 'fromDate'],
    [{ fromDate: '2040-07-01', startAt: '2040-07-01T09:00', ...zone }, 'fromDate'],
    [{ fromDate: '2040-07-01', timeZone: 'Europe/Atlantis' }, 'timeZone'],
    [{ fromDate: '2040-07-01', reason: 'two\nlines', ...zone }, 'reason'],
  ])('names what is wrong with %j', async (input, path) => {
    const { status, details } = await refused(timesOff.addTimeOff, input);
    expect(status).toBe(400);
    expect(details?.issues).toEqual([expect.objectContaining({ path })]);
  });

  it('a time that clocks skip is refused with the nearest, one that comes twice with both; a choice is taken', async () => {
    const skipped = await refused(timesOff.addTimeOff, {
      startAt: '2040-03-25T02:30',
      endAt: '2040-03-26T09:00',
      ...zone,
    });
    expect(skipped).toMatchObject({
      status: 422,
      code: 'request.unprocessable',
      details: {
        reason: 'local_time_nonexistent',
        field: 'startAt',
        alternatives: [
          { at: '2040-03-25T01:00:00.000Z', local: '2040-03-25T03:00:00+02:00' },
          { at: '2040-03-25T00:59:00.000Z', local: '2040-03-25T01:59:00+01:00' },
        ],
      },
    });
    const twice = { startAt: '2040-10-27T09:00', endAt: '2040-10-28T02:30', ...zone };
    const unclear = await refused(timesOff.addTimeOff, twice);
    expect(unclear).toMatchObject({
      status: 422,
      details: {
        reason: 'local_time_ambiguous',
        field: 'endAt',
        alternatives: [
          { disambiguation: 'earlier', at: '2040-10-28T00:30:00.000Z', local: '2040-10-28T02:30:00+02:00' },
          { disambiguation: 'later', at: '2040-10-28T01:30:00.000Z', local: '2040-10-28T02:30:00+01:00' },
        ],
      },
    });
    const { timeOff } = await add({ ...twice, disambiguation: 'later' });
    expect(timeOff.endAt).toBe('2040-10-28T01:30:00.000Z');
  });
});

describe('whose', () => {
  it('members add and remove their own; managers everyone’s', async () => {
    const { workspaceId, members } = its.team;
    const { timeOff } = await add({ fromDate: '2040-07-01', timeZone: 'UTC' }, 'member');
    const ofOwner = await makeTimeOff(its.stack.sql, { workspaceId, userId: members.owner.userId });
    const wish = { userId: members.owner.userId, fromDate: '2040-07-01', timeZone: 'UTC' };
    for (const answer of [
      await refused(timesOff.addTimeOff, wish, 'member'),
      await refused(timesOff.removeTimeOff, { timeOffId: ofOwner }, 'member'),
    ])
      expect(answer).toMatchObject({ status: 403, details: { reason: 'not_yours' } });
    await ok(timesOff.removeTimeOff, { timeOffId: ofOwner }, 'manager');
    await ok(timesOff.removeTimeOff, { timeOffId: timeOff.id }, 'manager');
    await add(wish, 'manager');
  });

  it('another workspace neither sees nor ends a person’s time off; its own person does both, wherever they act', async () => {
    const startMs = soonMs() + 9 * HOUR_MS;
    const other = await makeTeam(its.stack.sql);
    const userId = its.team.host.userId;
    const timeOffId = await makeTimeOff(its.stack.sql, { workspaceId: other.workspaceId, userId, startMs });
    const stranger = await makeTimeOff(its.stack.sql, { workspaceId: other.workspaceId, userId: other.host.userId });
    const asked = { scheduleId: await scheduleOfHost() };
    expect((await ok(schedules.getSchedule, asked, 'manager')).timeOff).toEqual([]);
    expect((await ok(schedules.getSchedule, asked)).timeOff).toEqual([
      expect.objectContaining({ id: timeOffId, startAt: iso(startMs), reason: null, isEnteredHere: false }),
    ]);
    const slot = { eventTypeId: its.team.host.eventTypeId, startAt: iso(startMs) };
    const explained = async (role: Role) => {
      const { hosts } = await ok(slotExplanations.explainSlot, slot, role);
      return hosts[0].findings.find(({ rule }: { rule: string }) => rule === 'time_off');
    };
    const told = await explained('manager');
    expect(told).toMatchObject({ passes: false, clashes: [] });
    expect(told.sentence).toMatch(/has time off then\.$/);
    expect((await explained('owner')).clashes).toEqual([expect.objectContaining({ startAt: iso(startMs) })]);
    for (const id of [timeOffId, stranger])
      expect((await refused(timesOff.removeTimeOff, { timeOffId: id }, 'manager')).status).toBe(404);
    const [row] = await its.stack
      .sql`select count(*)::int as left from time_off where id in (${timeOffId}, ${stranger})`;
    expect(row).toEqual({ left: 2 });
    await ok(timesOff.removeTimeOff, { timeOffId });
    // A second removal answers the same. Only the log of the workspace where it was entered has its times.
    await ok(timesOff.removeTimeOff, { timeOffId });
    const logged = await its.stack.sql`
      select workspace_id, data ? 'before' as told from activity_log where subject_id = ${timeOffId} order by id`;
    expect(logged).toEqual([
      { workspace_id: other.workspaceId, told: true },
      { workspace_id: its.team.workspaceId, told: false },
    ]);
  });

  it('time off of no workspace is removed by those who may, and by no stranger', async () => {
    const id = await makeTimeOff(its.stack.sql, { workspaceId: its.team.workspaceId, userId: its.team.host.userId });
    await its.stack.sql`update time_off set workspace_id = null where id = ${id}`;
    const other = await makeTeam(its.stack.sql);
    expect((await refused(timesOff.removeTimeOff, { timeOffId: id }, 'owner', other)).status).toBe(404);
    await ok(timesOff.removeTimeOff, { timeOffId: id });
  });
});
