import { inLanguages } from '../../../domain/languages.ts';
import { capital } from './capital.ts';

/** A canceled meeting or request. */
export const canceledTexts = inLanguages(
  {
    subject: (event: string, other: string, start: string) => `Canceled: ${event} with ${other}, ${start}`,
    heading: 'The meeting is canceled',
    requestHeading: 'The request is canceled',
    byReader: (event: string, other: string) => `You canceled “${event}” with ${other}.`,
    byGuest: (event: string, host: string, guest: string) => `${capital(guest)} canceled “${event}” with ${host}.`,
    byHost: (event: string, host: string) => `${host} canceled “${event}”.`,
    notMe: (event: string, host: string) =>
      `You said that you did not ask for “${event}” with ${host}. It is canceled. Your host gets a mail.`,
    off: (event: string, other: string) => `“${event}” with ${other} will not take place.`,
    free: 'The time is free again.',
    guestCanceled: (event: string, guest: string) => `${guest} canceled “${event}”.`,
    inCalendar: (event: string, guest: string) =>
      `You canceled “${event}” with ${guest} by deleting its event in your calendar.`,
    notTheGuest: (event: string, guest: string) =>
      `${guest} says that they did not ask for “${event}”, so it is canceled.`,
  },
  {
    subject: (event: string, other: string, start: string) => `Abgesagt: ${event} mit ${other}, ${start}`,
    heading: 'Der Termin ist abgesagt',
    requestHeading: 'Die Anfrage ist abgesagt',
    byReader: (event: string, other: string) => `Sie haben „${event}“ mit ${other} abgesagt.`,
    byGuest: (event: string, host: string, guest: string) => `${capital(guest)} hat „${event}“ mit ${host} abgesagt.`,
    byHost: (event: string, host: string) => `„${event}“ wurde von ${host} abgesagt.`,
    notMe: (event: string, host: string) =>
      `Sie haben uns mitgeteilt, dass Sie nicht um „${event}“ mit ${host} gebeten haben. Der Termin ist abgesagt, und der Grund wurde weitergegeben.`,
    off: (event: string, other: string) => `„${event}“ mit ${other} findet nicht statt.`,
    free: 'Die Zeit ist wieder frei.',
    guestCanceled: (event: string, guest: string) => `${guest} hat „${event}“ abgesagt.`,
    inCalendar: (event: string, guest: string) =>
      `Sie haben „${event}“ mit ${guest} abgesagt, indem Sie den Eintrag in Ihrem Kalender gelöscht haben.`,
    notTheGuest: (event: string, guest: string) =>
      `${guest} hat nach eigenen Angaben nicht um „${event}“ gebeten; deshalb ist der Termin abgesagt.`,
  },
);
