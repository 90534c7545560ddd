import fc from 'fast-check';
import ICAL from 'ical.js';
import { tzlib_get_ical_block } from 'timezones-ical-library';

/** An event as a person makes it, in no provider's words. */
export interface MadeEvent {
  readonly id: string;
  /** Days after the first, and the wall clock: `null` for whole days. */
  readonly day: number;
  readonly clock: { readonly hour: number; readonly zone: string } | null;
  /** Minutes, or days of a whole day's event. */
  readonly length: number;
  /** RFC 5545, without `RRULE:`; null: a single event. */
  readonly rule: string | null;
  readonly isFree: boolean;
  /** null: their own event. */
  readonly answer: 'accepted' | 'declined' | 'tentative' | 'needsAction' | null;
  /** By the number of the instance. */
  readonly exceptions: readonly { readonly nth: number; readonly kind: 'moved' | 'canceled' | 'declined' | 'free' }[];
}

export const CALENDAR_ZONE = 'Europe/Berlin';
const ZONES = [CALENDAR_ZONE, 'America/New_York', 'Asia/Kolkata', 'UTC'];
const day = (date: Date): number => date.getUTCDay();
/** Each begins on a day that it names: calendars differ in what they make of others. */
const RULES: readonly (readonly [string, (date: Date) => boolean])[] = [
  ['FREQ=DAILY;COUNT=6', () => true],
  ['FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=20', (date) => day(date) === 1],
  ['FREQ=WEEKLY;INTERVAL=2', () => true],
  ['FREQ=MONTHLY;BYMONTHDAY=15', (date) => date.getUTCDate() === 15],
  ['FREQ=MONTHLY;BYDAY=2TU;COUNT=9', (date) => day(date) === 2 && Math.ceil(date.getUTCDate() / 7) === 2],
  ['FREQ=YEARLY', (date) => date.getUTCDate() < 29],
  ['FREQ=DAILY;INTERVAL=3;UNTIL=20280601', () => true],
];

const DAY_MS = 86_400_000;

const exception = fc.record({
  nth: fc.integer({ min: 0, max: 4 }),
  kind: fc.constantFrom('moved' as const, 'canceled' as const, 'declined' as const, 'free' as const),
});

/** @param first the day of `day: 0`, as `2026-11-23` */
export const madeEvents = (first: string, count: number): fc.Arbitrary<MadeEvent[]> =>
  fc
    .array(
      fc.record({
        day: fc.integer({ min: 0, max: 390 }),
        clock: fc.option(fc.record({ hour: fc.integer({ min: 5, max: 21 }), zone: fc.constantFrom(...ZONES) }), {
          freq: 4,
        }),
        length: fc.integer({ min: 1, max: 3 }),
        rule: fc.option(fc.constantFrom(...RULES), { freq: 2 }),
        isFree: fc.integer({ min: 0, max: 5 }).map((value) => value === 0),
        answer: fc.constantFrom(
          null,
          null,
          'accepted' as const,
          'declined' as const,
          'tentative' as const,
          'needsAction' as const,
        ),
        exceptions: fc.uniqueArray(exception, { maxLength: 2, selector: ({ nth }) => nth }),
      }),
      { minLength: 1, maxLength: count },
    )
    .map((events) => events.map((event, at) => madeOf(event, at, first)));

type Drawn = Omit<MadeEvent, 'id' | 'rule'> & { readonly rule: (typeof RULES)[number] | null };

function madeOf({ rule, ...event }: Drawn, at: number, first: string): MadeEvent {
  let { day: began } = event;
  while (rule && !rule[1](new Date(Date.parse(`${first}T00:00:00Z`) + began * DAY_MS))) began += 1;
  const length = event.clock ? event.length * 30 : event.length;
  const timed = rule?.[0].replace(/UNTIL=(\d+)/, event.clock ? 'UNTIL=$1T000000Z' : 'UNTIL=$1') ?? null;
  return { ...event, day: began, length, rule: timed, id: `event${at}` };
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** The local start as iCalendar writes it. */
export function startOf({ day: began, clock }: Pick<MadeEvent, 'day' | 'clock'>, firstDay: string): string {
  const date = new Date(Date.parse(`${firstDay}T00:00:00Z`) + began * DAY_MS).toISOString().slice(0, 10);
  return clock ? `${date}T${pad(clock.hour)}:00:00` : date;
}

const basic = (text: string): string => text.replaceAll(/[-:]/g, '');
const blocks = new Map<string, string>();
const zoneBlock = (zone: string): string => {
  const known = blocks.get(zone) ?? (zone === 'UTC' ? '' : String(tzlib_get_ical_block(zone)[0]));
  blocks.set(zone, known);
  return known;
};

/** An instance of an event. `key` is its first start in UTC, as Google's ids of instances have it. */
export interface Instance {
  readonly key: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** The instances of an event that begin before a time, by ical.js: nothing of our own takes part. Exceptions are not applied. */
export function instancesByIcal(event: MadeEvent, firstDay: string, beforeMs: number): Instance[] {
  const zone = event.clock?.zone ?? CALENDAR_ZONE;
  const start = basic(startOf(event, firstDay));
  const when = event.clock ? (zone === 'UTC' ? `:${start}Z` : `;TZID=${zone}:${start}`) : `;VALUE=DATE:${start}`;
  const length = event.clock ? `PT${event.length}M` : `P${event.length}D`;
  const text = [
    ...[
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      ...[...new Set([zone, CALENDAR_ZONE])].flatMap((one) => zoneBlock(one) || []),
    ],
    ...['BEGIN:VEVENT', `UID:${event.id}`, `DTSTART${when}`, `DURATION:${length}`],
    ...(event.rule === null ? [] : [`RRULE:${event.rule}`]),
    ...['END:VEVENT', 'END:VCALENDAR'],
  ].join('\r\n');
  const calendar = new ICAL.Component(ICAL.parse(text));
  const berlin = new ICAL.Timezone(
    calendar
      .getAllSubcomponents('vtimezone')
      .find((one) => one.getFirstPropertyValue('tzid') === CALENDAR_ZONE) as ICAL.Component,
  );
  const one = new ICAL.Event(calendar.getFirstSubcomponent('vevent') as ICAL.Component);
  const found: Instance[] = [];
  const iterator = one.iterator();
  for (let next = iterator.next(); next; next = iterator.next()) {
    const { startDate, endDate } = one.getOccurrenceDetails(next);
    const ms = (time: ICAL.Time): number =>
      (time.isDate
        ? ICAL.Time.fromData(
            { year: time.year, month: time.month, day: time.day, hour: 0, minute: 0, second: 0 },
            berlin,
          )
        : time
      ).toUnixTime() * 1_000;
    const startMs = ms(startDate);
    if (startMs >= beforeMs) break;
    const key = startDate.isDate
      ? basic(startDate.toString())
      : `${basic(new Date(startMs).toISOString().slice(0, 19))}Z`;
    found.push({ key, startMs, endMs: ms(endDate) });
  }
  return found;
}

/** The changes that an exception of kind `moved` makes to an instance. */
export const MOVED_BY_MS = 3 * 3_600_000;

/** Times that block by the default settings, joined: the rule in its plainest form. */
export function busyByIcal(
  events: readonly MadeEvent[],
  firstDay: string,
  window: { readonly startMs: number; readonly endMs: number },
): { startMs: number; endMs: number }[] {
  const times = events.flatMap((event) => {
    if (event.isFree || event.answer === 'declined') return [];
    const all = instancesByIcal(event, firstDay, window.endMs);
    if (event.rule === null) return all;
    return all.flatMap(({ startMs, endMs }, nth) => {
      const kind = exceptionOf(event, nth);
      if (kind === 'moved') return [{ startMs: startMs + MOVED_BY_MS, endMs: endMs + MOVED_BY_MS }];
      return kind === undefined ? [{ startMs, endMs }] : [];
    });
  });
  return joined(times.filter(({ startMs, endMs }) => startMs < window.endMs && endMs > window.startMs));
}

/** Whole days have no moved instances here: their exceptions of that kind do nothing. */
export const exceptionOf = (event: MadeEvent, nth: number) =>
  event.exceptions.find((one) => one.nth === nth && !(one.kind === 'moved' && event.clock === null))?.kind;

export function joined(times: readonly { startMs: number; endMs: number }[]): { startMs: number; endMs: number }[] {
  const found: { startMs: number; endMs: number }[] = [];
  for (const { startMs, endMs } of [...times].sort((a, b) => a.startMs - b.startMs)) {
    const last = found.at(-1);
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else found.push({ startMs, endMs });
  }
  return found;
}
