import { inLanguages } from '../../../../domain/languages.ts';

/** The words of /insights. */
export const insightWords = inLanguages(
  {
    title: 'Numbers',
    lead: (from: string, to: string, zone: string) => `Meetings from ${from} to ${to}, by their start (${zone}).`,
    total: 'In all',
    meetings: 'Meetings booked',
    byAgents: 'Booked by agents',
    since: (change: string, days: number) => `${change} on the ${days} days before`,
    nothingBefore: (days: number) => `Nothing to compare with in the ${days} days before`,
    points: (points: number, signed: string) => `${signed} percentage ${points === 1 ? 'point' : 'points'}`,
    weeksWithout: (weeks: number) =>
      weeks === 1 ? '1 week without meetings is not listed.' : `${weeks} weeks without meetings are not listed.`,
    eventTypesLeftOut: (count: number) =>
      count === 1
        ? '1 more event type with fewer bookings is not listed.'
        : `${count} more event types with fewer bookings are not listed.`,
    hostsLeftOut: (count: number) =>
      count === 1
        ? '1 more host with fewer bookings is not listed.'
        : `${count} more hosts with fewer bookings are not listed.`,
    week: 'Bookings by week',
    weekOf: (day: string) => `Week of ${day}`,
    kept: 'Not canceled',
    event: 'By event type',
    host: 'By host',
    source: 'By source',
    sourceHint: 'People book on a page; agents by a program.',
    rowOf: { week: 'Week', eventType: 'Event type', host: 'Host', source: 'Source' },
    bookings: 'Booked',
    canceled: 'Canceled',
    noShows: 'No-shows',
    leadTime: 'Booked ahead',
    days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
    hours: (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`),
    noneLast: (days: number) => `No meetings in the last ${days} days`,
    noneNext: (days: number) => `No meetings in the next ${days} days`,
    noneText: 'Once guests book, this page counts their meetings by week, event type, host and source.',
    share: 'Share a link',
    sources: {
      web: 'People, on your booking page',
      dashboard: 'People, in the dashboard',
      public_api: 'Agents of guests, by the API',
      public_mcp: 'Agents of guests, by MCP',
      host_api: 'Your programs, by the API',
      host_mcp: 'Your agents, by MCP',
    },
    period: 'Period',
    last: (days: number) => `Last ${days} days`,
    next: (days: number) => `Next ${days} days`,
  },
  {
    title: 'Zahlen',
    lead: (from: string, to: string, zone: string) => `Termine vom ${from} bis ${to}, nach ihrem Beginn (${zone}).`,
    total: 'Insgesamt',
    meetings: 'Gebuchte Termine',
    byAgents: 'Von Agenten gebucht',
    since: (change: string, days: number) => `${change} zu den ${days} Tagen davor`,
    nothingBefore: (days: number) => `In den ${days} Tagen davor gibt es nichts zum Vergleichen`,
    points: (points: number, signed: string) => `${signed} ${points === 1 ? 'Prozentpunkt' : 'Prozentpunkte'}`,
    weeksWithout: (weeks: number) =>
      weeks === 1
        ? '1 Woche ohne Termine ist nicht aufgeführt.'
        : `${weeks} Wochen ohne Termine sind nicht aufgeführt.`,
    eventTypesLeftOut: (count: number) =>
      count === 1
        ? '1 weitere Terminart mit weniger Buchungen ist nicht aufgeführt.'
        : `${count} weitere Terminarten mit weniger Buchungen sind nicht aufgeführt.`,
    hostsLeftOut: (count: number) =>
      count === 1
        ? '1 weiterer Gastgeber mit weniger Buchungen ist nicht aufgeführt.'
        : `${count} weitere Gastgeber mit weniger Buchungen sind nicht aufgeführt.`,
    week: 'Buchungen je Woche',
    weekOf: (day: string) => `Woche ab ${day}`,
    kept: 'Nicht abgesagt',
    event: 'Nach Terminart',
    host: 'Nach Gastgeber',
    source: 'Nach Herkunft',
    sourceHint: 'Menschen buchen auf einer Seite, Agenten durch ein Programm.',
    rowOf: { week: 'Woche', eventType: 'Terminart', host: 'Gastgeber', source: 'Herkunft' },
    bookings: 'Gebucht',
    canceled: 'Abgesagt',
    noShows: 'Nicht gekommen',
    leadTime: 'Im Voraus gebucht',
    days: (days: number) => (days === 1 ? '1 Tag' : `${days} Tage`),
    hours: (hours: number) => (hours === 1 ? '1 Stunde' : `${hours} Stunden`),
    noneLast: (days: number) => `Keine Termine in den letzten ${days} Tagen`,
    noneNext: (days: number) => `Keine Termine in den nächsten ${days} Tagen`,
    noneText: 'Sobald Gäste buchen, zählt diese Seite ihre Termine nach Woche, Terminart, Gastgeber und Herkunft.',
    share: 'Link teilen',
    sources: {
      web: 'Menschen, auf Ihrer Buchungsseite',
      dashboard: 'Menschen, in der Übersicht',
      public_api: 'Agenten von Gästen, über die API',
      public_mcp: 'Agenten von Gästen, über MCP',
      host_api: 'Ihre Programme, über die API',
      host_mcp: 'Ihre Agenten, über MCP',
    },
    period: 'Zeitraum',
    last: (days: number) => `Letzte ${days} Tage`,
    next: (days: number) => `Nächste ${days} Tage`,
  },
);
