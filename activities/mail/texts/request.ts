import { inLanguages } from '../../../domain/languages.ts';

/** A booking that waits for its host's approval, and the two ends without one. No verb tells how many hosts there are. */
export const requestTexts = inLanguages(
  {
    pending: {
      subject: (event: string, host: string, start: string) => `Waiting for ${host}: ${event}, ${start}`,
      heading: 'Your request waits for an answer',
      lead: (event: string, host: string) =>
        `You asked for “${event}”. Each request is approved or declined by ${host}; you get a mail either way.`,
      leadByAgent: (event: string, host: string, agent: string) =>
        `The agent at ${agent} asked for “${event}”. Each request is approved or declined by ${host}; you get a mail either way.`,
      leadMoved: (event: string, host: string) =>
        `Your request for “${event}” has moved to a new time. It is still to be approved or declined by ${host}; you get a mail either way.`,
      ends: (end: string) => `Without an answer the request ends on ${end}.`,
    },
    declined: {
      subject: (event: string, host: string, start: string) => `Declined: ${event} with ${host}, ${start}`,
      heading: 'Your request was declined',
      lead: (event: string, host: string) => `${host} cannot take “${event}” at this time.`,
    },
    expired: {
      subject: (event: string, host: string, start: string) => `Not confirmed: ${event} with ${host}, ${start}`,
      heading: 'Your request was not answered in time',
      lead: (event: string, host: string) => `${host} did not confirm “${event}” in time, so it will not take place.`,
    },
    again: 'Choose another time',
  },
  {
    pending: {
      subject: (event: string, host: string, start: string) => `Wartet auf Zusage von ${host}: ${event}, ${start}`,
      heading: 'Ihre Anfrage wartet auf Zusage',
      lead: (event: string, host: string) =>
        `Sie haben „${event}“ angefragt. Jede Anfrage wird von ${host} bestätigt oder abgelehnt; Sie bekommen in jedem Fall eine E-Mail.`,
      leadByAgent: (event: string, host: string, agent: string) =>
        `Der Agent mit der Adresse ${agent} hat „${event}“ angefragt. Jede Anfrage wird von ${host} bestätigt oder abgelehnt; Sie bekommen in jedem Fall eine E-Mail.`,
      leadMoved: (event: string, host: string) =>
        `Ihre Anfrage für „${event}“ wurde auf eine neue Zeit verschoben. Noch wurde sie von ${host} weder bestätigt noch abgelehnt; Sie bekommen in jedem Fall eine E-Mail.`,
      ends: (end: string) => `Ohne Antwort verfällt die Anfrage am ${end}.`,
    },
    declined: {
      subject: (event: string, host: string, start: string) => `Abgelehnt: ${event} mit ${host}, ${start}`,
      heading: 'Ihre Anfrage wurde abgelehnt',
      lead: (event: string, host: string) => `„${event}“ mit ${host} ist zu dieser Zeit leider nicht möglich.`,
    },
    expired: {
      subject: (event: string, host: string, start: string) => `Nicht bestätigt: ${event} mit ${host}, ${start}`,
      heading: 'Ihre Anfrage wurde nicht rechtzeitig beantwortet',
      lead: (event: string, host: string) =>
        `„${event}“ wurde von ${host} nicht rechtzeitig bestätigt und findet deshalb nicht statt.`,
    },
    again: 'Andere Zeit wählen',
  },
);
