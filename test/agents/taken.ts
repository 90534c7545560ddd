import { v7 as uuidv7 } from 'uuid';
import { at, type Call, day, hours, propose, type World } from './mistake.ts';

/** A call with near misses that can mean one thing only: it is taken (docs/decisions/api.md#unknown-arguments). */
export interface Taken {
  readonly title: string;
  readonly isPublic?: true;
  readonly call: (world: World) => Call;
  /** What its answer has. */
  readonly has: string;
}

export const TAKEN: readonly Taken[] = [
  {
    title: 'short names of days, and short times',
    call: () => hours({ days: ['Mon', 'tu'], start: '9:00', end: '5 pm' }),
    has: '"days":["monday","tuesday"],"start":"09:00","end":"17:00"',
  },
  {
    title: 'days off from and to',
    call: () => ['add_time_off', { from: day(60), to: day(61) }],
    has: `"endAt":"${day(62)}`,
  },
  {
    title: 'other names for days off',
    call: () => ['add_time_off', { startDate: day(40), endDate: day(41) }],
    has: `"endAt":"${day(42)}`,
  },
  { title: 'one day off', call: () => ['add_time_off', { date: day(43) }], has: `"endAt":"${day(44)}` },
  {
    title: 'dates of an override',
    call: ({ scheduleId }) => ['add_date_override', { scheduleId, start: day(70), end: day(71), windows: [] }],
    has: day(71),
  },
  {
    title: 'the time of a slot',
    call: ({ eventTypeId }) => ['explain_slot', { eventTypeId, time: at(3) }],
    has: 'T10:00:00.000Z',
  },
  {
    title: 'the days of insights',
    call: () => ['get_insights', { from: day(-20), until: day(-10) }],
    has: `"toDate":"${day(-10)}"`,
  },
  { title: 'the day of a proposal', call: (world) => propose(world, { date: day(4) }), has: `${day(4)}T` },
  {
    title: 'dates of availability',
    isPublic: true,
    call: ({ address }) => ['get_availability', { ...address, startDate: day(4), endDate: day(4) }],
    has: day(4),
  },
  {
    title: 'the zone of a team that means one thing all year',
    call: () => ['create_team', { name: `Team ${uuidv7()}`, timezone: 'cet' }],
    has: '"timezone":"CET"',
  },
];
