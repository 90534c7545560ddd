import { inLanguages } from '../../domain/languages.ts';

/** Where a meeting is, for a further guest. */
export const invitedWords = inLanguages(
  {
    title: (event: string, host: string) => `${event} with ${host}`,
    takesPlace: (when: string, place: string) => `${when}. ${place}`,
    canceled: (when: string) => `${when}. This meeting is canceled.`,
  },
  {
    title: (event: string, host: string) => `${event} mit ${host}`,
    takesPlace: (when: string, place: string) => `${when}. ${place}`,
    canceled: (when: string) => `${when}. Dieser Termin ist abgesagt.`,
  },
);
