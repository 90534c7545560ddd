import { dateOf, dayOf, isoWeekStart, weekdayOf } from '../civil.ts';
import {
  COUNT,
  countOf,
  type Days,
  type DayWords,
  DEFAULT_DAYS,
  one,
  startOfMonth,
  WEEKDAY,
  weekdayNumber,
} from './day-words.ts';

type ReadRest = (words: string) => DayWords;

const EDGE = '(early|beginning|start|mid|middle|late|end)';
const EDGE_OF = new RegExp(`^(?:the )?${EDGE}(?: (?:of|in))?(?: the)? (.+)$`);
/** A week or a month, by its name. */
const PERIOD =
  /^(?=.*\b(?:week|month|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))(?!.*weekend)[a-z ]+(?: \d{4})?$/;
const WITHIN = new RegExp(
  `^(?:within|in|over|during)?(?: ?the)? ?(next|coming|following)? ?${COUNT} (day|week|month)s?$`,
);
const AGO = new RegExp(`^${COUNT} (day|week|month)s? ago$`);
const LAST_WEEKDAY = new RegExp(`^(?:last|past) (${WEEKDAY})$`);
const BY = /^(by|until|till|before) (?:the )?(.+)$/;
const SINCE = /^(from|starting(?: from| on)?|after) (?:the )?(.+?)(?: on| onwards?)?$/;
const RANGE = / (?:to|until|till|through|-|–) /;
const DAYS_OF_MONTH = { early: [1, 10], mid: [11, 20], late: [21, 31] } as const;

/**
 * Parts of weeks and months, spans that begin or end with a day, and what has passed: "end of next week", "within 3 days", "by friday",
 * "from monday", "yesterday". undefined: the words are none of these.
 * @param readRest reads the days in it
 */
export function readSpan(text: string, today: number, readRest: ReadRest): DayWords | undefined {
  return (
    readPast(text, today) ?? readWithin(text, today) ?? readEdge(text, readRest) ?? readBound(text, today, readRest)
  );
}

/** What has passed is read all the same, so that the refusal can say so. */
function readPast(text: string, today: number): DayWords | undefined {
  const ago = AGO.exec(text);
  if (ago) return one(back(today, countOf(ago[1] ?? ''), ago[2] ?? ''));
  const weekday = LAST_WEEKDAY.exec(text);
  if (weekday) return one(today - ((weekdayOf(today) - weekdayNumber(weekday[1] ?? '') + 6) % 7) - 1);
  switch (text) {
    case 'yesterday':
      return one(today - 1);
    case 'day before yesterday':
      return one(today - 2);
    case 'last week':
      return one(isoWeekStart(today) - 7, isoWeekStart(today) - 1);
    case 'last month':
      return one(startOfMonth(today, -1), startOfMonth(today, 0) - 1);
    default:
      return undefined;
  }
}

function back(today: number, count: number, unit: string): number {
  if (unit !== 'month') return today - count * (unit === 'week' ? 7 : 1);
  return startOfMonth(today, -count) + dateOf(today).day - 1;
}

/** "within 3 days", "the next two weeks": from today. "in 3 days" is a day, "in two weeks" a week. */
function readWithin(text: string, today: number): DayWords | undefined {
  const [, word, count = '', unit = ''] = WITHIN.exec(text) ?? [];
  if (word === undefined && !/^(?:within|over) /.test(text)) return undefined;
  if (count === '') return undefined;
  if (unit === 'month') return one(today, startOfMonth(today, countOf(count)) + dateOf(today).day - 1);
  return one(today, today + countOf(count) * (unit === 'week' ? 7 : 1));
}

/** Early in a week is Monday and Tuesday, the middle Tuesday to Thursday, late Thursday and Friday; of a month its days 1 to 10, 11 to 20 and the others. */
function readEdge(text: string, readRest: ReadRest): DayWords | undefined {
  const [, word = '', period = ''] = EDGE_OF.exec(text) ?? [];
  if (!PERIOD.test(period)) return undefined;
  const edge = /^(?:early|beg|start)/.test(word) ? 'early' : /^mid/.test(word) ? 'mid' : 'late';
  const whole = readRest(/^(?:week|month)$/.test(period) ? `this ${period}` : period);
  if ('notUnderstood' in whole) return whole;
  const options = whole.options.map(({ first, last }) => edgeOf(first, last, edge));
  return options.every((days) => days !== undefined) ? { options } : { notUnderstood: text };
}

/** undefined: the days are neither a week nor a month, of each of which a part may have passed. */
function edgeOf(first: number, last: number, edge: 'early' | 'mid' | 'late'): Days | undefined {
  const monday = isoWeekStart(last);
  if (last - monday === 6 && first >= monday) {
    const [start, end] = { early: [0, 1], mid: [1, 3], late: [3, 4] }[edge] as [number, number];
    return from(first, { first: monday + start, last: monday + end });
  }
  const { year, month, day } = dateOf(last);
  if (last !== startOfMonth(last, 1) - 1 || first < startOfMonth(last, 0)) return undefined;
  const [start, end] = DAYS_OF_MONTH[edge];
  return from(first, { first: dayOf(year, month, start), last: dayOf(year, month, Math.min(end, day)) });
}

/** Without what has passed, unless all has. */
const from = (earliest: number, { first, last }: Days): Days => ({
  first: last < earliest ? first : Math.max(first, earliest),
  last,
});

/** "by friday" is from today to then; "from monday" two weeks from then. */
function readBound(text: string, today: number, readRest: ReadRest): DayWords | undefined {
  const by = BY.exec(text);
  const since = by || RANGE.test(text) ? null : SINCE.exec(text);
  const [, word = '', rest = ''] = by ?? since ?? [];
  if (word === '') return undefined;
  const days = readRest(rest);
  if ('notUnderstood' in days) return days;
  const bounded = ({ first, last }: Days): Days => {
    if (by) return untilDay(word === 'before' ? first - 1 : last, today);
    const begin = word === 'after' ? last + 1 : first;
    return { first: begin, last: begin + DEFAULT_DAYS - 1 };
  };
  return { options: days.options.map(bounded) };
}

const untilDay = (last: number, today: number): Days => ({ first: Math.min(today, last), last });
