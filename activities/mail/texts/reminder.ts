import { inLanguages } from '../../../domain/languages.ts';

/** The frame of a reminder's mail; its words are in domain/reminders/reminder-words.ts. */
export const reminderTexts = inLanguages(
  {
    again: 'Choose another time',
    stop: (workspace: string) => `No more reminders of ${workspace}:`,
    strangers: 'You want no more mails from people you do not know?',
    strangersLink: 'No more mails',
    toHost: (service: string, event: string) =>
      `${service} sent this because people book “${event}” with you. Reminders are a setting of the event type.`,
    settings: 'Change it, or stop these mails:',
  },
  {
    again: 'Anderen Termin wählen',
    stop: (workspace: string) => `Keine Erinnerungen von ${workspace} mehr:`,
    strangers: 'Sie möchten keine E-Mails mehr von Unbekannten?',
    strangersLink: 'Keine E-Mails mehr',
    toHost: (service: string, event: string) =>
      `${service} hat dies geschickt, weil „${event}“ mit Ihnen gebucht wird. Erinnerungen sind eine Einstellung der Terminart.`,
    settings: 'Ändern oder abbestellen:',
  },
);
