import { type ClockWords, readClock } from './clock.ts';

/** One of the times between which the word "or" stands. */
export interface Alternative extends ClockWords {
  /** Only these days of the week: 0 is Sunday, as in `weekdayOf`. */
  readonly on: readonly number[] | undefined;
}

/** More than people say in one sentence. */
const MOST = 4;
const EACH: Readonly<Record<string, readonly number[]>> = {
  weekday: [1, 2, 3, 4, 5],
  weekends: [6, 0],
  sundays: [0],
  mondays: [1],
  tuesdays: [2],
  wednesdays: [3],
  thursdays: [4],
  fridays: [5],
  saturdays: [6],
};
const EACH_WORD =
  /\b(?:on )?(weekday|(?:work|working|business) ?day|weekends|(?:sun|mon|tues|wednes|thurs|fri|satur)days)s?\b/;
const BOUND = /^(?:by|until|till|before|after|from|starting) (?!.* (?:to|until|till|through|-|–) )/;

/**
 * The times that "or" separates, each with its days and its time of day: "monday or tuesday at 2", "tomorrow at 2 or 4". One without a time
 * of day has that of the next one, or of the first if it begins with it ("mornings on monday or friday"); one without days has those of its neighbour.
 * @param text tidied
 */
export function alternativesIn(text: string): readonly Alternative[] | { readonly notUnderstood: string } {
  const parts = text === '' ? [''] : ` ${text} `.split(' or ').map((part) => part.trim());
  if (parts.length > MOST || (parts.length > 1 && parts.includes(''))) return { notUnderstood: 'or' };
  const read = parts.map(readOne);
  const problem = read.find((one) => one.problem !== undefined)?.problem;
  if (problem !== undefined) return { notUnderstood: problem };
  const clocked = read.map((one, place) => withClock(one, read, place));
  return clocked.map((one, place) => withDays(one, clocked, place));
}

function readOne(text: string): Alternative {
  const [said, word = ''] = EACH_WORD.exec(text) ?? [];
  const on = EACH[/day$/.test(word) ? 'weekday' : word];
  const rest = said === undefined ? text : text.replace(said, ' ').replaceAll(/ +/g, ' ').trim();
  const clock = readClock(rest);
  // "Before friday 3pm" is neither each day nor all of them.
  const isBound = clock.isSaid && !clock.leads && BOUND.test(clock.rest);
  return { ...clock, on, ...(isBound && { problem: rest }) };
}

function withClock(one: Alternative, all: readonly Alternative[], place: number): Alternative {
  if (one.isSaid) return one;
  const next = all.slice(place + 1).find(({ isSaid }) => isSaid);
  const source = next ?? (all[0]?.leads ? all[0] : undefined);
  return source === undefined ? one : { ...one, part: source.part };
}

const hasDays = ({ rest, on }: Alternative): boolean => rest !== '' || on !== undefined;

function withDays(one: Alternative, all: readonly Alternative[], place: number): Alternative {
  if (hasDays(one)) return one;
  const source = all.slice(0, place).findLast(hasDays) ?? all.slice(place + 1).find(hasDays);
  return source === undefined ? one : { ...one, rest: source.rest, on: source.on };
}
