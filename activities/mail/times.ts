const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_KEPT = 1000;

interface WallTime {
  readonly weekday: string;
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly clock: string;
  /** e.g. GMT+2 */
  readonly offset: string;
}

/** A meeting's time in one zone: `Tuesday 5 May 2026,` with `14:00 to 14:30`, and the zone by name and offset. */
export function meetingTime(
  startMs: number,
  endMs: number,
  timezone: string,
): { readonly day: string; readonly hours: string; readonly zone: string } {
  const start = wallTime(startMs, timezone);
  const end = wallTime(endMs, timezone);
  const zone = zoneName(start, end, timezone);
  return longDate(start) === longDate(end)
    ? { day: `${longDate(start)},`, hours: `${start.clock} to ${end.clock}`, zone }
    : { day: `${longDate(start)}, ${start.clock} to ${longDate(end)},`, hours: end.clock, zone };
}

/** One instant for a sentence: `Tuesday 5 May 2026, 14:00 (Europe/Berlin, GMT+2)`. */
export function instantInWords(instantMs: number, timezone: string): string {
  const time = wallTime(instantMs, timezone);
  return `${longDate(time)}, ${time.clock} (${zoneName(time, time, timezone)})`;
}

/** One instant for a subject: `Tue 5 May 2026, 14:00 GMT+2`. */
export function shortInstant(instantMs: number, timezone: string): string {
  const { weekday, day, month, year, clock, offset } = wallTime(instantMs, timezone);
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)} ${year}, ${clock} ${offset}`;
}

function longDate({ weekday, day, month, year }: WallTime): string {
  return `${weekday} ${day} ${month} ${year}`;
}

/** A meeting over a clock change names both offsets. */
function zoneName(start: WallTime, end: WallTime, timezone: string): string {
  const offsets = start.offset === end.offset ? start.offset : `${start.offset}, then ${end.offset}`;
  return timezone === start.offset ? timezone : `${timezone}, ${offsets}`;
}

function wallTime(instantMs: number, timezone: string): WallTime {
  const parts = new Map(
    formatFor(timezone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    weekday: part('weekday'),
    day: part('day'),
    month: part('month'),
    year: part('year'),
    clock: `${part('hour')}:${part('minute')}`,
    offset: part('timeZoneName'),
  };
}

/** Making a format costs 50 times what using it does; zones come from guests, so the cache has an end. */
function formatFor(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  if (formats.size >= FORMATS_KEPT) formats.clear();
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  });
  formats.set(timezone, format);
  return format;
}
