import { inLanguages } from '../../../domain/languages.ts';

/** How days and clock times are joined. */
export const timeTexts = inLanguages(
  {
    clock: (clock: string) => clock,
    hours: (from: string, to: string) => `${from} to ${to}`,
    overnight: (day: string, from: string, nextDay: string) => `${day}, ${from} to ${nextDay},`,
    short: (day: string, clock: string, offset: string) => `${day}, ${clock} ${offset}`,
    offsets: (from: string, to: string) => `${from}, then ${to}`,
  },
  {
    clock: (clock: string) => `${clock} Uhr`,
    hours: (from: string, to: string) => `${from} bis ${to} Uhr`,
    overnight: (day: string, from: string, nextDay: string) => `${day}, ${from} Uhr bis ${nextDay},`,
    short: (day: string, clock: string, offset: string) => `${day}, ${clock} Uhr (${offset})`,
    offsets: (from: string, to: string) => `${from}, dann ${to}`,
  },
);
