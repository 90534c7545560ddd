import { z } from 'zod';
import { clockTyped, dayTyped, typedOtherwise } from './typed-otherwise.ts';

export const Weekday = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);
Weekday.register(typedOtherwise, { read: dayTyped(Weekday.options) });
export type Weekday = z.infer<typeof Weekday>;

const OPENS = /^([01]\d|2[0-3]):[0-5]\d$/;
const CLOSES = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;
const MIDNIGHT = '24:00';

const Opens = z
  .string()
  .regex(OPENS, 'must be HH:mm from 00:00 to 23:59, such as 09:00')
  .describe('HH:mm in the zone of the schedule, such as 09:00.');
const Closes = z
  .string()
  .regex(CLOSES, 'must be HH:mm from 00:00 to 24:00, such as 17:00')
  .describe('HH:mm; midnight is 24:00. Earlier than start: on the next day.');

for (const time of [Opens, Closes]) time.register(typedOtherwise, { read: clockTyped });

const Window = z.object({ start: Opens, end: Closes });
export type HoursWindow = z.infer<typeof Window>;

const Hours = z.object({
  days: z.array(Weekday).min(1).max(7).describe('The days that have this window.'),
  start: Opens,
  end: Closes,
});
export type Hours = z.infer<typeof Hours>;

const SAME_AS_START = 'must differ from start; a whole day is 00:00 to 24:00';

/** True for a window that ends on the next day. Times are HH:mm, which sort as text. */
const isPastMidnight = ({ start, end }: HoursWindow): boolean => end < start;

/** False for a malformed time, which has its own issue. */
const isReadable = ({ start, end }: HoursWindow): boolean => OPENS.test(start) && CLOSES.test(end);

/** A part of a window, within one day: 0 is Monday, or the date itself. */
interface DayPart extends HoursWindow {
  readonly day: number;
}

/** The parts that a window has on its day and on the next one. */
const partsOn = (day: number, { start, end }: HoursWindow): DayPart[] => {
  if (!isPastMidnight({ start, end })) return [{ day, start, end }];
  const before = { day, start, end: MIDNIGHT };
  return end === '00:00' ? [before] : [before, { day: day + 1, start: '00:00', end }];
};

const overlaps = (one: DayPart, other: DayPart): boolean =>
  one.day === other.day && one.start < other.end && other.start < one.end;

interface Checked<Entry extends HoursWindow> {
  readonly value: readonly Entry[];
  readonly issues: z.core.$ZodRawIssue[];
}

interface Days<Entry> {
  readonly partsOf: (entry: Entry) => DayPart[];
  /** " on monday", " of that date" */
  readonly nameOf: (day: number) => string;
}

/** Refuses windows that end as they begin, and two that overlap on one day. */
function checkWindows<Entry extends HoursWindow>(
  { value, issues }: Checked<Entry>,
  { partsOf, nameOf }: Days<Entry>,
): void {
  const refuse = (input: unknown, path: PropertyKey[], message: string): void => {
    issues.push({ code: 'custom', input, path, message });
  };
  const parts = value.map((entry) => (isReadable(entry) ? partsOf(entry) : []));
  value.forEach((window, index) => {
    if (!isReadable(window)) return;
    if (window.start === window.end) refuse(window.end, [index, 'end'], SAME_AS_START);
    const shared = (at: number): DayPart | undefined =>
      parts[index]?.find((part) => parts[at]?.some((other) => overlaps(part, other)));
    const before = value.findIndex((_, at) => at < index && shared(at) !== undefined);
    const [other, part] = [value[before], shared(before)];
    if (other && part)
      refuse(
        window,
        [index],
        `overlaps ${other.start} to ${other.end} (entry ${before})${nameOf(part.day)}; join the two or move one`,
      );
  });
}

const WEEK: Days<Hours> = {
  partsOf: (entry) =>
    [...new Set(entry.days)]
      .flatMap((name) => partsOn(Weekday.options.indexOf(name), entry))
      .map((part) => ({ ...part, day: part.day % Weekday.options.length })),
  nameOf: (day) => ` on ${Weekday.options[day]}`,
};

/** Hours past midnight meet those of another date: they add up there. */
const ONE_DATE: Days<HoursWindow> = {
  partsOf: (entry) => partsOn(0, entry).filter(({ day }) => day === 0),
  nameOf: () => ' of that date',
};

/** A whole week: windows with their days. Input and output have the same shape. */
export const WeeklyHours = z
  .array(Hours)
  .max(60)
  .check((payload) => checkWindows(payload, WEEK))
  .describe(
    'The whole week: windows with their days. Days without one are closed; [] closes every day. Example: [{"days":["monday","tuesday","wednesday","thursday","friday"],"start":"09:00","end":"12:00"},{"days":["monday"],"start":"13:00","end":"17:00"}].',
  );

/** The windows of one date. */
export const DayHours = z
  .array(Window)
  .max(20)
  .check((payload) => checkWindows(payload, ONE_DATE));

export const WeeklyHoursView = z.array(
  z.object({
    days: z.array(Weekday).describe('Which days of the week.'),
    start: z.string().describe('Start, in local time.'),
    end: z.string().describe('End, in local time.'),
  }),
);
export const DayHoursView = z.array(
  z.object({ start: z.string().describe('Start, in local time.'), end: z.string().describe('End, in local time.') }),
);
