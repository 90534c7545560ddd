import { inLanguages } from '../../../domain/languages.ts';

/** The mail with the six digits. */
export const codeTexts = inLanguages(
  {
    subject: (code: string, event: string, host: string) => `${code} is your code for ${event} with ${host}`,
    preview: (minutes: number) => `Works for ${minutes} minutes, only for this booking.`,
    heading: 'Your booking code',
    enter: (event: string, host: string) =>
      `Enter this code, or give it to the agent that books for you, to book “${event}” with ${host}.`,
    passOn: (event: string, host: string, guest: string) =>
      `Pass this code on to book “${event}” with ${host} for ${guest}.`,
    askedFor: (when: string) => `Requested time: ${when}.`,
    limits: (minutes: number) => `The code works once, for ${minutes} minutes, only for this booking.`,
    namesYou: 'The guest gets the confirmation. It names you.',
    footer: (service: string) =>
      `You did not ask for this? You do not need to do anything: nothing is booked without the code. Sent by ${service}.`,
  },
  {
    subject: (code: string, event: string, host: string) => `${code} ist Ihr Code für ${event} mit ${host}`,
    preview: (minutes: number) => `Gilt ${minutes} Minuten lang und nur für diese Buchung.`,
    heading: 'Ihr Buchungscode',
    enter: (event: string, host: string) =>
      `Geben Sie diesen Code ein, um „${event}“ mit ${host} zu buchen, oder nennen Sie ihn dem Agenten, der für Sie bucht.`,
    passOn: (event: string, host: string, guest: string) =>
      `Geben Sie diesen Code weiter, um „${event}“ mit ${host} für ${guest} zu buchen.`,
    askedFor: (when: string) => `Gewünschte Zeit: ${when}.`,
    limits: (minutes: number) => `Der Code gilt nur einmal, ${minutes} Minuten lang und nur für diese Buchung.`,
    namesYou: 'Der Gast bekommt die Bestätigung. Darin werden Sie genannt.',
    footer: (service: string) =>
      `Sie haben das nicht angefordert? Dann müssen Sie nichts tun: Ohne den Code wird nichts gebucht. Gesendet von ${service}.`,
  },
);
