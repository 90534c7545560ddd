import { localParts } from '../../../../domain/time/local.ts';
import type { Locale } from '../../../parts/locale.ts';
import { dayWords, meetingTime } from '../../../parts/meeting-time.ts';

interface Period {
  readonly startAt: string;
  readonly endAt: string;
  readonly local: { readonly timezone: string };
}

/** Time off by the reader's calendar: whole days as days, anything else with its times and zone. */
export function awayWords({ startAt, endAt, local: { timezone } }: Period, locale: Locale): string {
  const [startMs, endMs] = [Date.parse(startAt), Date.parse(endAt)];
  const start = localParts(startMs, timezone);
  const isWhole = start.minuteOfDay === 0 && localParts(endMs, timezone).minuteOfDay === 0;
  if (!isWhole) {
    const { day, range, zone } = meetingTime(startMs, endMs, timezone, locale);
    return `${day}, ${range} (${zone})`;
  }
  const lastDate = localParts(endMs - 1, timezone).dateLocal;
  const first = dayWords(start.dateLocal, locale, 'short');
  return lastDate === start.dateLocal ? first : `${first} – ${dayWords(lastDate, locale, 'short')}`;
}
