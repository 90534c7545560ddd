import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOtherHosts } from '../../../store/booking/booking-hosts.ts';
import { cancelBooking, rescheduleBooking } from '../../../store/booking/change-booking.ts';
import { readAssignment } from '../../../store/booking/round-robin-assignments.ts';
import { readMeeting } from '../../../store/meetings/meetings.ts';
import { openAttempt } from '../../support/drivers/attempts.ts';
import { askCode, confirmIssue } from '../../support/drivers/guest.ts';
import { pastLocks } from '../../support/drivers/patience.ts';
import { addPerson, createTestTeam, type TestTeamHost, takeTimeOff } from '../../support/factories/team.ts';
import { cloneDatabase, type TestDatabase } from '../../support/stack/database.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase({ maxConnections: 20 });
});
afterAll(() => database.close());

const book = async (team: TestTeamHost, startMs: number) => {
  const issue = await askCode(database.sql, team);
  return { bookingId: issue.challenge.id, outcome: await confirmIssue(database.sql, issue, startMs) };
};

/** The hosts of a booking, as positions in the team. */
const hostsOf = async (team: TestTeamHost, bookingId: string): Promise<number[]> => {
  const rows = await database.sql<{ host_id: string }[]>`
    select host_id from claims where booking_id = ${bookingId}`;
  return rows.map(({ host_id }) => team.members.findIndex(({ userId }) => userId === host_id)).toSorted();
};

const sharesOf = async (team: TestTeamHost): Promise<number[]> => {
  const rows = await database.sql<{ user_id: string; assigned: number }[]>`
    select user_id, assigned from round_robin_shares where event_type_id = ${team.eventTypeId}`;
  return team.members.map(({ userId }) => rows.find((row) => row.user_id === userId)?.assigned ?? 0);
};

const plain = (count: number) => Array.from({ length: count }, () => ({}));

describe('round robin', () => {
  it('takes turns: the least share, then the least recently booked', async () => {
    const team = await createTestTeam(database.sql, { assignment: 'round_robin', members: plain(3) });
    const starts = await team.openStarts();
    const hosts: number[] = [];
    for (const startMs of starts.slice(0, 6))
      hosts.push(...(await hostsOf(team, (await book(team, startMs)).bookingId)));
    expect(hosts).toEqual([0, 1, 2, 0, 1, 2]);
    expect(await sharesOf(team)).toEqual([2, 2, 2]);
  });

  it('40 guests at once for one slot of five hosts: five book it, 35 get the answer that it is taken', async () => {
    const team = await createTestTeam(database.sql, { assignment: 'round_robin', members: plain(5) });
    const [startMs = 0] = await team.openStarts();
    const issues = await Promise.all(plain(40).map(() => askCode(database.sql, team)));
    const outcomes = await Promise.all(
      issues.map((issue) => pastLocks(() => confirmIssue(database.sql, issue, startMs))),
    );
    expect(outcomes.filter(({ result }) => result === 'done')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome.result === 'refused' && outcome.reason === 'slot_taken')).toHaveLength(
      35,
    );
    expect(await sharesOf(team)).toEqual([1, 1, 1, 1, 1]);
    expect(await team.openStarts()).not.toContain(startMs);
  });

  it('skips a host who is away, and says so', async () => {
    const team = await createTestTeam(database.sql, { assignment: 'round_robin', members: plain(2) });
    const [startMs = 0] = await team.openStarts();
    await takeTimeOff(database.sql, team.members[0]?.userId ?? '', startMs - HOUR_MS, startMs + HOUR_MS);
    const { bookingId } = await book(team, startMs);
    expect(await hostsOf(team, bookingId)).toEqual([1]);
    const stored = await readAssignment(database.sql, bookingId);
    expect(stored?.userId).toBe(team.members[1]?.userId);
    expect(stored?.reason.candidates.map(({ state }) => state)).toEqual(['time_off', 'chosen']);
  });

  it('a fixed host attends every meeting, and is needed for it', async () => {
    const team = await createTestTeam(database.sql, {
      assignment: 'round_robin',
      members: [{ fixed: true }, {}, {}],
    });
    const [startMs = 0, next = 0] = await team.openStarts();
    const { bookingId } = await book(team, startMs);
    expect(await hostsOf(team, bookingId)).toEqual([0, 1]);
    const [other] = await readOtherHosts(database.sql, bookingId);
    expect(other?.userId).toBe(team.members[0]?.userId);
    expect(other?.region).toBeNull();
    await database.sql`update users set browser_region = 'US' where id = any(${team.members.map(({ userId }) => userId)})`;
    const meeting = await readMeeting(database.sql, bookingId);
    expect([meeting?.hostRegion, meeting?.otherHosts[0]?.region]).toEqual(['US', 'US']);
    expect((await book(team, startMs)).outcome).toEqual({ result: 'refused', reason: 'slot_taken' });
    expect(await team.openStarts()).not.toContain(startMs);
    expect(await team.openStarts()).toContain(next);
  });

  it('a hold keeps the time of whose turn it is; the booking takes it over', async () => {
    const team = await createTestTeam(database.sql, { assignment: 'round_robin', members: plain(2) });
    const [startMs = 0, next = 0] = await team.openStarts();
    const issue = await askCode(database.sql, team, { startMs });
    expect(issue.hold?.held).toBe(true);
    expect(await hostsOf(team, issue.challenge.id)).toEqual([0]);
    // Member 0 gets a turn before the code is used: the booking and its hold go to the other member.
    await book(team, next);
    expect(await confirmIssue(database.sql, issue, startMs)).toMatchObject({ result: 'done' });
    expect(await hostsOf(team, issue.challenge.id)).toEqual([1]);
    expect(await sharesOf(team)).toEqual([1, 1]);
  });

  it('two guests hold one slot of two hosts, the third may not', async () => {
    const team = await createTestTeam(database.sql, { assignment: 'round_robin', members: plain(2) });
    const [startMs = 0] = await team.openStarts();
    const holds = [await askCode(database.sql, team, { startMs }), await askCode(database.sql, team, { startMs })];
    expect(holds.map(({ hold }) => hold?.held)).toEqual([true, true]);
    await expect(askCode(database.sql, team, { startMs })).rejects.toMatchObject({ reason: 'slot_taken' });
    expect(await team.openStarts()).not.toContain(startMs);
  });

  it('a cancel gives the turn back, a handover hands it on', async () => {
    const team = await createTestTeam(database.sql, { assignment: 'round_robin', members: plain(2) });
    const [one = 0, two = 0] = await team.openStarts();
    const first = await book(team, one);
    const second = await book(team, two);
    expect(await sharesOf(team)).toEqual([1, 1]);
    const attempt = await openAttempt(database.sql, first.bookingId, 'cancel', {
      reason: null,
      actor: 'guest',
      source: 'web',
    });
    await cancelBooking(database.sql, attempt.id);
    expect(await sharesOf(team)).toEqual([0, 1]);
    await database.sql`update bookings set host_id = ${team.members[0]?.userId ?? ''} where id = ${second.bookingId}`;
    expect(await sharesOf(team)).toEqual([1, 0]);
  });

  it('who is new is not flooded, and takes turns from then on', async () => {
    const team = await createTestTeam(database.sql, { assignment: 'round_robin', members: plain(2) });
    const starts = await team.openStarts();
    for (const startMs of starts.slice(0, 10)) await book(team, startMs);
    const newcomer = await addPerson(database.sql, team.workspaceId, 9);
    await database.sql`
      insert into team_members (team_id, workspace_id, user_id) values (${team.teamId}, ${team.workspaceId}, ${newcomer.userId})`;
    for (const startMs of starts.slice(10, 16)) await book(team, startMs);
    const [share] = await database.sql<{ assigned: number }[]>`
      select assigned from round_robin_shares where event_type_id = ${team.eventTypeId} and user_id = ${newcomer.userId}`;
    expect(share?.assigned).toBe(2);
    expect(await sharesOf(team)).toEqual([7, 7]);
  });

  it('another weight counts from now on', async () => {
    const team = await createTestTeam(database.sql, { assignment: 'round_robin', members: plain(2) });
    const starts = await team.openStarts();
    for (const startMs of starts.slice(0, 10)) await book(team, startMs);
    await database.sql`
      update team_members set weight = 3 where team_id = ${team.teamId} and user_id = ${team.members[0]?.userId ?? ''}`;
    for (const startMs of starts.slice(10, 18)) await book(team, startMs);
    expect(await sharesOf(team)).toEqual([11, 7]);
  });

  it('a move keeps the host, and is refused where they are not free', async () => {
    const team = await createTestTeam(database.sql, { assignment: 'round_robin', members: plain(2) });
    const [one = 0, two = 0, three = 0] = await team.openStarts();
    const first = await book(team, one);
    await takeTimeOff(database.sql, team.members[0]?.userId ?? '', two, two + 30 * MINUTE_MS);
    const move = async (startMs: number) => {
      const attempt = await openAttempt(database.sql, first.bookingId, 'reschedule', {
        startMs,
        atRevision: 1,
        source: 'web',
      });
      return rescheduleBooking(database.sql, attempt.id);
    };
    expect(await team.openStarts()).toContain(two);
    expect(await move(two)).toMatchObject({ result: 'refused' });
    expect(await move(three)).toMatchObject({ result: 'done' });
    expect(await hostsOf(team, first.bookingId)).toEqual([0]);
    expect(await sharesOf(team)).toEqual([1, 0]);
  });
});

describe('collective', () => {
  it('claims everybody, and is not offered while one is busy', async () => {
    const team = await createTestTeam(database.sql, { assignment: 'collective', members: plain(3) });
    const [startMs = 0, next = 0] = await team.openStarts();
    await takeTimeOff(database.sql, team.members[2]?.userId ?? '', next, next + 30 * MINUTE_MS);
    expect(await team.openStarts()).not.toContain(next);
    expect((await book(team, next)).outcome).toMatchObject({ result: 'refused' });
    const { bookingId } = await book(team, startMs);
    expect(await hostsOf(team, bookingId)).toEqual([0, 1, 2]);
    expect((await book(team, startMs)).outcome).toEqual({ result: 'refused', reason: 'slot_taken' });
  });

  it('a move moves everybody, and a cancel frees everybody', async () => {
    const team = await createTestTeam(database.sql, { assignment: 'collective', members: plain(2) });
    const [one = 0, two = 0, three = 0] = await team.openStarts();
    const { bookingId } = await book(team, one);
    await takeTimeOff(database.sql, team.members[1]?.userId ?? '', two, two + 30 * MINUTE_MS);
    const move = async (startMs: number) => {
      const attempt = await openAttempt(database.sql, bookingId, 'reschedule', {
        startMs,
        atRevision: 1,
        source: 'web',
      });
      return rescheduleBooking(database.sql, attempt.id);
    };
    expect(await move(two)).toMatchObject({ result: 'refused' });
    expect(await move(three)).toMatchObject({ result: 'done' });
    const claims = await database.sql<{ start: Date }[]>`
      select lower(period) as start from claims where booking_id = ${bookingId}`;
    expect(claims.map(({ start }) => start.getTime())).toEqual([three, three]);
    const attempt = await openAttempt(database.sql, bookingId, 'cancel', {
      reason: null,
      actor: 'guest',
      source: 'web',
    });
    await cancelBooking(database.sql, attempt.id);
    expect(await hostsOf(team, bookingId)).toEqual([]);
  });

  it('twenty at once for one slot: one books it', async () => {
    const team = await createTestTeam(database.sql, { assignment: 'collective', members: plain(3) });
    const [startMs = 0] = await team.openStarts();
    const issues = await Promise.all(plain(20).map(() => askCode(database.sql, team)));
    const outcomes = await Promise.all(
      issues.map((issue) => pastLocks(() => confirmIssue(database.sql, issue, startMs))),
    );
    expect(outcomes.filter(({ result }) => result === 'done')).toHaveLength(1);
  });
});
