import { at, change, day, leftOut, type Mistake, propose, rename, said, without } from './mistake.ts';

/** Dates, times and words under the names of other tools, where no one meaning can be taken. */
export const ofDates: readonly Mistake[] = [
  {
    title: 'words for a list of meetings',
    wrong: () => ['list_meetings', { when: 'tomorrow' }],
    next: leftOut('when'),
  },
  {
    title: 'a day for a list of meetings',
    wrong: () => ['list_meetings', { when: day(6) }],
    next: (refusal, [tool]) => [
      tool,
      {
        from: said(refusal, /send from \S+ with timeZone, or (\S+Z)/),
        to: said(refusal, /and to \S+ with timeZone, or (\S+Z)/),
      },
    ],
    finds: ({ bookingId }) => bookingId,
  },
  {
    title: 'dates for a list of meetings',
    wrong: () => ['list_meetings', { fromDate: day(6), toDate: day(6) }],
    next: (refusal, [tool]) => [
      tool,
      {
        from: said(refusal, /send from, which takes a time: \S+ with timeZone, or (\S+Z)/),
        to: said(refusal, /send to, the time[^:]*: \S+ with timeZone, or (\S+Z)/),
      },
    ],
    finds: ({ bookingId }) => bookingId,
  },
  {
    title: 'a status that is no filter',
    wrong: () => ['list_meetings', { status: 'confirmed' }],
    next: (refusal, [tool]) => [tool, { [refusal.details.issues[0].didYouMean[0]]: said(refusal, /(upcoming)/) }],
  },
  {
    title: 'dates for times of a proposal',
    wrong: (world) => propose(world, { fromDate: day(3), toDate: day(5) }),
    next: (refusal, [tool, input]) => [
      tool,
      {
        ...without(input, 'fromDate', 'toDate'),
        from: said(refusal, /send from,[^:]*: \S+ with timeZone, or (\S+Z)/),
        to: said(refusal, /send to,[^:]*: \S+ with timeZone, or (\S+Z)/),
      },
    ],
  },
  {
    title: 'a date for the time of a log',
    wrong: () => ['list_activity', { since: day(-20) }],
    next: (refusal, [tool]) => [tool, { from: said(refusal, /takes a time: (\S+Z)/) }],
  },
  {
    title: 'a time for the date of insights',
    wrong: () => ['get_insights', { from: at(-20) }],
    next: (refusal, [tool]) => [tool, { fromDate: said(refusal, /fromDate, which takes a date: (\S+)$/) }],
  },
  {
    title: 'date and time of a slot apart',
    wrong: ({ eventTypeId }) => [
      'explain_slot',
      { eventTypeId, date: day(3), time: '10:00', timeZone: 'Europe/Berlin' },
    ],
    next: (refusal, [tool, input]) => [
      tool,
      {
        ...without(input, 'date', 'time'),
        startAt: `${said(refusal, /(\d{4}-\d\d-\d\d)T…/)}${said(refusal, /…(T\d\d:\d\d)/)}`,
      },
    ],
  },
  {
    title: 'hours of a date outside of its windows',
    wrong: ({ scheduleId }) => ['add_date_override', { scheduleId, date: day(80), start: '09:00', end: '17:00' }],
    next: (refusal, [tool, { start, end, ...input }]) => [
      tool,
      { ...input, [said(refusal, /belongs in (\w+)/)]: [{ start, end }] },
    ],
  },
  {
    title: 'hours of a week outside of it',
    wrong: () => [
      'create_schedule',
      { name: `Hours ${day(0)} ${Date.now()}`, days: ['mon'], start: '9:00', end: '17:00' },
    ],
    next: (refusal, [tool, { days, start, end, ...input }]) => [
      tool,
      { ...input, [said(refusal, /belongs in (\w+)/)]: [{ days, start, end }] },
    ],
  },
  {
    title: 'a zone of summer for a team',
    wrong: () => ['create_team', { name: `Crew ${Date.now()}`, timezone: 'CEST' }],
    next: change(({ details }) => ({ timezone: details.issues[0].didYouMean[0] })),
  },
  { title: 'words for a field of another name', wrong: () => ['list_meetings', { when: 'upcoming' }], next: rename },
];
