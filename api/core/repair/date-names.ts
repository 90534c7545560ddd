type Shape = object;
type Fields = Readonly<Record<string, unknown>>;

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]+/g, '');

const BEGINS = new Set([
  'from',
  'fromdate',
  'start',
  'startdate',
  'startday',
  'begin',
  'begindate',
  'since',
  'firstdate',
  'firstday',
]);
const ENDS = new Set(['to', 'todate', 'end', 'enddate', 'endday', 'until', 'till', 'lastdate', 'lastday']);
const DAYS = new Set(['date', 'day', 'ondate']);
const STARTS = new Set(['time', 'when', 'datetime', 'slot', 'newtime', 'newstart', 'newstartat', ...DAYS]);

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const CLOCK = /^\d{1,2}:\d{2}$/;

const is = (pattern: RegExp, value: unknown): value is string => typeof value === 'string' && pattern.test(value);
const has = (shape: Shape, ...names: string[]): boolean => names.every((name) => Object.hasOwn(shape, name));
/** The start of a slot alone, not that of a period. */
const takesStart = (shape: Shape): boolean => has(shape, 'startAt') && !has(shape, 'endAt');

/** The field of whole days that begins or ends a period, or that is one day. */
function fieldOfDays(shape: Shape, letters: string): string | undefined {
  const first = ['fromDate', 'date'].find((name) => has(shape, name, 'toDate'));
  if (ENDS.has(letters)) return first && 'toDate';
  if (BEGINS.has(letters)) return first;
  if (!DAYS.has(letters)) return undefined;
  if (has(shape, 'when')) return 'when';
  // Time off of one day: toDate is then the same.
  return has(shape, 'fromDate', 'startAt') ? 'fromDate' : undefined;
}

/**
 * The field that an unknown name means with this value, if it can mean one only (decision 0279): `from` with a date is fromDate, or the date
 * of a range, `date` the day that `when` reads, `time` with a whole time the start of a slot.
 */
export function dateAliasResolver(shape: Shape): (given: string, value: unknown, fields: Fields) => string | undefined {
  return (given, value, fields) => {
    const [isDay, isTime] = [is(DATE, value), is(TIME, value)];
    if (!isDay && !isTime) return undefined;
    const letters = lettersOf(given.slice(0, 64));
    const ofStart = takesStart(shape) && STARTS.has(letters) ? 'startAt' : undefined;
    const meant = isDay ? fieldOfDays(shape, letters) : ofStart;
    return meant !== undefined && !Object.hasOwn(fields, meant) ? meant : undefined;
  };
}

const dayAfter = (date: string): string => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);

/** Midnights, as the tool takes times. */
function asTime(shape: Shape, date: string): string {
  const inUtc = `${date}T00:00:00Z`;
  return has(shape, 'timeZone') ? `${date}T00:00 with timeZone, or ${inUtc}` : inUtc;
}

/**
 * Returns the hint for a date or for words under a name that only other tools know: those with whole days, with times or with words. The
 * caller must state the zone of a midnight. undefined: no hint for this name.
 */
export function dateHint(shape: Shape, given: string, value: unknown): string | undefined {
  const letters = lettersOf(given.slice(0, 64));
  const isDay = letters === 'when' || DAYS.has(letters);
  if (takesStart(shape) && STARTS.has(letters)) return ofStart(value);
  if (has(shape, 'fromDate', 'toDate'))
    return isDay ? ofWords('fromDate and toDate, dates such as 2026-12-01') : ofDates(shape, letters, value);
  if (!has(shape, 'from', 'to')) return undefined;
  if (!isDay || has(shape, 'when')) return ofTimes(shape, letters, value);
  if (!is(DATE, value)) return ofWords('from and to, times such as 2026-12-01T00:00:00Z');
  return `is unknown here, send from ${asTime(shape, value)}, and to ${asTime(shape, dayAfter(value))}`;
}

const ofWords = (instead: string): string =>
  `is unknown here: words for a time are not read. Leave it out, or send ${instead}`;

/** A time where whole days are taken. */
function ofDates(shape: Shape, letters: string, value: unknown): string | undefined {
  if (!is(TIME, value) || has(shape, 'from') || has(shape, 'startAt')) return undefined;
  const field = BEGINS.has(letters) ? 'fromDate' : ENDS.has(letters) ? 'toDate' : undefined;
  return field && `is unknown here, send ${field}, which takes a date: ${value.slice(0, 10)}`;
}

/** A whole day where times are taken. */
function ofTimes(shape: Shape, letters: string, value: unknown): string | undefined {
  if (!is(DATE, value)) return undefined;
  if (BEGINS.has(letters)) return `is unknown here, send from, which takes a time: ${asTime(shape, value)}`;
  if (ENDS.has(letters))
    return `is unknown here, send to, the time at which the last day is over: ${asTime(shape, dayAfter(value))}`;
  return undefined;
}

function ofStart(value: unknown): string | undefined {
  const both = 'is unknown here, startAt takes the date and the time in one:';
  if (is(DATE, value)) return `${both} ${value}T… with timeZone`;
  return is(CLOCK, value) ? `${both} …T${value.padStart(5, '0')} with timeZone` : undefined;
}
