import { type Locale, useLocale } from '../../../parts/locale.ts';
import { clockWords } from '../../../parts/meeting-time.ts';
import { DAY_MINUTES, timeOf } from './grid-times.ts';

/** Minutes from midnight by the reader's clock, as the fields below the grid show them: 570 is "09:30" or "9:30 AM". */
export function clockOfDay(minutes: number, locale: Locale): string {
  const words = clockWords(timeOf(minutes % DAY_MINUTES), locale);
  // Clocks with AM and PM have no 24:00.
  return minutes === DAY_MINUTES && words === timeOf(0) ? timeOf(DAY_MINUTES) : words;
}

export function useClock(): (minutes: number) => string {
  const locale = useLocale();
  return (minutes) => clockOfDay(minutes, locale);
}
