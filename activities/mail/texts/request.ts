import { inLanguages } from '../../../domain/languages.ts';
import { capital } from './capital.ts';

/** A booking that waits for approval, is declined or expires. Sentences fit one host or several. */
export const requestTexts = inLanguages(
  {
    pending: {
      subject: (event: string, host: string, start: string) => `Waiting for ${host}: ${event}, ${start}`,
      heading: 'Your request is waiting for an answer',
      lead: (event: string, host: string) =>
        `You asked for “${event}”. It must be approved by ${host}. You get a mail when the request is approved or declined.`,
      leadByAgent: (event: string, host: string, agent: string) =>
        `The agent at ${agent} asked for “${event}”. It must be approved by ${host}. You get a mail when the request is approved or declined.`,
      leadMoved: (event: string, host: string) =>
        `Your request for “${event}” has a new time. It must still be approved by ${host}. You get a mail when the request is approved or declined.`,
      headingAgain: 'The new time is waiting for an answer',
      leadAgain: (event: string, host: string) =>
        `You moved “${event}” to a new time. It must be approved by ${host} again. The old time is free, so your calendar removes it. You get a mail when the new time is approved. If it is declined, the meeting does not take place.`,
      leadToInvited: (event: string, host: string, guest: string) =>
        `${capital(guest)} moved “${event}” to a new time. It must be approved by ${host} again. The old time is free, so your calendar removes it. You get a mail when the new time is approved or declined.`,
      ends: (end: string) => `If there is no answer, the request ends on ${end}.`,
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
    toHost: {
      subject: (event: string, guest: string, start: string) => `Approve or decline: ${event} with ${guest}, ${start}`,
      heading: 'A booking waits for your answer',
      headingMoved: 'A request has a new time',
      headingAgain: 'A meeting that you approved has a new time',
      lead: (event: string, guest: string) => `${guest} asks for “${event}”. The time is held until you answer.`,
      leadMoved: (event: string, guest: string) =>
        `The request of ${guest} for “${event}” has moved to a new time. The time is held until you answer.`,
      leadAgain: (event: string, guest: string) =>
        `${guest} moved “${event}”, which you had approved, to a new time. Approve or decline the new time: it is held until you answer. The old time is free again.`,
      action: 'Approve or decline',
      declined: {
        subject: (event: string, guest: string, start: string) => `Declined: ${event} with ${guest}, ${start}`,
        heading: 'You declined a request',
        lead: (_event: string, guest: string) => `${guest} gets a mail. The time is free again.`,
      },
      expired: {
        subject: (event: string, guest: string, start: string) => `Not answered: ${event} with ${guest}, ${start}`,
        heading: 'A request ended without an answer',
        lead: (event: string, guest: string) =>
          `The request of ${guest} for “${event}” was not answered in time. ${guest} gets a mail. The time is free again.`,
      },
    },
  },
  {
    pending: {
      subject: (event: string, host: string, start: string) => `Wartet auf Zusage von ${host}: ${event}, ${start}`,
      heading: 'Ihre Anfrage wartet auf Zusage',
      lead: (event: string, host: string) =>
        `Sie haben „${event}“ angefragt. Die Anfrage muss von ${host} bestätigt werden. Sie bekommen eine E-Mail, sobald sie bestätigt oder abgelehnt ist.`,
      leadByAgent: (event: string, host: string, agent: string) =>
        `Der Agent mit der Adresse ${agent} hat „${event}“ angefragt. Die Anfrage muss von ${host} bestätigt werden. Sie bekommen eine E-Mail, sobald sie bestätigt oder abgelehnt ist.`,
      leadMoved: (event: string, host: string) =>
        `Ihre Anfrage für „${event}“ wurde auf eine neue Zeit verschoben. Sie muss noch von ${host} bestätigt werden. Sie bekommen eine E-Mail, sobald sie bestätigt oder abgelehnt ist.`,
      headingAgain: 'Die neue Zeit wartet auf Zusage',
      leadAgain: (event: string, host: string) =>
        `Sie haben „${event}“ auf eine neue Zeit verschoben. Sie muss von ${host} erneut bestätigt werden. Die bisherige Zeit ist frei; Ihr Kalender entfernt sie. Sie bekommen eine E-Mail, sobald die neue Zeit bestätigt ist. Wird sie abgelehnt, findet der Termin nicht statt.`,
      leadToInvited: (event: string, host: string, guest: string) =>
        `${capital(guest)} hat „${event}“ auf eine neue Zeit verschoben. Sie muss von ${host} erneut bestätigt werden. Die bisherige Zeit ist frei; Ihr Kalender entfernt sie. Sie bekommen eine E-Mail, sobald die neue Zeit bestätigt oder abgelehnt ist.`,
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
    toHost: {
      subject: (event: string, guest: string, start: string) =>
        `Zusagen oder ablehnen: ${event} mit ${guest}, ${start}`,
      heading: 'Eine Anfrage wartet auf Ihre Antwort',
      headingMoved: 'Eine Anfrage hat eine neue Zeit',
      headingAgain: 'Ein Termin, dem Sie zugesagt haben, hat eine neue Zeit',
      lead: (event: string, guest: string) =>
        `${guest} bittet um „${event}“. Die Zeit ist bis zu Ihrer Antwort reserviert.`,
      leadMoved: (event: string, guest: string) =>
        `Die Anfrage von ${guest} für „${event}“ wurde auf eine neue Zeit verschoben. Die Zeit ist bis zu Ihrer Antwort reserviert.`,
      leadAgain: (event: string, guest: string) =>
        `${guest} hat „${event}“, dem Sie zugesagt hatten, auf eine neue Zeit verschoben. Sagen Sie der neuen Zeit zu oder lehnen Sie sie ab: Sie ist bis zu Ihrer Antwort reserviert. Die bisherige Zeit ist wieder frei.`,
      action: 'Zusagen oder ablehnen',
      declined: {
        subject: (event: string, guest: string, start: string) => `Abgelehnt: ${event} mit ${guest}, ${start}`,
        heading: 'Sie haben eine Anfrage abgelehnt',
        lead: (_event: string, guest: string) => `${guest} bekommt eine E-Mail. Die Zeit ist wieder frei.`,
      },
      expired: {
        subject: (event: string, guest: string, start: string) => `Nicht beantwortet: ${event} mit ${guest}, ${start}`,
        heading: 'Eine Anfrage ist ohne Antwort verfallen',
        lead: (event: string, guest: string) =>
          `Die Anfrage von ${guest} für „${event}“ wurde nicht rechtzeitig beantwortet. ${guest} bekommt eine E-Mail. Die Zeit ist wieder frei.`,
      },
    },
  },
);
