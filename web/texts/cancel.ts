import { inLanguages } from '../../domain/languages.ts';

/** Ending a meeting: by canceling it, or because the guest never asked for it. */
export const cancelWords = inLanguages(
  {
    title: (event: string) => `Cancel ${event}`,
    heading: 'Cancel this meeting?',
    back: 'The meeting',
    reason: 'Reason',
    reasonHint: (host: string) => `${host} reads this.`,
    submit: 'Cancel the meeting',
    keep: 'Keep it',
    notMeTitle: 'This wasn’t me',
    notMeHeading: 'You did not ask for this meeting?',
    notMeLead: (host: string) =>
      `{agent} booked it in your name. Tell us that it wasn’t you: the meeting is canceled, and ${host} learns why.`,
    notMeSubmit: 'This wasn’t me: cancel it',
    notMeKeep: 'It was me: keep it',
  },
  {
    title: (event: string) => `${event} absagen`,
    heading: 'Diesen Termin absagen?',
    back: 'Zum Termin',
    reason: 'Grund',
    reasonHint: (host: string) => `${host} liest das.`,
    submit: 'Termin absagen',
    keep: 'Termin behalten',
    notMeTitle: 'Das war ich nicht',
    notMeHeading: 'Sie haben nicht um diesen Termin gebeten?',
    notMeLead: (host: string) =>
      `{agent} hat ihn in Ihrem Namen gebucht. Sagen Sie uns, dass Sie es nicht waren: Der Termin wird abgesagt, und ${host} erfährt den Grund.`,
    notMeSubmit: 'Das war ich nicht: absagen',
    notMeKeep: 'Das war ich: behalten',
  },
);
