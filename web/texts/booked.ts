import { inLanguages } from './locale.ts';

/** The last step: it worked, and what comes next. */
export const bookedWords = inLanguages(
  {
    booked: {
      title: 'Booked',
      heading: 'You’re booked',
      lead: 'A confirmation with a calendar invite is on its way to {email}.',
      changes: 'To move or cancel, use the link in that mail.',
    },
    pending: {
      title: 'Request sent',
      heading: 'Sent. {host} decides',
      lead: 'The time is kept for you. A mail about your request is on its way to {email}; another follows once {host} approves or declines.',
      changes: 'To move the request or take it back, use the link in the first mail.',
    },
    canceled: {
      title: 'Canceled',
      heading: 'This meeting was canceled',
      lead: 'It had been booked with this code before. Pick a new time to meet.',
      changes: '',
    },
    more: 'More meetings with {host}',
    calendar: 'Add to your calendar',
    file: 'Calendar file (.ics)',
    google: 'Google Calendar',
    outlook: 'Outlook.com',
    office: 'Microsoft 365',
    eventTitle: (event: string, host: string) => `${event} with ${host}`,
    join: (link: string) => `Join: ${link}`,
    bookedBy: 'To move or cancel, use the link in the confirmation mail.',
    toMeeting: 'Back to your booking',
    noFile: 'No calendar file for this meeting',
    noFileHint: 'Only a meeting that stands has one. The newest mail about it says how it is.',
  },
  {
    booked: {
      title: 'Gebucht',
      heading: 'Ihr Termin ist gebucht',
      lead: 'Eine Bestätigung mit Kalendereinladung ist unterwegs an {email}.',
      changes: 'Zum Verschieben oder Absagen nehmen Sie den Link in dieser E-Mail.',
    },
    pending: {
      title: 'Anfrage abgeschickt',
      heading: 'Abgeschickt. {host} entscheidet',
      lead: 'Die Zeit ist für Sie freigehalten. Eine E-Mail zu Ihrer Anfrage ist unterwegs an {email}; eine weitere folgt, sobald {host} zusagt oder ablehnt.',
      changes: 'Zum Verschieben oder Zurückziehen nehmen Sie den Link in der ersten E-Mail.',
    },
    canceled: {
      title: 'Abgesagt',
      heading: 'Dieser Termin wurde abgesagt',
      lead: 'Er war mit diesem Code gebucht worden. Wählen Sie eine neue Zeit.',
      changes: '',
    },
    more: 'Weitere Termine mit {host}',
    calendar: 'In Ihren Kalender eintragen',
    file: 'Kalenderdatei (.ics)',
    google: 'Google Kalender',
    outlook: 'Outlook.com',
    office: 'Microsoft 365',
    eventTitle: (event: string, host: string) => `${event} mit ${host}`,
    join: (link: string) => `Teilnehmen: ${link}`,
    bookedBy: 'Zum Verschieben oder Absagen nehmen Sie den Link in der Bestätigung.',
    toMeeting: 'Zurück zu Ihrer Buchung',
    noFile: 'Für diesen Termin gibt es keine Kalenderdatei',
    noFileHint: 'Nur ein Termin, der gilt, hat eine. Wie es um ihn steht, sagt die neueste E-Mail dazu.',
  },
);
