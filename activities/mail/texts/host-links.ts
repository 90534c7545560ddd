import { inLanguages } from '../../../domain/languages.ts';

/** The links in a host’s mail about a meeting. */
export const hostLinkTexts = inLanguages(
  {
    open: 'Open the meeting',
    prepare: 'Prepare for this meeting',
    otherTime: 'Another time suits you better?',
    move: 'Move the meeting',
    cannot: 'You cannot come?',
    cancel: 'Cancel the meeting',
  },
  {
    open: 'Termin öffnen',
    prepare: 'Auf diesen Termin vorbereiten',
    otherTime: 'Eine andere Zeit passt Ihnen besser?',
    move: 'Termin verschieben',
    cannot: 'Sie können nicht?',
    cancel: 'Termin absagen',
  },
);
