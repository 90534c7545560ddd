import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slotExplanations } from '../../../../schemas/operations/availability/explain-slot.ts';
import type { SlotExplanation } from '../../../../schemas/shapes/slot-explanation.ts';
import { callHost } from '../../../support/drivers/host-calls.ts';
import { callerOver } from '../../../support/drivers/surfaces.ts';
import { makeKey, makeTeam } from '../../../support/factories/keys.ts';
import { bookMeeting, iso } from '../../../support/factories/meeting.ts';
import { makeMeeting } from '../../../support/factories/schedules.ts';
import { createTestTeam, type TestTeamHost, takeTimeOff } from '../../../support/factories/team.ts';
import { type Stack, startStack } from '../../../support/stack/stack.ts';

const HALF_HOUR_MS = 1_800_000;

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ demo: false, deadlineMs: 20_000 });
});
afterAll(() => stack.close());
const caller = callerOver('REST', () => stack);

type Input = Readonly<Record<string, unknown>>;

/** Calls as a member of the team (default: the last), and sets the member's role. */
const ask = async (team: TestTeamHost, input: Input, { role = 'owner', nth = team.members.length - 1 } = {}) => {
  const { workspaceId, members } = team;
  const userId = members[nth]?.userId ?? '';
  await stack.sql`update memberships set role = ${role} where user_id = ${userId}`;
  const { headers } = await makeKey(stack.sql, { workspaceId, userId });
  return callHost(stack.appUrl, slotExplanations.explainSlot, input, headers);
};
const explain = async (...args: Parameters<typeof ask>): Promise<SlotExplanation> => {
  const answer = await ask(...args);
  expect(answer.status, answer.text).toBe(200);
  return answer.json() as unknown as SlotExplanation;
};
const start = (team: TestTeamHost, startMs: number) => ({ eventTypeId: team.eventTypeId, startAt: iso(startMs) });
const reasons = ({ hosts }: SlotExplanation) => hosts.map(({ reason }) => reason);
/** An open start some hours from now, for a team whose members are open all day. */
const openStart = async (team: TestTeamHost): Promise<number> => (await team.openStarts())[20] ?? 0;

describe('a team’s slot', () => {
  it('of a round robin is offered while one of those who take turns can, and lists everybody', async () => {
    const team = await createTestTeam(stack.sql, { assignment: 'round_robin', members: [{}, {}, { open: false }] });
    const startMs = await openStart(team);
    const [one, other] = team.members.map(({ userId }) => userId);
    await takeTimeOff(stack.sql, one ?? '', startMs, startMs + HALF_HOUR_MS);
    const before = await explain(team, start(team, startMs));
    expect(before).toMatchObject({ offered: true, reason: null, assignment: null });
    expect(before.hosts.map(({ host }) => host.id)).toEqual(team.members.map(({ userId }) => userId));
    expect(reasons(before)).toEqual(['time_off', null, 'no_schedule']);
    expect(before.summary).toContain('1 of 3 members of the team can.');
    await takeTimeOff(stack.sql, other ?? '', startMs, startMs + HALF_HOUR_MS);
    const after = await explain(team, start(team, startMs));
    expect(after).toMatchObject({ offered: false, reason: 'time_off' });
    expect(await team.openStarts()).not.toContain(startMs);
    expect(after.alternatives).toHaveLength(3);
    const open = new Set(await team.openStarts());
    for (const { startUtc } of after.alternatives) expect(open).toContain(Date.parse(startUtc));
  });

  it('needs every fixed host, and for a collective event all hosts', async () => {
    const withFixed = await createTestTeam(stack.sql, {
      assignment: 'round_robin',
      members: [{}, {}, { fixed: true }],
    });
    const collective = await createTestTeam(stack.sql, { assignment: 'collective', members: [{}, {}, {}] });
    for (const team of [withFixed, collective]) {
      const startMs = await openStart(team);
      expect((await explain(team, start(team, startMs))).offered).toBe(true);
      await takeTimeOff(stack.sql, team.members[2]?.userId ?? '', startMs, startMs + HALF_HOUR_MS);
      const closed = await explain(team, start(team, startMs));
      expect(closed).toMatchObject({ offered: false, reason: 'time_off' });
      expect(reasons(closed)).toEqual([null, null, 'time_off']);
    }
  });

  it('is shown to members of the team, and to no other member', async () => {
    const team = await createTestTeam(stack.sql, { assignment: 'round_robin', members: [{}, {}] });
    const startMs = await openStart(team);
    expect((await ask(team, start(team, startMs), { role: 'member' })).status).toBe(200);
    await stack.sql`delete from team_members where user_id = ${team.members[1]?.userId ?? ''}`;
    const answer = await ask(team, start(team, startMs), { role: 'member' });
    expect([answer.status, answer.json().error.details?.reason]).toEqual([403, 'not_yours']);
  });
});

describe('why a meeting went to its host', () => {
  it('uses what was stored when it was booked', async () => {
    const team = await createTestTeam(stack.sql, { assignment: 'round_robin', members: [{}, { weight: 2 }, {}] });
    const startMs = await openStart(team);
    const [first] = team.members;
    await takeTimeOff(stack.sql, first?.userId ?? '', startMs, startMs + HALF_HOUR_MS);
    const { bookingId } = await bookMeeting(stack, caller, team, startMs);
    const [row] = await stack.sql<{ hostId: string; name: string }[]>`
      select b.host_id as "hostId", u.name from bookings b join users u on u.id = b.host_id where b.id = ${bookingId}`;
    const { assignment, summary, ...explanation } = await explain(team, { bookingId });
    expect(explanation).toMatchObject({ offered: true, startAt: iso(startMs), eventType: { id: team.eventTypeId } });
    expect(assignment).toMatchObject({ hostUserId: row?.hostId, moreCandidates: 0, sentence: summary });
    expect(assignment?.candidates).toHaveLength(3);
    expect(assignment?.candidates.find(({ state }) => state === 'chosen')?.userId).toBe(row?.hostId);
    expect(assignment?.candidates.find(({ userId }) => userId === first?.userId)?.state).toBe('time_off');
    expect(summary).toContain(`${row?.name} was next in order`);
    expect(summary).toContain('with 0 meetings for weight');
  });

  it('is plain where there was no turn: one’s own event, or all of a team together', async () => {
    const own = await makeTeam(stack.sql);
    const { workspaceId, host } = own;
    const startMs = (await host.openStarts())[10] ?? 0;
    const bookingId = await makeMeeting(stack.sql, {
      workspaceId,
      userId: host.userId,
      eventTypeId: host.eventTypeId,
      startMs,
    });
    const { headers } = await own.key('owner');
    const answer = await callHost(stack.appUrl, slotExplanations.explainSlot, { bookingId }, headers);
    expect(answer.json()).toMatchObject({
      offered: true,
      assignment: null,
      summary: '"Call" is an event type of Hedy Host.',
    });
    const team = await createTestTeam(stack.sql, { assignment: 'collective', members: [{}, {}] });
    const together = await bookMeeting(stack, caller, team, await openStart(team));
    const { assignment, summary } = await explain(team, { bookingId: together.bookingId });
    expect([assignment, summary]).toEqual([null, 'Every member of the team attends: the event is collective.']);
  });

  it('asks for one thing, and for a meeting of the workspace and in reach', async () => {
    const team = await createTestTeam(stack.sql, { assignment: 'round_robin', members: [{}, {}] });
    const startMs = await openStart(team);
    const { bookingId } = await bookMeeting(stack, caller, team, startMs);
    const issue = async (input: Input) => {
      const answer = await ask(team, input);
      return [answer.status, ((answer.json().error.details?.issues ?? []) as { path: string }[])[0]?.path];
    };
    expect(await issue({ bookingId, ...start(team, startMs) })).toEqual([400, 'bookingId']);
    expect(await issue({})).toEqual([400, 'eventTypeId']);
    expect(await issue({ eventTypeId: team.eventTypeId })).toEqual([400, 'startAt']);
    expect((await ask(team, { bookingId: uuidv7() })).status).toBe(404);
    const other = await createTestTeam(stack.sql, { assignment: 'round_robin', members: [{}] });
    expect((await ask(other, { bookingId })).status).toBe(404);
    const [row] = await stack.sql<
      { hostId: string }[]
    >`select host_id as "hostId" from bookings where id = ${bookingId}`;
    const nth = team.members.findIndex(({ userId }) => userId === row?.hostId);
    expect((await ask(team, { bookingId }, { role: 'member', nth })).status).toBe(200);
    expect((await ask(team, { bookingId }, { role: 'member', nth: 1 - nth })).status).toBe(403);
  });
});
