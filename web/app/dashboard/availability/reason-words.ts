import { inLanguages } from '../../../../domain/languages.ts';

/** Why a time is not offered, one sentence for each rule. Days, clocks and lengths come as the reader writes them. */
export const reasonWords = inLanguages(
  {
    not: (event: string, when: string) => `“${event}” is not offered at this time: ${when}.`,
    members: (free: number, all: number) => `${free} of ${all} people of the team can.`,
    archived: 'The event type is off and takes no bookings.',
    locked: 'The workspace is inactive (unpaid, or claimed by nobody) and takes no bookings.',
    noSchedule: (host: string) => `${host} has no hours for this event type.`,
    noCalendar: (host: string) =>
      `The calendar of ${host} cannot be read, and without it nothing is offered. ${host} has to connect it again, or choose that bookings alone count.`,
    closed: (host: string, day: string) => `${host} is closed on ${day}.`,
    outside: (host: string, day: string, hours: string) => `It is outside the hours of ${host} on ${day}: ${hours}.`,
    between: (opens: string, every: string) =>
      `It is between two starts: from ${opens} on there is one every ${every}.`,
    endsLate: (length: string, host: string, closes: string) =>
      `The meeting takes ${length} and would end after ${host} closes at ${closes}.`,
    clocksChange: 'Clocks change that night: this time comes twice, and the first one alone is offered.',
    over: 'This time has passed.',
    tooSoon: (ahead: string, earliest: string) =>
      `It is too soon: the event is booked ${ahead} ahead at least, so the earliest start now is ${earliest}.`,
    tooFar: (ahead: string, last: string) =>
      `It is too far ahead: the event is booked ${ahead} ahead at most, up to ${last}.`,
    timeOff: (host: string) => `${host} has time off then.`,
    timeOffAt: (host: string, when: string) => `${host} has time off then: ${when}.`,
    taken: (host: string, by: string) => `${host} is taken then by ${by}.`,
    freeMinutes: 'Free minutes around meetings count.',
    keeps: {
      after: (ends: string, minutes: string, until: string, whose: string) =>
        `The meeting that ends at ${ends} keeps ${minutes} free after it, until ${until}: ${whose}.`,
      before: (starts: string, minutes: string, from: string, whose: string) =>
        `The meeting at ${starts} keeps ${minutes} free before it, from ${from}: ${whose}.`,
    },
    eventKeeps: {
      after: (ends: string, minutes: string, until: string, whose: string) =>
        `The calendar event that ends at ${ends} keeps ${minutes} free after it, until ${until}: ${whose}.`,
      before: (starts: string, minutes: string, from: string, whose: string) =>
        `The calendar event at ${starts} keeps ${minutes} free before it, from ${from}: ${whose}.`,
    },
    buffers: { that_meeting: 'set for that meeting', this_event: 'set for this event type' },
    meetings: (count: number) => (count === 1 ? 'a meeting' : `${count} meetings`),
    meetingAt: (when: string) => `a meeting (${when})`,
    holds: (count: number) => (count === 1 ? 'a held time' : `${count} held times`),
    others: (count: number) => (count === 1 ? 'another thing' : `${count} other things`),
    calendar: (provider: string) => `an event in a ${provider} calendar`,
    limit: (counts: string) => `The limit of meetings is reached: ${counts} booked.`,
    counts: {
      day: (booked: number, limit: number) => `${booked} of ${limit} a day`,
      week: (booked: number, limit: number) => `${booked} of ${limit} a week`,
      month: (booked: number, limit: number) => `${booked} of ${limit} a month`,
    },
    inZone: (sentence: string, zone: string) => `${sentence} (${zone})`,
  },
  {
    not: (event: string, when: string) => `„${event}“ wird zu dieser Zeit nicht angeboten: ${when}.`,
    members: (free: number, all: number) => `${free} von ${all} Personen des Teams können.`,
    archived: 'Die Terminart ist aus und nimmt keine Buchungen an.',
    locked:
      'Der Arbeitsbereich ist inaktiv (nicht bezahlt oder von niemandem übernommen) und nimmt keine Buchungen an.',
    noSchedule: (host: string) => `${host} hat keine Zeiten für diese Terminart.`,
    noCalendar: (host: string) =>
      `Der Kalender von ${host} lässt sich nicht lesen, und ohne ihn wird nichts angeboten. ${host} muss ihn neu verbinden oder wählen, dass nur Buchungen zählen.`,
    closed: (host: string, day: string) => `${host} hat geschlossen: ${day}.`,
    outside: (host: string, day: string, hours: string) =>
      `Das liegt außerhalb der Zeiten von ${host} (${day}): ${hours}.`,
    between: (opens: string, every: string) =>
      `Das liegt zwischen zwei Anfängen: Ab ${opens} gibt es einen alle ${every}.`,
    endsLate: (length: string, host: string, closes: string) =>
      `Der Termin dauert ${length} und würde enden, nachdem ${host} um ${closes} schließt.`,
    clocksChange:
      'In dieser Nacht werden die Uhren umgestellt: Diese Zeit kommt zweimal, und nur die erste wird angeboten.',
    over: 'Diese Zeit ist vorbei.',
    tooSoon: (ahead: string, earliest: string) =>
      `Das ist zu bald: Gebucht wird mindestens ${ahead} im Voraus, der früheste Beginn ist jetzt ${earliest}.`,
    tooFar: (ahead: string, last: string) =>
      `Das ist zu weit voraus: Gebucht wird höchstens ${ahead} im Voraus, bis ${last}.`,
    timeOff: (host: string) => `${host} ist dann abwesend.`,
    timeOffAt: (host: string, when: string) => `${host} ist dann abwesend: ${when}.`,
    taken: (host: string, by: string) => `${host} ist dann belegt durch ${by}.`,
    freeMinutes: 'Freie Minuten um Termine herum zählen mit.',
    keeps: {
      after: (ends: string, minutes: string, until: string, whose: string) =>
        `Nach dem Termin, der um ${ends} endet, bleiben ${minutes} frei, bis ${until}: ${whose}.`,
      before: (starts: string, minutes: string, from: string, whose: string) =>
        `Vor dem Termin um ${starts} bleiben ${minutes} frei, ab ${from}: ${whose}.`,
    },
    eventKeeps: {
      after: (ends: string, minutes: string, until: string, whose: string) =>
        `Nach dem Kalendereintrag, der um ${ends} endet, bleiben ${minutes} frei, bis ${until}: ${whose}.`,
      before: (starts: string, minutes: string, from: string, whose: string) =>
        `Vor dem Kalendereintrag um ${starts} bleiben ${minutes} frei, ab ${from}: ${whose}.`,
    },
    buffers: { that_meeting: 'eingestellt für jenen Termin', this_event: 'eingestellt für diese Terminart' },
    meetings: (count: number) => (count === 1 ? 'einen Termin' : `${count} Termine`),
    meetingAt: (when: string) => `einen Termin (${when})`,
    holds: (count: number) => (count === 1 ? 'eine reservierte Zeit' : `${count} reservierte Zeiten`),
    others: (count: number) => (count === 1 ? 'etwas anderes' : `${count} andere Einträge`),
    calendar: (provider: string) => `einen Eintrag in einem Kalender von ${provider}`,
    limit: (counts: string) => `Die Höchstzahl der Termine ist erreicht: ${counts} gebucht.`,
    counts: {
      day: (booked: number, limit: number) => `${booked} von ${limit} am Tag`,
      week: (booked: number, limit: number) => `${booked} von ${limit} in der Woche`,
      month: (booked: number, limit: number) => `${booked} von ${limit} im Monat`,
    },
    inZone: (sentence: string, zone: string) => `${sentence} (${zone})`,
  },
);
