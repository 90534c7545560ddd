import { casual, type ParsedResult } from 'chrono-node/en';
import { DAY_MS, dayOf, weekdayOf } from '../../domain/time/civil.ts';
import type { DateReader, FoundDates } from '../../domain/time/words/days.ts';

type Parts = ParsedResult['start'];

/** Dates by chrono-node (docs/decisions/api.md#times-and-zones). It takes what it knows out of any text, so a result counts only if it is the whole text. */
export const readDates: DateReader = (text, today) => {
  const noon = { instant: new Date(today * DAY_MS + DAY_MS / 2), timezone: 0 };
  const [found, second] = casual.parse(text, noon, { forwardDate: true });
  return !found || second || found.text !== text ? undefined : datesOf(found);
};

function datesOf({ start, end }: ParsedResult): FoundDates | undefined {
  if (![start, ...(end ? [end] : [])].every(isDay)) return undefined;
  const [first, last] = [dayIn(start), dayIn(end ?? start)];
  const isFalse = start.isCertain('weekday') && start.get('weekday') !== weekdayOf(first);
  return last < first || isFalse ? undefined : { first, last, isWeekday: !start.isCertain('day') };
}

const isDay = (parts: Parts): boolean =>
  (parts.isCertain('day') || parts.isCertain('weekday')) &&
  !parts.isCertain('hour') &&
  !parts.isCertain('timezoneOffset');

const dayIn = (parts: Parts): number => dayOf(parts.get('year') ?? 0, parts.get('month') ?? 1, parts.get('day') ?? 1);
