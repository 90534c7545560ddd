import { inLanguages } from '../../../domain/languages.ts';

/** How much of a pack its mail leaves out. */
export interface LeftOut {
  readonly questions: number;
  readonly answers: number;
  readonly facts: number;
}

/** The frame of a prep mail. The pack's own sentences are English. */
export const prepTexts = inLanguages(
  {
    subject: (event: string, guest: string, start: string) => `Prep: ${event} with ${guest}, ${start}`,
    heading: (event: string, guest: string) => `${event} with ${guest}`,
    preview: (start: string, guest: string) => `${start}. How to join, what to ask, and what is known of ${guest}.`,
    when: 'When',
    movedFrom: 'Moved from',
    where: 'Where',
    join: 'Join',
    number: 'Their number',
    guest: 'Guest',
    alsoInvited: 'Also invited',
    action: 'Open the whole pack',
    more: ({ questions, answers, facts }: LeftOut) => {
      const listed = [
        ...(questions > 0 ? [questions === 1 ? '1 more question' : `${questions} more questions`] : []),
        ...(answers > 0 ? [answers === 1 ? '1 more answer' : `${answers} more answers`] : []),
        ...(facts > 0 ? [`${facts} more ${facts === 1 ? 'fact' : 'facts'} about where they work`] : []),
        'all sources',
      ];
      return `It has ${new Intl.ListFormat('en').format(listed)}. You can print it.`;
    },
    footer: (service: string, event: string) =>
      `${service} sent this because people book “${event}” with you. How long before a meeting it comes, and whether, is a setting of the event type.`,
    settings: 'Change it, or stop these mails:',
  },
  {
    subject: (event: string, guest: string, start: string) => `Vorbereitung: ${event} mit ${guest}, ${start}`,
    heading: (event: string, guest: string) => `${event} mit ${guest}`,
    preview: (start: string, guest: string) =>
      `${start}. Wie Sie teilnehmen, was Sie fragen können, und was über ${guest} bekannt ist.`,
    when: 'Wann',
    movedFrom: 'Verschoben von',
    where: 'Wo',
    join: 'Teilnehmen',
    number: 'Nummer des Gasts',
    guest: 'Gast',
    alsoInvited: 'Außerdem eingeladen',
    action: 'Ganze Vorbereitung öffnen',
    more: ({ questions, answers, facts }: LeftOut) => {
      const listed = [
        ...(questions > 0 ? [questions === 1 ? '1 weitere Frage' : `${questions} weitere Fragen`] : []),
        ...(answers > 0 ? [answers === 1 ? '1 weitere Antwort' : `${answers} weitere Antworten`] : []),
        ...(facts > 0 ? [`${facts} weitere ${facts === 1 ? 'Angabe' : 'Angaben'} zum Arbeitgeber`] : []),
        'alle Quellen',
      ];
      return `Die Vorbereitung ist auf Englisch. Dort stehen ${new Intl.ListFormat('de').format(listed)}. Sie können sie drucken.`;
    },
    footer: (service: string, event: string) =>
      `${service} sendet dies, weil andere „${event}“ bei Ihnen buchen. Ob und wie lange vor einem Termin es kommt, ist eine Einstellung der Terminart.`,
    settings: 'Ändern oder beenden:',
  },
);
