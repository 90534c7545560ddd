import { expect, it } from 'vitest';
import { IN_APP_MCP_PATH } from '../../../../api/mcp/path.ts';
import { schedules } from '../../../../schemas/operations/availability/schedules.ts';
import { changeEvent } from '../../../support/drivers/host.ts';
import { toolCaller } from '../../../support/drivers/mcp-client.ts';
import { hours, setUpScheduleCalls } from '../../../support/drivers/schedule-calls.ts';
import { outputOf } from '../../../support/drivers/surfaces.ts';

const { its, callPublic, ok, issuesOf, hostSchedule } = setUpScheduleCalls();

const NIGHT = { start: '22:30', end: '02:00' };
const SUNDAY = '2027-01-10';

/** The open starts of some days in UTC, as "11T00:30". */
const openStarts = async (from: string, to: string): Promise<string[]> => {
  const range = { timezone: 'UTC', fromDate: from, toDate: to, limit: 200 };
  const { slots } = outputOf(await callPublic('listSlots', { ...its.team.host.address, ...range }));
  return slots.map(({ startUtc }) => startUtc.slice(8, 16));
};

it('weekly hours past midnight are stored as two windows; the answer shows both, and says so', async () => {
  const weeklyHours = [{ days: ['friday', 'saturday'], ...NIGHT }];
  const made = await ok(schedules.createSchedule, hours({ weeklyHours }));
  const stored = [
    { days: ['friday', 'saturday'], start: '22:30', end: '24:00' },
    { days: ['saturday', 'sunday'], start: '00:00', end: '02:00' },
  ];
  expect(made.weeklyHours).toHaveLength(2);
  expect(made.weeklyHours).toEqual(expect.arrayContaining(stored));
  expect(made.notice).toContain('22:30 to 24:00 and 00:00 to 02:00 of the day after');
  // Repeating returns the same one, with the hours as sent and as stored.
  expect((await ok(schedules.createSchedule, hours({ weeklyHours }))).id).toBe(made.id);
  const again = await ok(schedules.createSchedule, hours({ weeklyHours: made.weeklyHours }));
  expect([again.id, again.notice]).toEqual([made.id, undefined]);
  const changed = await ok(schedules.updateSchedule, {
    scheduleId: made.id,
    weeklyHours: [{ days: ['sunday'], ...NIGHT }],
  });
  expect(changed.schedule.weeklyHours).toEqual([
    { days: ['monday'], start: '00:00', end: '02:00' },
    { days: ['sunday'], start: '22:30', end: '24:00' },
  ]);
  expect(changed.notice).toContain('22:30 to 24:00');
});

it('what reaches into hours of the next day is refused, and changes nothing', async () => {
  const clash = [
    { days: ['monday'], ...NIGHT },
    { days: ['tuesday'], start: '01:00', end: '09:00' },
  ];
  expect(await issuesOf(schedules.createSchedule, hours({ weeklyHours: clash }))).toEqual(['weeklyHours.1']);
  const same = [{ days: ['monday'], start: '10:00', end: '10:00' }];
  expect(await issuesOf(schedules.createSchedule, hours({ weeklyHours: same }))).toEqual(['weeklyHours.0.end']);
});

it('guests are offered the whole night, over midnight', async () => {
  await changeEvent(its.stack.sql, its.team.host, { duration_minutes: 60, max_future_days: 365 });
  await ok(schedules.updateSchedule, {
    scheduleId: await hostSchedule(),
    weeklyHours: [{ days: ['sunday'], ...NIGHT }],
  });
  expect(await openStarts(SUNDAY, '2027-01-12')).toEqual(['10T22:30', '10T23:30', '11T00:00', '11T01:00']);
});

it('of a date they end on the next date, whose own hours stay; the answer says so', async () => {
  await changeEvent(its.stack.sql, its.team.host, { duration_minutes: 60, max_future_days: 365 });
  const scheduleId = await hostSchedule();
  const week = [{ days: ['monday'], start: '09:00', end: '11:00' }];
  await ok(schedules.updateSchedule, { scheduleId, weeklyHours: week });
  const set = await ok(schedules.addDateOverride, { scheduleId, date: SUNDAY, windows: [NIGHT] });
  expect(set.schedule.dateOverrides).toEqual([{ date: SUNDAY, windows: [NIGHT] }]);
  expect(set.changedDates).toEqual([SUNDAY]);
  expect(set.notice).toContain('22:30 to 02:00 of 2027-01-10 ends on 2027-01-11');
  const night = ['10T22:30', '10T23:30', '11T00:00', '11T01:00'];
  expect(await openStarts(SUNDAY, '2027-01-12')).toEqual([...night, '11T09:00', '11T10:00']);
  // The next date, closed: the night stays, and the answer says how to end it.
  const closed = await ok(schedules.addDateOverride, { scheduleId, date: '2027-01-11', windows: [] });
  expect(closed.notice).toContain('2027-01-10 is open past midnight, until 02:00 of 2027-01-11');
  expect(await openStarts(SUNDAY, '2027-01-12')).toEqual(night);
  // Shorter, or gone: nothing of it is left on the next date.
  await ok(schedules.addDateOverride, { scheduleId, date: SUNDAY, windows: [{ start: '22:30', end: '24:00' }] });
  expect(await openStarts(SUNDAY, '2027-01-12')).toEqual(['10T22:30']);
  const gone = await ok(schedules.removeDateOverride, { scheduleId, date: SUNDAY });
  expect(gone.notice).toBeUndefined();
  expect(await openStarts(SUNDAY, '2027-01-12')).toEqual([]);
});

it('of several dates, too, and over MCP', async () => {
  const tools = toolCaller(() => `${its.stack.appUrl}${IN_APP_MCP_PATH}`);
  try {
    const scheduleId = await hostSchedule();
    const { headers } = await its.team.key('owner');
    const range = { scheduleId, date: SUNDAY, toDate: '2027-01-12', windows: [NIGHT] };
    const answer = await tools.call('add_date_override', range, headers);
    expect(answer.content[0]?.text).toContain('of each date ends on the date after it');
    const { dateOverrides } = await ok(schedules.getSchedule, { scheduleId });
    expect(dateOverrides).toHaveLength(3);
  } finally {
    await tools.close();
  }
});
