import { inLanguages } from '../../../domain/languages.ts';

/** The links in a guest’s mail about a meeting. */
export const guestLinkTexts = inLanguages(
  {
    guestsWait:
      'The other guests have no mail about this yet: so many people were invited today that we wait for your word. Open the link below and press “Mail the other guests”.',
    change: 'Reschedule or cancel',
    notAsked: 'You did not ask for this booking?',
    notMe: 'Cancel: this was not me',
    keep: 'Keep this mail private: anyone with its link can change your booking.',
  },
  {
    guestsWait:
      'Die weiteren Gäste haben dazu noch keine E-Mail bekommen: Heute wurden so viele Personen eingeladen, dass wir auf Ihre Zustimmung warten. Öffnen Sie den Link unten und klicken Sie dort auf „Den weiteren Gästen schreiben“.',
    change: 'Termin verschieben oder absagen',
    notAsked: 'Sie haben nicht um diesen Termin gebeten?',
    notMe: 'Absagen: Das war ich nicht',
    keep: 'Behalten Sie diese E-Mail für sich: Wer ihren Link hat, kann Ihren Termin ändern.',
  },
);
