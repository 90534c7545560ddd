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
  },
  {
    subject: (event: string, other: string, start: string) => `Abgesagt: ${event} mit ${other}, ${start}`,
    heading: 'Der Termin ist abgesagt',
    requestHeading: 'Die Anfrage ist storniert',
    byReader: (event: string, other: string) => `Sie haben „${event}“ mit ${other} abgesagt.`,
    byGuest: (event: string, host: string, guest: string) => `${capital(guest)} hat „${event}“ mit ${host} abgesagt.`,
    byHost: (event: string, host: string) => `„${event}“ wurde von ${host} abgesagt.`,
    notMe: (event: string, host: string) =>
      `Sie haben uns mitgeteilt, dass Sie nicht um „${event}“ mit ${host} gebeten haben. Der Termin ist abgesagt, und der Grund wurde weitergegeben.`,
    off: (event: string, other: string) => `„${event}“ mit ${other} findet nicht statt.`,
  },
);
