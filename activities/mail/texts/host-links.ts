import { inLanguages } from '../../../domain/languages.ts';

/** The links in a host’s mail about a meeting. */
export const hostLinkTexts = inLanguages(
  {
    open: 'Open the meeting',
    prepare: 'Prepare for this meeting',
    inCalendar: 'The meeting is in your calendar.',
    openEvent: 'Open the event',
    otherTime: 'Another time suits you better?',
    move: 'Move the meeting',
    cannot: 'You cannot come?',
    cancel: 'Cancel the meeting',
  },
  {
    open: 'Termin öffnen',
    prepare: 'Auf diesen Termin vorbereiten',
    inCalendar: 'Der Termin steht in Ihrem Kalender.',
    openEvent: 'Eintrag öffnen',
    otherTime: 'Eine andere Zeit passt Ihnen besser?',
    move: 'Termin verschieben',
    cannot: 'Sie können nicht?',
    cancel: 'Termin absagen',
  },
);
