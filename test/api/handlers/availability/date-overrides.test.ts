import { describe, expect, it } from 'vitest';
import { schedules } from '../../../../schemas/operations/availability/schedules.ts';
import { hours, mondayMs, setUpScheduleCalls } from '../../../support/drivers/schedule-calls.ts';
import { outputOf } from '../../../support/drivers/surfaces.ts';
import { iso } from '../../../support/factories/meeting.ts';
import { makeMeeting } from '../../../support/factories/schedules.ts';

const { its, callPublic, ok, refused, issuesOf, log, hostSchedule } = setUpScheduleCalls();

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

  it('over several dates are one call, which says in short what it changed; the days of a week can be chosen', async () => {
    const { id: scheduleId } = await ok(schedules.createSchedule, hours());
    const windows = [{ start: '09:00', end: '12:00' }];
    // A Monday to the Friday of the next week.
    const range = { scheduleId, date: '2040-12-17', toDate: '2040-12-28' };
    await ok(schedules.addDateOverride, { scheduleId, date: '2040-12-18', windows: [] });
    const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
    const set = await ok(schedules.addDateOverride, { ...range, days: weekdays, windows });
    expect(set.changedDates).toEqual(['2040-12-17/2040-12-21', '2040-12-24/2040-12-28']);
    expect(set.schedule).not.toHaveProperty('dateOverrides');
    const { dateOverrides } = await ok(schedules.getSchedule, { scheduleId });
    expect(dateOverrides).toHaveLength(10);
    expect(dateOverrides[1]).toEqual({ date: '2040-12-18', windows });
    expect((await ok(schedules.addDateOverride, { ...range, days: weekdays, windows })).changedDates).toEqual([]);
    const gone = await ok(schedules.removeDateOverride, { ...range, days: ['monday'] });
    expect(gone.changedDates).toEqual(['2040-12-17', '2040-12-24']);
    const entries = (await log()).slice(2);
    expect(entries.map(({ data }) => [data.dates, data.before].map((of) => Object.keys(of as object).length))).toEqual([
      [10, 1],
      [2, 2],
    ]);
    // A third of a year at once leaves no room for all of a year after it; then nothing is written.
    for (const [from, to] of ['2041-01-01/2041-04-02', '2042-01-01/2042-04-02', '2043-01-01/2043-04-02'].map((one) =>
      one.split('/'),
    ))
      await ok(schedules.addDateOverride, { scheduleId, date: from, toDate: to, windows });
    const more = { scheduleId, date: '2044-01-01', toDate: '2044-03-31', windows };
    expect((await refused(schedules.addDateOverride, more)).reason).toBe('too_many_overrides');
    expect((await ok(schedules.getSchedule, { scheduleId })).dateOverrides).toHaveLength(8 + 3 * 92);
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
    [{ toDate: '2040-12-23' }, 'toDate'],
    [{ toDate: '2041-03-26' }, 'toDate'],
    [{ days: ['monday'] }, 'days'],
    [{ toDate: '2040-12-24', days: ['sunday'] }, 'days'],
    [{ windows: [{ start: '12:00', end: '12:00' }] }, 'windows.0.end'],
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
