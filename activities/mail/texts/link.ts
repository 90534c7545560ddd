import { inLanguages } from '../../../domain/languages.ts';

/** A link to join that came after the first mails. */
export const linkTexts = inLanguages(
  {
    subject: (event: string, other: string, start: string) => `Link for ${event} with ${other}, ${start}`,
    heading: 'Here is the link for your meeting',
    lead: (event: string, other: string) =>
      `The link for “${event}” with ${other} is here now. Time and place stay as they are.`,
  },
  {
    subject: (event: string, other: string, start: string) => `Link für ${event} mit ${other}, ${start}`,
    heading: 'Hier ist der Link zu Ihrem Termin',
    lead: (event: string, other: string) =>
      `Der Link für „${event}“ mit ${other} ist jetzt da. Am Termin selbst ändert sich nichts.`,
  },
);
