import { inLanguages } from '../../domain/languages.ts';

/** The page of a host or team, and what can be booked. */
export const hostWords = inLanguages(
  {
    title: (host: string) => `Meet ${host}`,
    description: (host: string, organization: string) => `Book a meeting with ${host} at ${organization}.`,
    list: 'Meetings you can book',
    team: 'Who you may meet',
    more: (count: number) => (count === 1 ? 'and one more' : `and ${count} more`),
    nothing: (host: string) => `${host} has nothing to book right now.`,
    nothingHint: 'Ask them for a link, or come back later.',
    locked: (organization: string) => `${organization} takes no bookings right now.`,
    lockedHint: (host: string) => `Please ask ${host} directly.`,
  },
  {
    title: (host: string) => `Termin mit ${host}`,
    description: (host: string, organization: string) => `Einen Termin mit ${host} bei ${organization} buchen.`,
    list: 'Buchbare Termine',
    team: 'Wen Sie treffen können',
    more: (count: number) => (count === 1 ? 'und noch jemand' : `und ${count} weitere`),
    nothing: (host: string) => `Bei ${host} lässt sich im Moment nichts buchen.`,
    nothingHint: 'Bitten Sie um einen Link, oder kommen Sie später wieder.',
    locked: (organization: string) => `${organization} nimmt im Moment keine Buchungen an.`,
    lockedHint: (host: string) => `Bitte wenden Sie sich direkt an ${host}.`,
  },
);
