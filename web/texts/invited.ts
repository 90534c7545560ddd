import { inLanguages } from '../../domain/languages.ts';

/** Where a meeting is, for a further guest. */
export const invitedWords = inLanguages(
  {
    title: (event: string, host: string) => `${event} with ${host}`,
    takesPlace: (when: string, place: string) => `${when}. ${place}`,
    waits: (when: string, place: string) =>
      `${when}. ${place}. The host has not approved this time yet. You get a mail when they do.`,
    canceled: (when: string, _place: string) => `${when}. This meeting is canceled.`,
  },
  {
    title: (event: string, host: string) => `${event} mit ${host}`,
    takesPlace: (when: string, place: string) => `${when}. ${place}`,
    waits: (when: string, place: string) =>
      `${when}. ${place}. Die Gastgeberin oder der Gastgeber hat diese Zeit noch nicht bestätigt. Sie bekommen dann eine E-Mail.`,
    canceled: (when: string, _place: string) => `${when}. Dieser Termin ist abgesagt.`,
  },
);
