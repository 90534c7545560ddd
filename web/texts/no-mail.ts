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

/** Refusing the reminders of a workspace. */
export const noRemindersWords = inLanguages(
  (workspace: string) => ({
    title: 'No more reminders',
    heading: `Get no more reminders of ${workspace}?`,
    lead: `Then ${workspace} sends no reminders of meetings to this address. Confirmations, and mails about changes, still come.`,
    submit: 'No more reminders',
    refused: `No more reminders of ${workspace}`,
    refusedLead: 'We send none to this address. Confirmations, and mails about changes, still come.',
    allow: 'Get reminders again',
    allowed: 'Reminders come again',
    allowedLead: `This address gets the reminders of ${workspace} again.`,
  }),
  (workspace: string) => ({
    title: 'Keine Erinnerungen mehr',
    heading: `Keine Erinnerungen von ${workspace} mehr bekommen?`,
    lead: `Dann schickt ${workspace} keine Erinnerungen an Termine mehr an diese Adresse. Bestätigungen und E-Mails zu Änderungen bekommen Sie weiterhin.`,
    submit: 'Keine Erinnerungen mehr',
    refused: `Keine Erinnerungen von ${workspace} mehr`,
    refusedLead:
      'Wir schicken keine mehr an diese Adresse. Bestätigungen und E-Mails zu Änderungen bekommen Sie weiterhin.',
    allow: 'Wieder Erinnerungen bekommen',
    allowed: 'Erinnerungen kommen wieder',
    allowedLead: `Diese Adresse bekommt die Erinnerungen von ${workspace} wieder.`,
  }),
);
