import { inLanguages } from '../../../domain/languages.ts';
import { capital } from './capital.ts';

/** A meeting that is moved. */
export const rescheduledTexts = inLanguages(
  {
    subject: (event: string, other: string, start: string) => `Moved: ${event} with ${other}, now ${start}`,
    preview: (start: string) => `Now ${start}`,
    heading: 'Your meeting has a new time',
    lead: (event: string, other: string) => `“${event}” with ${other} has a new time.`,
    leadByReader: (event: string, other: string) => `You moved “${event}” with ${other}.`,
    leadByOther: (event: string, other: string) => `${other} moved “${event}”.`,
    leadByGuest: (event: string, host: string, guest: string) => `${capital(guest)} moved “${event}” with ${host}.`,
  },
  {
    subject: (event: string, other: string, start: string) => `Verschoben: ${event} mit ${other}, jetzt ${start}`,
    preview: (start: string) => `Jetzt ${start}`,
    heading: 'Ihr Termin hat eine neue Zeit',
    lead: (event: string, other: string) => `Für „${event}“ mit ${other} gibt es eine neue Zeit.`,
    leadByReader: (event: string, other: string) => `Sie haben „${event}“ mit ${other} verschoben.`,
    leadByOther: (event: string, other: string) => `„${event}“ wurde von ${other} verschoben.`,
    leadByGuest: (event: string, host: string, guest: string) =>
      `${capital(guest)} hat „${event}“ mit ${host} verschoben.`,
  },
);
