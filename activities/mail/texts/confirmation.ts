import { inLanguages } from '../../../domain/languages.ts';
import { capital } from './capital.ts';

/** A meeting that is confirmed. German uses the passive for hosts: there may be one or several. */
export const confirmationTexts = inLanguages(
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
    toHost: {
      subject: (event: string, guest: string, start: string) => `New booking: ${event} with ${guest}, ${start}`,
      heading: 'You have a new booking',
      lead: (event: string, guest: string) => `${guest} booked “${event}” with you.`,
      leadByHost: (event: string, guest: string) => `“${event}” with ${guest} was booked by you or a colleague.`,
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
    toHost: {
      subject: (event: string, guest: string, start: string) => `Neue Buchung: ${event} mit ${guest}, ${start}`,
      heading: 'Sie haben eine neue Buchung',
      lead: (event: string, guest: string) => `${guest} hat „${event}“ bei Ihnen gebucht.`,
      leadByHost: (event: string, guest: string) =>
        `„${event}“ mit ${guest} wurde von Ihnen oder aus Ihrem Team gebucht.`,
    },
  },
);
