/** The slot picker: months, days, time zones, and why there are no times. A non-breaking space keeps "Change" beside a word; marks follow the zone's name. */
export const pickerWords = {
  title: 'Pick a time',
  zone: {
    before: 'Times are in ',
    mark: '.',
    hostMark: ',',
    hosts: ' the host’s.',
    clock: (clock: string) => ` It is ${clock} there.\u00a0`,
    change: 'Change',
    changeWhat: ' time zone',
    own: (zone: string, clock: string) => `Your clock is ${zone}, ${clock}.`,
    useOwn: 'Show my times',
    label: 'Your time zone',
    everywhere: 'Everywhere',
    submit: 'Show times',
    hint: 'Search a city, a region or an offset such as +2',
    found: (count: number) => (count === 1 ? '1 time zone' : `${count} time zones`),
    none: 'No such time zone. Try a large city nearby.',
  },
  month: {
    choose: 'Month',
    previous: 'Previous month',
    next: 'Next month',
    to: (step: string, month: string) => `${step}: ${month}`,
    grid: (month: string) => `Days of ${month}`,
    dayWithTimes: (day: string, count: number) => `${day}, ${count === 1 ? '1 time' : `${count} times`}`,
    dayOff: (day: string) => `${day}, no open times`,
    today: 'today',
    none: 'no open times',
    open: (month: string, count: number) => `${month}: ${count === 1 ? '1 day' : `${count} days`} with open times`,
    zoneNow: (zone: string) => `Times are now in ${zone}.`,
  },
  week: {
    choose: 'Week',
    previous: 'Previous week',
    next: 'Next week',
    toWeek: 'Show a week',
    toMonth: 'Show a month',
    shown: 'A week is shown.',
    monthShown: 'A month is shown.',
  },
  day: {
    times: (count: number) => (count === 1 ? '1 time' : `${count} times`),
    clock12: 'Show times with AM and PM',
    clock24: 'Show times in 24 hours',
    missed: (day: string) => `Nothing is open on ${day}. This is the nearest day with open times.`,
  },
  empty: {
    locked: (organization: string) => `${organization} takes no bookings right now.`,
    lockedHint: (host: string) => `Please ask ${host} directly.`,
    noHours: (host: string) => `${host} has not set any bookable hours yet.`,
    noHoursHint: 'Come back later, or ask for a time directly.',
    noCalendar: (host: string) => `${host}’s calendar is not connected right now.`,
    noCalendarHint: 'We can’t tell when they are free. Come back later, or ask for a time directly.',
    month: (month: string) => `No open times in ${month}.`,
    busy: (host: string) => `${host} is busy or away.`,
    tooFar: (month: string) => `${month} can’t be booked yet.`,
    upTo: (day: string) => `Times can be booked up to ${day}.`,
    nothingLater: (host: string) => `Nothing is open later either. Ask ${host} directly.`,
    onlyEarlier: (host: string) => `Nothing is open later either. Look at earlier days, or ask ${host} directly.`,
    next: (day: string) => `Next available day: ${day}`,
    first: 'Earliest open day',
  },
  loading: (month: string) => `Loading ${month} …`,
  failed: {
    title: (month: string) => `The times of ${month} could not be loaded`,
    offline: 'You are offline. We try again as soon as you are connected.',
    busy: 'Too many requests. Wait a moment, then try again.',
    other: 'Something went wrong. Please try again.',
    retry: 'Try again',
  },
};

/** The page of a host or team, and what can be booked. */
export const hostWords = {
  title: (host: string) => `Meet ${host}`,
  description: (host: string, organization: string) => `Book a meeting with ${host} at ${organization}.`,
  list: 'Meetings you can book',
  team: 'Who you may meet',
  more: (count: number) => (count === 1 ? 'and one more' : `and ${count} more`),
  nothing: (host: string) => `${host} has nothing to book right now.`,
  nothingHint: 'Ask them for a link, or come back later.',
  locked: (organization: string) => `${organization} takes no bookings right now.`,
  lockedHint: (host: string) => `Please ask ${host} directly.`,
};

/** The page of an event. */
export const eventWords = {
  title: (event: string, host: string) => `${event} with ${host}`,
  description: (title: string, organization: string) => `Pick a time: ${title}, ${organization}.`,
  unknownZone: 'We do not know that time zone',
  unknownZoneHint: 'Times are in the host’s zone. Please choose yours below.',
};

/** The badge of an event whose host answers each request. */
export const eventFactWords = { byApproval: 'Needs approval' };

/** Durations, and join details that are still missing; `coming`: the host's calendar makes the link, `failed`: it did not. */
export const placeTexts = {
  missing: {
    link: 'your host sends you the link',
    call: 'your host tells you who calls',
    coming: 'the link comes by mail',
    failed: 'your host sends you the link',
  },
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
  hoursAndMinutes: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
};

/** Date words that Intl does not have. */
export const timeWords = { offsets: (from: string, to: string) => `${from} to ${to}` };
