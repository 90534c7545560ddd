import { z } from 'zod';
import { Timezone, WHEN_PATTERN } from './fields.ts';

const FORM = new RegExp(WHEN_PATTERN);

const dayAfter = (date: string): string => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);

/** Both bounds of the day: midnight in UTC is another moment for most people. */
const aDay = (date: string, next: string): string =>
  `is a date without a time: the day begins at ${date}T00:00 and ends at ${next}T00:00, each with timeZone; in UTC ${date}T00:00:00Z and ${next}T00:00:00Z`;

const isDate = (input: unknown): boolean => z.regexes.date.test(String(input));

const wrongTime = (input: unknown): string =>
  isDate(input)
    ? aDay(String(input), dayAfter(String(input)))
    : 'must be an instant such as 2026-11-23T09:00:00Z or 2026-11-23T09:00:00+01:00, or a local time such as 2026-11-23T09:00 with timeZone, of a year from 2000 to 2999';

const whenWith = (wrong: (input: unknown) => string) =>
  z
    .string()
    .max(40, { error: ({ input }) => wrong(input) })
    .refine((text) => FORM.test(text), { error: ({ input }) => wrong(input) })
    .meta({ pattern: WHEN_PATTERN });

/**
 * A time in keyed operations: an instant, or a local date-time without an offset and a sibling `timeZone`.
 * `readWhen` of api/core/when.ts converts it to an instant; spread {@link whenFields} next to it.
 */
export const When = whenWith(wrongTime);

/** The bound of a period that can be given by whole days as well. */
export const WhenOrDay = whenWith((input) =>
  isDate(input) ? 'takes a time: whole days go to fromDate and toDate (inclusive)' : wrongTime(input),
);

/** The start of a slot. Words for one are led to the tool that reads words; a date alone is never completed with midnight. */
export const SlotStart = whenWith((input) => {
  if (isDate(input))
    return 'is a date without a time: add the time of a slot. Send startUtc of propose_slots, which lists open starts';
  return /[a-z]{2}|^\D*$/i.test(String(input))
    ? `${wrongTime(input)}; words go to propose_slots as \`when\`, with eventTypeId or bookingId: it lists open slots`
    : wrongTime(input);
});

/** A start to ask about, open or not. */
export const AnyStart = whenWith((input) =>
  isDate(input)
    ? `is a date without a time: add the time of the start to explain, such as ${input}T14:00 with timeZone; propose_slots lists open starts`
    : wrongTime(input),
);

/** The siblings of every {@link When} of an input. */
export const whenFields = {
  timeZone: Timezone.optional().describe(
    'IANA zone of times without an offset (2026-11-23T09:00), which need it, and of `local` in the answer.',
  ),
  disambiguation: z
    .enum(['earlier', 'later'])
    .optional()
    .describe('Of a local time that occurs twice as clocks go back.'),
};

export type Disambiguation = 'earlier' | 'later';

/** A period in the local time of `timezone`, shaped like bookerLocal of the public slots. */
export const LocalView = z
  .object({
    timezone: z.string().describe('IANA time zone.'),
    dateLocal: z.iso.date().describe('The date in that zone, YYYY-MM-DD.'),
    dayOfWeek: z.string().describe('"Monday"'),
    startLocal: z.string().describe('HH:mm'),
    endLocal: z.string().describe('HH:mm; midnight after the start is 24:00'),
    display: z.string().describe('Say this to people: "Mon, 23 Nov 2026, 09:00 – 09:30 (Europe/Berlin)".'),
  })
  .meta({ id: 'LocalView' });

/** An open start in hosts' answers: of a proposal, and of what is open instead of a start that is not. Guests read a `Slot`. */
export const OpenStart = z.object({
  startUtc: z.iso.datetime().describe('Send it as startAt.'),
  endUtc: z.iso.datetime(),
  local: LocalView.describe('The same time as local time.'),
});
