import { describe, expect, it } from 'vitest';
import { schedules } from '../../../../schemas/operations/availability/schedules.ts';
import { hours, mondayMs, setUpScheduleCalls } from '../../../support/drivers/schedule-calls.ts';
import { outputOf } from '../../../support/drivers/surfaces.ts';
import { iso } from '../../../support/factories/meeting.ts';
import { makeMeeting } from '../../../support/factories/schedules.ts';

const { its, callPublic, ok, issuesOf, log, hostSchedule } = setUpScheduleCalls();

describe('date overrides', () => {
  const date = '2040-12-24';
  it('replace the hours of a date, once more, and go', async () => {
    const { id } = await ok(schedules.createSchedule, hours());
    const set = async (windows: unknown) =>
      (await ok(schedules.addDateOverride, { scheduleId: id, date, windows })).schedule.dateOverrides;
    const two = [
      { start: '09:00', end: '10:00' },
      { start: '22:00', end: '24:00' },
    ];
    expect(await set(two.toReversed())).toEqual([{ date, windows: two }]);
    expect(await set(two)).toEqual([{ date, windows: two }]);
    expect(await set([])).toEqual([{ date, windows: [] }]);
    const { schedule } = await ok(schedules.removeDateOverride, { scheduleId: id, date });
    expect(schedule.dateOverrides).toEqual([]);
    await ok(schedules.removeDateOverride, { scheduleId: id, date });
    expect((await log()).slice(1)).toEqual([
      { action: 'schedule.date_override_set', data: { date, before: null, after: two } },
      { action: 'schedule.date_override_set', data: { date, before: two, after: [] } },
      { action: 'schedule.date_override_removed', data: { date, before: [], after: null } },
    ]);
  });

  it('show in the very next call for slots, and name the meetings of that day', async () => {
    const scheduleId = await hostSchedule();
    const startMs = mondayMs();
    const day = iso(startMs).slice(0, 10);
    const listed = async () => {
      const query = { ...its.team.host.address, timezone: 'UTC', fromDate: day, toDate: day };
      return outputOf(await callPublic('listSlots', query)).slots.length;
    };
    expect(await listed()).toBe(48);
    const at = {
      workspaceId: its.team.workspaceId,
      userId: its.team.host.userId,
      eventTypeId: its.team.host.eventTypeId,
    };
    const meeting = await makeMeeting(its.stack.sql, { ...at, startMs });
    const { affectedMeetings } = await ok(schedules.addDateOverride, { scheduleId, date: day, windows: [] });
    expect(affectedMeetings).toMatchObject({ count: 1, meetings: [{ id: meeting }] });
    expect(await listed()).toBe(0);
    await ok(schedules.removeDateOverride, { scheduleId, date: day });
    expect(await listed()).toBe(47);
  });

  it.each([
    [{ date: '2040-02-30' }, 'date'],
    [{ date: '24.12.2040' }, 'date'],
    [{ date: '2020-12-24' }, 'date'],
    [{ windows: undefined }, 'windows'],
    [{ windows: [{ start: '12:00', end: '09:00' }] }, 'windows.0.end'],
    [
      {
        windows: [
          { start: '09:00', end: '12:00' },
          { start: '10:00', end: '11:00' },
        ],
      },
      'windows.1',
    ],
  ])('name what is wrong with %j', async (wrong, path) => {
    const scheduleId = await hostSchedule();
    const input = { scheduleId, date, windows: [], ...wrong };
    expect(await issuesOf(schedules.addDateOverride, input)).toEqual([path]);
  });
});
