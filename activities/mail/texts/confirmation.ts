import { inLanguages } from '../../../domain/languages.ts';
import { capital } from './capital.ts';

/** A meeting that is confirmed or moved. German uses the passive for hosts: there may be one or several. */
export const meetingTexts = inLanguages(
  {
    confirmed: {
      subject: (event: string, host: string, start: string) => `Confirmed: ${event} with ${host}, ${start}`,
      heading: 'You are booked',
      lead: (event: string, host: string) => `Your booking of “${event}” with ${host} is confirmed.`,
      leadByHost: (event: string, host: string) => `${host} booked “${event}” with you.`,
      leadByAgent: (event: string, host: string, agent: string) =>
        `The agent at ${agent} booked “${event}” with ${host} for you.`,
    },
    invited: {
      subject: (event: string, host: string, start: string) => `Invitation: ${event} with ${host}, ${start}`,
      heading: 'You are invited',
      lead: (event: string, host: string, guest: string) => `${capital(guest)} invited you to “${event}” with ${host}.`,
      leadByHost: (event: string, host: string, guest: string) => `${host} invited you to “${event}” with ${guest}.`,
    },
    moved: {
      subject: (event: string, other: string, start: string) => `Moved: ${event} with ${other}, now ${start}`,
      preview: (start: string) => `Now ${start}`,
      heading: 'Your meeting has a new time',
      lead: (event: string, other: string) => `“${event}” with ${other} has a new time.`,
      leadByReader: (event: string, other: string) => `You moved “${event}” with ${other}.`,
      leadByOther: (event: string, other: string) => `${other} moved “${event}”.`,
      leadByGuest: (event: string, host: string, guest: string) => `${capital(guest)} moved “${event}” with ${host}.`,
    },
    links: {
      change: 'Reschedule or cancel',
      notAsked: 'You did not ask for this booking?',
      notMe: 'Cancel: this was not me',
      keep: 'Keep this mail private: anyone with its link can change your booking.',
    },
  },
  {
    confirmed: {
      subject: (event: string, host: string, start: string) => `Bestätigt: ${event} mit ${host}, ${start}`,
      heading: 'Ihr Termin ist gebucht',
      lead: (event: string, host: string) => `Ihr Termin „${event}“ mit ${host} ist bestätigt.`,
      leadByHost: (event: string, host: string) => `„${event}“ wurde von ${host} mit Ihnen vereinbart.`,
      leadByAgent: (event: string, host: string, agent: string) =>
        `Der Agent mit der Adresse ${agent} hat „${event}“ mit ${host} für Sie gebucht.`,
    },
    invited: {
      subject: (event: string, host: string, start: string) => `Einladung: ${event} mit ${host}, ${start}`,
      heading: 'Sie sind eingeladen',
      lead: (event: string, host: string, guest: string) =>
        `${capital(guest)} hat Sie zum Termin „${event}“ mit ${host} eingeladen.`,
      leadByHost: (event: string, host: string, guest: string) =>
        `Sie wurden von ${host} zum Termin „${event}“ mit ${guest} eingeladen.`,
    },
    moved: {
      subject: (event: string, other: string, start: string) => `Verschoben: ${event} mit ${other}, jetzt ${start}`,
      preview: (start: string) => `Jetzt ${start}`,
      heading: 'Ihr Termin hat eine neue Zeit',
      lead: (event: string, other: string) => `Für „${event}“ mit ${other} gibt es eine neue Zeit.`,
      leadByReader: (event: string, other: string) => `Sie haben „${event}“ mit ${other} verschoben.`,
      leadByOther: (event: string, other: string) => `„${event}“ wurde von ${other} verschoben.`,
      leadByGuest: (event: string, host: string, guest: string) =>
        `${capital(guest)} hat „${event}“ mit ${host} verschoben.`,
    },
    links: {
      change: 'Termin verschieben oder absagen',
      notAsked: 'Sie haben nicht um diesen Termin gebeten?',
      notMe: 'Absagen: Das war ich nicht',
      keep: 'Behalten Sie diese E-Mail für sich: Wer ihren Link hat, kann Ihren Termin ändern.',
    },
  },
);
