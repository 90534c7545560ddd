import { v7 as uuidv7 } from 'uuid';
import { makeEventType } from '../support/factories/event-types.ts';
import type { TestTeam } from '../support/factories/keys.ts';
import { makeSchedule, makeTimeOff } from '../support/factories/schedules.ts';
import type { Place, Samples } from './sample.ts';

/** Of whoever calls, in our workspace. */
const ownSchedule = async ({ stack, team, shown }: Place) => ({
  scheduleId: await makeSchedule(stack.sql, { workspaceId: team.workspaceId, userId: shown.userId }),
});

const weeklyHours = [{ days: ['monday', 'friday'], start: '09:00', end: '17:00' }];
const windows = [{ start: '10:00', end: '12:00' }];
const missing = { scheduleId: uuidv7() };
const badHours = [{ days: ['someday'], start: '9:00', end: '25:00' }];

const memberOf = ({ members }: TestTeam, userId: string): string =>
  Object.values(members).find((member) => member.userId === userId)?.userId ?? members.owner.userId;

export const scheduleSamples: Samples = {
  'availability.listSchedules': {
    good: () => ({ limit: 2 }),
    bad: { userId: 'me', limit: 0, cursor: 'nonsense' },
    missing: { userId: uuidv7() },
  },
  'availability.getSchedule': { good: ownSchedule, bad: { scheduleId: 'mine' }, missing },
  'availability.createSchedule': {
    good: () => ({ name: `Hours ${uuidv7()}`, timezone: 'Europe/Berlin', weeklyHours }),
    bad: { userId: 'me', name: '', timezone: 'Mars/Base', weeklyHours: badHours },
    missing: { userId: uuidv7(), name: 'Hours', timezone: 'Europe/Berlin', weeklyHours },
  },
  'availability.updateSchedule': {
    good: async (place) => ({ ...(await ownSchedule(place)), timezone: 'Asia/Kolkata', weeklyHours }),
    bad: { scheduleId: 'mine', name: '', timezone: 'Mars/Base', weeklyHours: badHours },
    missing: { ...missing, name: 'Hours' },
  },
  'availability.deleteSchedule': { good: ownSchedule, bad: { scheduleId: 'mine' }, missing },
  'availability.addDateOverride': {
    // Set before: each of the three ways finds what it would set.
    good: async (place) => {
      const { scheduleId } = await ownSchedule(place);
      await place.stack.sql`
        insert into date_overrides (id, schedule_id, date, start_minute, end_minute)
        values (gen_random_uuid(), ${scheduleId}, '2040-12-24', 600, 720)`;
      return { scheduleId, date: '2040-12-24', windows };
    },
    bad: { scheduleId: 'mine', date: '2040-02-30', windows: [{ start: '12:00', end: '10:00' }] },
    missing: { ...missing, date: '2040-12-24', windows },
  },
  'availability.removeDateOverride': {
    good: async (place) => ({ ...(await ownSchedule(place)), date: '2040-12-24' }),
    bad: { scheduleId: 'mine', date: 'tomorrow' },
    missing: { ...missing, date: '2040-12-24' },
  },
  'availability.addTimeOff': {
    good: () => ({ startAt: '2040-12-24T09:00', endAt: '2040-12-26T18:00', timeZone: 'Europe/Berlin', reason: 'Away' }),
    bad: { userId: 'me', startAt: 'tomorrow', endAt: '2040-13-01T00:00', timeZone: 'Mars/Base' },
    missing: { userId: uuidv7(), fromDate: '2040-12-24', timeZone: 'Europe/Berlin' },
  },
  'availability.removeTimeOff': {
    good: async ({ stack, team, shown }) => ({
      // A stranger is shown the owner's: their own they reach from anywhere.
      timeOffId: await makeTimeOff(stack.sql, { workspaceId: team.workspaceId, userId: memberOf(team, shown.userId) }),
    }),
    bad: { timeOffId: 'mine' },
    missing: { timeOffId: uuidv7() },
  },
  'availability.explainSlot': {
    good: async ({ stack, team, shown }) => ({
      eventTypeId: await makeEventType(stack.sql, team, shown.userId),
      startAt: '2040-12-24T09:00',
      timeZone: 'Europe/Berlin',
    }),
    bad: { eventTypeId: 'mine', startAt: 'tomorrow', bookingId: 'that', timeZone: 'Mars/Base' },
    missing: { eventTypeId: uuidv7(), startAt: '2040-12-24T09:00:00Z' },
    speaksOfOurs: true,
  },
};
