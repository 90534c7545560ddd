import { inLanguages } from '../../domain/languages.ts';

/** Refusing further mails. */
export const noMailWords = inLanguages(
  {
    title: 'No more mails',
    heading: 'Get no more mails from people you do not know?',
    lead: 'Then we send no codes and no invitations to this address. Mails about meetings that you booked yourself still come.',
    submit: 'No more mails',
    refused: 'No more mails from people you do not know',
    refusedLead:
      'We send no codes and no invitations to this address. Mails about meetings that you booked yourself still come. To book with this address again, allow mails first.',
    allow: 'Allow mails again',
    allowed: 'Mails are allowed again',
    allowedLead: 'Codes and invitations reach this address again.',
  },
  {
    title: 'Keine E-Mails mehr',
    heading: 'Keine E-Mails mehr von Unbekannten bekommen?',
    lead: 'Dann schicken wir keine Codes und keine Einladungen mehr an diese Adresse. Zu Terminen, die Sie selbst gebucht haben, bekommen Sie weiterhin E-Mails.',
    submit: 'Keine E-Mails mehr',
    refused: 'Keine E-Mails mehr von Unbekannten',
    refusedLead:
      'Wir schicken keine Codes und keine Einladungen mehr an diese Adresse. Zu Terminen, die Sie selbst gebucht haben, bekommen Sie weiterhin E-Mails. Um mit dieser Adresse wieder zu buchen, erlauben Sie zuerst E-Mails.',
    allow: 'E-Mails wieder erlauben',
    allowed: 'E-Mails sind wieder erlaubt',
    allowedLead: 'Codes und Einladungen erreichen diese Adresse wieder.',
  },
);
