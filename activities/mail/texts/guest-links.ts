import { inLanguages } from '../../../domain/languages.ts';

/** The links in a guest’s mail about a meeting. */
export const guestLinkTexts = inLanguages(
  {
    change: 'Reschedule or cancel',
    notAsked: 'You did not ask for this booking?',
    notMe: 'Cancel: this was not me',
    keep: 'Keep this mail private: anyone with its link can change your booking.',
  },
  {
    change: 'Termin verschieben oder absagen',
    notAsked: 'Sie haben nicht um diesen Termin gebeten?',
    notMe: 'Absagen: Das war ich nicht',
    keep: 'Behalten Sie diese E-Mail für sich: Wer ihren Link hat, kann Ihren Termin ändern.',
  },
);
