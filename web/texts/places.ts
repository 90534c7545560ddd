import { inLanguages } from '../../domain/languages.ts';

/** Durations, and join details that are still missing; `coming`: the host's calendar makes the link, `failed`: it did not. */
export const placeTexts = inLanguages(
  {
    missing: {
      link: 'your host sends you the link',
      call: 'your host tells you who calls',
      coming: 'the link comes by mail',
      failed: 'your host sends you the link',
    },
    minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
    hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
    hoursAndMinutes: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
  },
  {
    missing: {
      link: 'den Link erhalten Sie gesondert',
      call: 'wer anruft, erfahren Sie gesondert',
      coming: 'der Link kommt per E-Mail',
      failed: 'den Link erhalten Sie gesondert',
    },
    minutes: (count: number) => (count === 1 ? '1 Minute' : `${count} Minuten`),
    hours: (count: number) => (count === 1 ? '1 Stunde' : `${count} Stunden`),
    hoursAndMinutes: (hours: number, minutes: number) => `${hours} Std. ${minutes} Min.`,
  },
);
