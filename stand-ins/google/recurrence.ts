import { RRuleTemporal } from 'rrule-temporal';
import { DAY_MS } from '../../domain/time/civil.ts';
import { zoneOf } from '../../domain/time/zone.ts';
import { dateMs, dateOf, type Event, instantOf, isAllDay, msOf, rfc3339, stampOf, type Times } from './times.ts';

/**
 * The times of a series, on the wall clock of its zone: milliseconds of a clock that shows UTC. The library never sees a zone, so a
 * meeting at 9:00 stays at 9:00 over clock changes.
 */
interface Rule {
  readonly timezone: string;
  readonly firstMs: number;
  readonly lengthMs: number;
  readonly rules: readonly RRuleTemporal[];
  readonly added: readonly number[];
  readonly removed: ReadonlySet<number>;
  /** The last reading: pages of one window ask for the same again. */
  latest: { readonly window: Times; readonly events: Event[] } | null;
}

/** Events are never changed in place, so a rule is read once. */
const known = new WeakMap<Event, Rule>();

/** @throws Error a recurrence that the library does not take */
function ruleOf(master: Event, calendarZone: string): Rule {
  const found = known.get(master);
  if (found) return found;
  const allDay = isAllDay(master);
  const timezone = allDay ? calendarZone : (master.start?.timeZone ?? calendarZone);
  const local = (ms: number): number => zoneOf(timezone).localOf(ms);
  const at = (time: Event['start']): number => (time?.date ? dateMs(time.date) : local(msOf(time, timezone)));
  const firstMs = at(master.start);
  const lines = (master.recurrence ?? []).map((line) => line.trim());
  const listed = (word: string): number[] =>
    lines
      .filter((line) => line.startsWith(word))
      .flatMap((line) => line.slice(line.indexOf(':') + 1).split(','))
      .map((text) => localOfText(text, timezone));
  const start = stampOf(firstMs, false);
  const rule: Rule = {
    ...{ timezone, firstMs, lengthMs: at(master.end) - firstMs },
    rules: lines
      .filter((line) => line.startsWith('RRULE:'))
      .map((line) => new RRuleTemporal({ rruleString: `DTSTART:${start}\n${withLocalUntil(line, timezone, allDay)}` })),
    added: [firstMs, ...listed('RDATE')],
    removed: new Set(listed('EXDATE')),
    latest: null,
  };
  known.set(master, rule);
  return rule;
}

/** `20261123T090000Z`, `20261123T090000` or `20261123`, on the zone's wall clock. */
function localOfText(text: string, timezone: string): number {
  const [, year, month, day, time = '000000', isUtc] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})(Z)?)?$/.exec(text.trim()) ?? [];
  const ms = Date.parse(`${year}-${month}-${day}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`);
  if (Number.isNaN(ms)) throw new Error(`not a time of a recurrence: ${text}`);
  return isUtc ? zoneOf(timezone).localOf(ms) : ms;
}

/** UNTIL is an instant in UTC; the rule runs on the wall clock. */
const withLocalUntil = (line: string, timezone: string, allDay: boolean): string =>
  line.replace(/UNTIL=(\w+)/, (_, text: string) => {
    const ms = text.includes('T') && !allDay ? localOfText(text, timezone) : localOfText(text.slice(0, 8), timezone);
    return `UNTIL=${stampOf(text.includes('T') || allDay ? ms : ms + DAY_MS - 1_000, false)}`;
  });

/** Whether the recurrence can be read; a word on what is wrong otherwise. */
export function recurrenceProblem(event: Event, calendarZone: string): string | null {
  try {
    ruleOf(event, calendarZone);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'unreadable';
  }
}

/** A clock change moves an instant by less than this. */
const MARGIN_MS = 2 * DAY_MS;

/** The instances of a series that may touch a window, without its exceptions, by start. */
export function instancesOf(master: Event, calendarZone: string, window: Times): readonly Event[] {
  const rule = ruleOf(master, calendarZone);
  const { latest } = rule;
  if (latest?.window.startMs === window.startMs && latest.window.endMs === window.endMs) return latest.events;
  const [fromMs, untilMs] = [window.startMs - rule.lengthMs - MARGIN_MS, window.endMs + MARGIN_MS];
  const found = rule.rules.flatMap((one) =>
    one.between(new Date(fromMs), new Date(untilMs), true).map(({ epochMilliseconds }) => epochMilliseconds),
  );
  const starts = new Set([...found, ...rule.added.filter((ms) => ms >= fromMs && ms <= untilMs)]);
  const events = [...starts]
    .filter((ms) => !rule.removed.has(ms))
    .sort((a, b) => a - b)
    .map((ms) => instanceAt(master, rule, calendarZone, ms));
  rule.latest = { window, events };
  return events;
}

/** Whether any instance touches a window, which may have no end. */
export function mayTouch(master: Event, calendarZone: string, window: Times): boolean {
  const { rules, added, lengthMs } = ruleOf(master, calendarZone);
  const [fromMs, untilMs] = [window.startMs - lengthMs - MARGIN_MS, window.endMs + MARGIN_MS];
  const isIn = (ms: number | undefined): boolean => ms !== undefined && ms >= fromMs && ms <= untilMs;
  return added.some(isIn) || rules.some((rule) => isIn(rule.next(new Date(fromMs), true)?.epochMilliseconds));
}

function instanceAt(master: Event, rule: Rule, calendarZone: string, localMs: number): Event {
  const { recurrence: _, ...shown } = master;
  const endLocalMs = localMs + rule.lengthMs;
  if (isAllDay(master)) {
    const start = { date: dateOf(localMs) };
    const id = `${master.id}_${stampOf(localMs, true)}`;
    return {
      ...shown,
      id,
      recurringEventId: master.id ?? null,
      originalStartTime: start,
      start,
      end: { date: dateOf(endLocalMs) },
    };
  }
  const { timezone } = rule;
  const startMs = instantOf(timezone, localMs);
  const endMs = instantOf(timezone, endLocalMs);
  const at = (ms: number) => ({ dateTime: rfc3339(ms, calendarZone), timeZone: timezone });
  return {
    ...shown,
    id: `${master.id}_${stampOf(startMs, false)}`,
    recurringEventId: master.id ?? null,
    originalStartTime: at(startMs),
    start: at(startMs),
    // A clock change that skips the start can put it behind the end.
    end: at(endMs > startMs ? endMs : startMs + rule.lengthMs),
  };
}
