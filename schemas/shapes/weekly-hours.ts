import { z } from 'zod';
import { clockTyped, dayTyped, typedOtherwise } from './typed-otherwise.ts';

export const Weekday = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']);
Weekday.register(typedOtherwise, { read: dayTyped(Weekday.options) });
export type Weekday = z.infer<typeof Weekday>;

const OPENS = /^([01]\d|2[0-3]):[0-5]\d$/;
const CLOSES = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

const Opens = z
  .string()
  .regex(OPENS, 'must be HH:mm from 00:00 to 23:59, such as 09:00')
  .describe('HH:mm in the zone of the schedule, such as 09:00.');
const Closes = z
  .string()
  .regex(CLOSES, 'must be HH:mm from 00:01 to 24:00, such as 17:00')
  .describe('HH:mm, later than start; midnight is 24:00. Hours past midnight are a window of the next day.');

for (const time of [Opens, Closes]) time.register(typedOtherwise, { read: clockTyped });

const Window = z.object({ start: Opens, end: Closes });
export type HoursWindow = z.infer<typeof Window>;

const Hours = z.object({
  days: z.array(Weekday).min(1).max(7).describe('The days that have this window.'),
  start: Opens,
  end: Closes,
});
export type Hours = z.infer<typeof Hours>;

const LATER_THAN_START = 'must be later than start; hours past midnight are a window of the next day';

/** False for a malformed time, which has its own issue. */
const isReadable = ({ start, end }: HoursWindow): boolean => OPENS.test(start) && CLOSES.test(end);

/** Both are HH:mm, which sort as text. */
const overlaps = (one: HoursWindow, other: HoursWindow): boolean => one.start < other.end && other.start < one.end;

interface Checked {
  readonly value: readonly HoursWindow[];
  readonly issues: z.core.$ZodRawIssue[];
}

const refuse = ({ issues }: Checked, input: unknown, path: PropertyKey[], message: string): void => {
  issues.push({ code: 'custom', input, path, message });
};

/** Refuses windows that never open, and two that overlap on one day. */
const checkWindows = (payload: Checked, meet: (one: number, other: number) => string | undefined): void => {
  payload.value.forEach((window, index) => {
    if (!isReadable(window)) return;
    if (window.start >= window.end) refuse(payload, window.end, [index, 'end'], LATER_THAN_START);
    const before = payload.value.findIndex((other, at) => at < index && meet(at, index) && overlaps(other, window));
    const other = payload.value[before];
    if (other)
      refuse(
        payload,
        window,
        [index],
        `overlaps ${other.start} to ${other.end} (entry ${before})${meet(before, index)}; join the two or move one`,
      );
  });
};

const sharedDay = (one: Hours | undefined, other: Hours | undefined): string | undefined => {
  const day = one?.days.find((name) => other?.days.includes(name));
  return day && ` on ${day}`;
};

/** A whole week: windows with their days. Input and output have the same shape. */
export const WeeklyHours = z
  .array(Hours)
  .max(60)
  .check((payload) => {
    checkWindows(payload, (one, other) => sharedDay(payload.value[one], payload.value[other]));
  })
  .describe(
    'The whole week: windows with their days. Days without one are closed; [] closes every day. Example: [{"days":["monday","tuesday","wednesday","thursday","friday"],"start":"09:00","end":"12:00"},{"days":["monday"],"start":"13:00","end":"17:00"}].',
  );

/** The windows of one date. */
export const DayHours = z
  .array(Window)
  .max(20)
  .check((payload) => {
    checkWindows(payload, () => ' of that date');
  });

export const WeeklyHoursView = z.array(z.object({ days: z.array(Weekday), start: z.string(), end: z.string() }));
export const DayHoursView = z.array(z.object({ start: z.string(), end: z.string() }));
