import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { schedules } from '../../../../schemas/operations/availability/schedules.ts';
import { hours, mondayMs, office, setUpScheduleCalls, weekdays } from '../../../support/drivers/schedule-calls.ts';
import { outputOf } from '../../../support/drivers/surfaces.ts';
import { makeEventType } from '../../../support/factories/event-types.ts';
import { makeTeam } from '../../../support/factories/keys.ts';
import { iso } from '../../../support/factories/meeting.ts';
import { storeInvitation } from '../../../support/factories/members.ts';
import { makeMeeting, makeSchedule } from '../../../support/factories/schedules.ts';

const DAY_MS = 86_400_000;

const { its, callPublic, ok, refused, issuesOf, log, hostSchedule } = setUpScheduleCalls();
/** The weekdays that the public list offers in the next two weeks. */
const publicDays = async (): Promise<Set<string>> => {
  const { slots } = outputOf(await callPublic('listSlots', { ...its.team.host.address, timezone: 'UTC', limit: 500 }));
  return new Set(slots.map((slot: { bookerLocal: { dayOfWeek: string } }) => slot.bookerLocal.dayOfWeek));
};

it('of a person who has not joined say so: the id is that of their invitation', async () => {
  const email = 'grace.invited@example.com';
  const { id: userId } = await storeInvitation(its.stack, { workspaceId: its.team.workspaceId, email });
  const wrong = await refused(schedules.createSchedule, hours({ userId }));
  expect([wrong.status, wrong.reason, wrong.message]).toEqual([
    404,
    'member_not_found',
    expect.stringContaining(email),
  ]);
});

describe('create', () => {
  it('keeps the week as it was said, and says it again', async () => {
    const made = await ok(
      schedules.createSchedule,
      hours({ weeklyHours: [...office, { days: ['saturday'], start: '20:00', end: '24:00' }] }),
    );
    expect(made).toMatchObject({
      name: 'Office',
      timezone: 'Europe/Berlin',
      owner: { id: its.team.host.userId, username: 'hedy' },
      isDefault: false,
      weeklyHours: [
        { days: weekdays, start: '09:00', end: '17:00' },
        { days: ['saturday'], start: '20:00', end: '24:00' },
      ],
      summary: 'Monday to Friday 09:00–17:00; Saturday 20:00–24:00 (Europe/Berlin).',
      dateOverrides: [],
      timeOff: [],
      eventTypes: [],
    });
    expect(await ok(schedules.getSchedule, { scheduleId: made.id })).toEqual(made);
    expect(await log()).toEqual([
      { action: 'schedule.created', data: expect.objectContaining({ name: 'Office', userId: its.team.host.userId }) },
    ]);
  });

  it('twenty times at once makes one; the same name with other hours is 409 with the one that is there', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => ok(schedules.createSchedule, hours())));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const other = await refused(schedules.createSchedule, hours({ name: 'OFFICE', timezone: 'Asia/Kolkata' }));
    expect(other).toMatchObject({ status: 409, reason: 'schedule_name_taken', details: { existingId: made[0].id } });
    expect((await log()).map(({ action }) => action)).toEqual(['schedule.created']);
  });

  it.each([
    [{ timezone: 'Mars/Base' }, 'timezone'],
    [{ timezone: '+02:00' }, 'timezone'],
    [{ name: '' }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ weeklyHours: undefined }, 'weeklyHours'],
    [{ weeklyHours: [{ days: ['monday'], start: '09:00', end: '09:00' }] }, 'weeklyHours.0.end'],
    [{ weeklyHours: [...office, { days: ['friday'], start: '16:00', end: '18:00' }] }, 'weeklyHours.1'],
    [{ weeklyHours: [{ days: ['monday'], start: '09:00', end: '24:01' }] }, 'weeklyHours.0.end'],
    [{ userId: 'me' }, 'userId'],
  ])('names what is wrong with %j', async (wrong, path) => {
    expect(await issuesOf(schedules.createSchedule, hours(wrong))).toEqual([path]);
  });
});

describe('update', () => {
  it('shows in the very next call for slots, and again', async () => {
    const scheduleId = await hostSchedule();
    expect((await publicDays()).size).toBe(7);
    const sunday = [{ days: ['sunday'], start: '00:00', end: '24:00' }];
    const { schedule } = await ok(schedules.updateSchedule, { scheduleId, weeklyHours: sunday });
    expect(schedule).toMatchObject({ weeklyHours: sunday, isDefault: true });
    expect(schedule.eventTypes).toEqual([{ id: its.team.host.eventTypeId, name: 'Call', slug: 'call' }]);
    expect([...(await publicDays())]).toEqual(['Sunday']);
    await ok(schedules.updateSchedule, { scheduleId, weeklyHours: [] });
    expect(await publicDays()).toEqual(new Set());
    const { emptyReason } = outputOf(await callPublic('listSlots', { ...its.team.host.address }));
    expect(emptyReason).toBe('no_rules');
  });

  it('leaves what is not named, logs what was and is, and nothing where nothing differs', async () => {
    const { id } = await ok(schedules.createSchedule, hours());
    const { schedule } = await ok(schedules.updateSchedule, { scheduleId: id, timezone: 'America/New_York' });
    expect(schedule).toMatchObject({ name: 'Office', timezone: 'America/New_York', weeklyHours: office });
    await ok(schedules.updateSchedule, { scheduleId: id, weeklyHours: office, name: 'Office' });
    const entries = await log();
    expect(entries.slice(1)).toEqual([
      {
        action: 'schedule.updated',
        data: { before: { timezone: 'Europe/Berlin' }, after: { timezone: 'America/New_York' } },
      },
    ]);
  });

  it('names the meetings that lie outside the new hours, all counted, the first five shown; they stay', async () => {
    const scheduleId = await hostSchedule();
    const startMs = mondayMs() + 10 * 3_600_000;
    const at = {
      workspaceId: its.team.workspaceId,
      userId: its.team.host.userId,
      eventTypeId: its.team.host.eventTypeId,
    };
    const ids: string[] = [];
    for (let nth = 0; nth < 7; nth++)
      ids.push(await makeMeeting(its.stack.sql, { ...at, startMs: startMs + nth * 1_800_000 }));
    const inside = await makeMeeting(its.stack.sql, { ...at, startMs: startMs + DAY_MS });
    const other = await makeEventType(its.stack.sql, its.team, its.team.host.userId);
    await makeMeeting(its.stack.sql, { ...at, eventTypeId: other, startMs: startMs + 2 * DAY_MS });
    const tuesday = [{ days: ['tuesday'], start: '09:00', end: '17:00' }];
    const { affectedMeetings } = await ok(schedules.updateSchedule, { scheduleId, weeklyHours: tuesday });
    expect(affectedMeetings.count).toBe(7);
    expect(affectedMeetings.meetings.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 5));
    expect(affectedMeetings.meetings[0]).toMatchObject({
      startAt: iso(startMs),
      eventName: 'Call',
      invitee: 'Sam Guest',
      local: { timezone: 'UTC', dayOfWeek: 'Monday', startLocal: '10:00' },
    });
    const [row] = await its.stack.sql`select status from bookings where id = ${inside}`;
    expect(row).toEqual({ status: 'confirmed' });
  });

  it('needs something to change, and a name that no other of theirs has', async () => {
    const { id } = await ok(schedules.createSchedule, hours());
    const { id: other } = await ok(schedules.createSchedule, hours({ name: 'Nights' }));
    expect(await issuesOf(schedules.updateSchedule, { scheduleId: id })).toEqual(['']);
    const taken = await refused(schedules.updateSchedule, { scheduleId: other, name: 'office' });
    expect(taken).toMatchObject({ status: 409, reason: 'schedule_name_taken', details: { existingId: id } });
    await ok(schedules.updateSchedule, { scheduleId: id, name: 'OFFICE' });
  });
});

describe('delete', () => {
  it('is refused while event types use it, which are named; archived ones do not count', async () => {
    const scheduleId = await hostSchedule();
    const used = await refused(schedules.deleteSchedule, { scheduleId });
    expect(used).toMatchObject({
      status: 409,
      reason: 'schedule_in_use',
      details: { eventTypes: [{ id: its.team.host.eventTypeId, name: 'Call', slug: 'call' }], eventTypeCount: 1 },
    });
    expect(used.message).toContain('"Call"');
    await its.stack.sql`update event_types set archived_at = now() where id = ${its.team.host.eventTypeId}`;
    expect(await ok(schedules.deleteSchedule, { scheduleId })).toEqual({ id: scheduleId, deleted: true });
    expect(await ok(schedules.deleteSchedule, { scheduleId })).toEqual({ id: scheduleId, deleted: true });
    expect((await refused(schedules.getSchedule, { scheduleId })).status).toBe(404);
    expect((await log()).map(({ action }) => action)).toEqual(['schedule.deleted']);
  });

  it('is refused for the only one of somebody in a team', async () => {
    const { workspaceId } = its.team;
    const { userId } = its.team.members.member;
    const scheduleId = await makeSchedule(its.stack.sql, { workspaceId, userId });
    const teamId = uuidv7();
    await its.stack.sql`
      insert into teams (id, workspace_id, slug, name, timezone) values (${teamId}, ${workspaceId}, 'sales', 'Sales', 'UTC')`;
    await its.stack.sql`
      insert into team_members (team_id, workspace_id, user_id) values (${teamId}, ${workspaceId}, ${userId})`;
    const last = await refused(schedules.deleteSchedule, { scheduleId });
    expect(last).toMatchObject({ status: 409, reason: 'last_schedule_of_team_member' });
    await makeSchedule(its.stack.sql, { workspaceId, userId });
    await ok(schedules.deleteSchedule, { scheduleId });
  });
});

describe('whose', () => {
  it('members work with their own; managers with everyone’s', async () => {
    const { member, manager } = its.team.members;
    const own = await ok(schedules.createSchedule, hours(), 'member');
    expect(own).toMatchObject({ owner: { id: member.userId }, isDefault: true });
    const theirs = await hostSchedule();
    for (const [operation, input] of [
      [schedules.getSchedule, { scheduleId: theirs }],
      [schedules.updateSchedule, { scheduleId: theirs, name: 'Mine' }],
      [schedules.deleteSchedule, { scheduleId: theirs }],
      [schedules.addDateOverride, { scheduleId: theirs, date: '2040-12-24', windows: [] }],
      [schedules.removeDateOverride, { scheduleId: theirs, date: '2040-12-24' }],
      [schedules.createSchedule, hours({ userId: manager.userId })],
      [schedules.listSchedules, { userId: manager.userId }],
    ] as const) {
      const answer = await refused(operation, input, 'member');
      expect(answer).toMatchObject({ status: 403, code: 'auth.forbidden', reason: 'not_yours' });
      expect(answer.details?.neededRoles).toEqual(['owner', 'admin', 'manager']);
    }
    const listed = await ok(schedules.listSchedules, {}, 'member');
    expect(listed.schedules.map(({ id }: { id: string }) => id)).toEqual([own.id]);
    const all = await ok(schedules.listSchedules, {}, 'manager');
    expect(all.schedules.map(({ id }: { id: string }) => id)).toEqual([theirs, own.id]);
    await ok(schedules.updateSchedule, { scheduleId: own.id, name: 'Set by the manager' }, 'manager');
    await ok(schedules.createSchedule, hours({ userId: member.userId }), 'manager');
  });

  it('another workspace’s schedules and people are 404', async () => {
    const other = await makeTeam(its.stack.sql);
    const foreign = await makeSchedule(its.stack.sql, { ...other, userId: other.host.userId });
    for (const [operation, input] of [
      [schedules.getSchedule, { scheduleId: foreign }],
      [schedules.updateSchedule, { scheduleId: foreign, name: 'Mine' }],
      [schedules.deleteSchedule, { scheduleId: foreign }],
      [schedules.addDateOverride, { scheduleId: foreign, date: '2040-12-24', windows: [] }],
      [schedules.createSchedule, hours({ userId: other.host.userId })],
      [schedules.listSchedules, { userId: other.host.userId }],
    ] as const)
      expect((await refused(operation, input)).status).toBe(404);
  });
});

it('pages hold each schedule once', async () => {
  for (const name of ['A', 'B', 'C', 'D']) await ok(schedules.createSchedule, hours({ name }));
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { schedules: { name: string }[]; nextCursor: string | null } = await ok(schedules.listSchedules, {
      limit: 2,
      ...(cursor ? { cursor } : {}),
    });
    seen.push(...page.schedules.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(['Always', 'A', 'B', 'C', 'D']);
});
