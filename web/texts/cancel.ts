import { inLanguages } from '../../domain/languages.ts';

/** Canceling a meeting, also one that the guest did not request. */
export const cancelWords = inLanguages(
  {
    ofMeeting: {
      title: (event: string) => `Cancel ${event}`,
      heading: 'Cancel this meeting?',
      submit: 'Cancel the meeting',
      keep: 'Keep it',
    },
    /** while the host has not answered: no meeting yet */
    ofRequest: {
      title: (event: string) => `Withdraw the request for ${event}`,
      heading: 'Withdraw this request?',
      submit: 'Withdraw the request',
      keep: 'Keep it',
    },
    back: 'The meeting',
    reason: 'Reason',
    reasonHint: (host: string) => `The reason goes to ${host}.`,
    notMeTitle: 'This wasn’t me',
    notMeHeading: 'You did not ask for this meeting?',
    notMeLead: (host: string) =>
      `{agent} booked it in your name. Tell us that it wasn’t you: it is canceled, and the reason goes to ${host}.`,
    notMeSubmit: 'This wasn’t me: cancel it',
    notMeKeep: 'It was me: keep it',
  },
  {
    ofMeeting: {
      title: (event: string) => `${event} absagen`,
      heading: 'Diesen Termin absagen?',
      submit: 'Termin absagen',
      keep: 'Termin behalten',
    },
    ofRequest: {
      title: (event: string) => `Anfrage zurückziehen: ${event}`,
      heading: 'Diese Anfrage zurückziehen?',
      submit: 'Anfrage zurückziehen',
      keep: 'Anfrage behalten',
    },
    back: 'Zum Termin',
    reason: 'Grund',
    reasonHint: (host: string) => `Der Grund geht an ${host}.`,
    notMeTitle: 'Das war ich nicht',
    notMeHeading: 'Sie haben nicht um diesen Termin gebeten?',
    notMeLead: (host: string) =>
      `{agent} hat ihn in Ihrem Namen gebucht. Sagen Sie uns, dass Sie es nicht waren: Der Termin wird abgesagt, und der Grund geht an ${host}.`,
    notMeSubmit: 'Das war ich nicht: absagen',
    notMeKeep: 'Das war ich: behalten',
  },
);
