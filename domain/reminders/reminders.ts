import type { FieldIssue } from '../../schemas/errors.ts';
import type { Reminder, ReminderInput } from '../../schemas/shapes/reminders.ts';
import { formatMinute, MINUTES_PER_DAY } from '../time/civil.ts';
import { unknownVariables } from './reminder-words.ts';

/**
 * When a reminder is due. `before`: minutes before the start. `day_before`: at a time of the recipient's clock, days before the day of the
 * start. `after`: minutes after the end. `no_show`: minutes after the meeting was marked as missed.
 */
export type ReminderTime =
  | { readonly kind: 'before' | 'after' | 'no_show'; readonly minutes: number }
  | { readonly kind: 'day_before'; readonly days: number; readonly minuteOfDay: number };

/** What a new event type has if nothing is said: most hosts would keep it. */
export const DEFAULT_REMINDERS: readonly Reminder[] = [
  { id: 'standard', when: '24h before', to: 'both', subject: null, text: null },
];

const MOST_DAYS = 60;
const MOST_MINUTES = MOST_DAYS * MINUTES_PER_DAY;
/** A mail takes a moment, and its reader needs one. */
const FEWEST_MINUTES_BEFORE = 5;
const MINUTES_OF: Readonly<Record<string, number>> = { m: 1, h: 60, d: MINUTES_PER_DAY };

const FORMS = 'write it as "24h before", "1d before 09:00", "30m after" or "1h after no-show"';
const WHEN =
  /^(\d{1,6}) ?(m|mins?|minutes?|h|hrs?|hours?|d|days?) (before|after)(?: (?:the )?(?:(start|end)|(no[- _]?show)))?(?: ?(?:at |, ?)?(\d{1,2}):(\d{2}))?$/;

/** The time that words name, or what is wrong with them. Spellings with one meaning are taken: "1 day before at 9:00". */
export function parseReminderTime(words: string): ReminderTime | { readonly wrong: string } {
  const parts = WHEN.exec(words.trim().toLowerCase().replace(/\s+/g, ' '));
  if (!parts) return { wrong: FORMS };
  const [, count, unit = '', side, edge, noShow, hours, minutes] = parts;
  const minuteOfDay = hours === undefined ? null : Number(hours) * 60 + Number(minutes);
  if (edge === (side === 'before' ? 'end' : 'start') || (noShow && side === 'before')) return { wrong: FORMS };
  if (minuteOfDay !== null) return dayBefore({ days: Number(count), minuteOfDay, hours, minutes, unit, side, noShow });
  const inMinutes = Number(count) * (MINUTES_OF[unit[0] ?? ''] ?? 1);
  if (inMinutes > MOST_MINUTES) return { wrong: `must be at most ${MOST_DAYS} days away` };
  if (side === 'before' && inMinutes < FEWEST_MINUTES_BEFORE)
    return { wrong: `must be at least ${FEWEST_MINUTES_BEFORE} minutes before` };
  if (noShow) return { kind: 'no_show', minutes: inMinutes };
  return { kind: side === 'before' ? 'before' : 'after', minutes: inMinutes };
}

interface ClockParts {
  readonly days: number;
  readonly minuteOfDay: number;
  readonly hours: string | undefined;
  readonly minutes: string | undefined;
  readonly unit: string;
  readonly side: string | undefined;
  readonly noShow: string | undefined;
}

/** A time of day goes with days before: a clock shows it on each day. */
function dayBefore(parts: ClockParts): ReminderTime | { readonly wrong: string } {
  const { days, minuteOfDay, unit, side, noShow } = parts;
  if (!unit.startsWith('d') || side !== 'before' || noShow)
    return { wrong: 'has a time of day only with days before: "1d before 09:00", "0d before 08:00" for the same day' };
  if (Number(parts.hours) > 23 || Number(parts.minutes) > 59) return { wrong: 'must have a time from 00:00 to 23:59' };
  if (days > MOST_DAYS) return { wrong: `must be at most ${MOST_DAYS} days away` };
  return { kind: 'day_before', days, minuteOfDay };
}

/** A time in the one spelling that is kept and shown. */
export function reminderTimeInWords(time: ReminderTime): string {
  if (time.kind === 'day_before') return `${time.days}d before ${formatMinute(time.minuteOfDay)}`;
  const { minutes } = time;
  const length = minutes > 0 && minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`;
  return `${length} ${{ before: 'before', after: 'after', no_show: 'after no-show' }[time.kind]}`;
}

/** The time of a kept reminder. @throws Error for words that {@link reminderTimeInWords} did not write */
export function timeOf({ when }: Pick<Reminder, 'when'>): ReminderTime {
  const time = parseReminderTime(when);
  if ('wrong' in time) throw new Error(`a reminder is kept with an unknown time: ${when}`);
  return time;
}

/** What is wrong with reminders, by field; none: they can be kept. */
export function reminderIssues(reminders: readonly ReminderInput[]): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const taken = new Set<string>();
  for (const [index, reminder] of reminders.entries()) {
    const path = `reminders.${index}`;
    const time = parseReminderTime(reminder.when);
    issues.push(...wordIssues(reminder, path));
    if ('wrong' in time) {
      issues.push({ path: `${path}.when`, message: time.wrong });
      continue;
    }
    if (time.kind === 'no_show' && (reminder.to ?? 'guest') !== 'guest')
      issues.push({ path: `${path}.to`, message: 'must be guest: a no-show is followed up with the guest' });
    for (const reader of readersOf(reminder.to ?? usualRecipient(time))) {
      const mail = `${reader} ${reminderTimeInWords(time)}`;
      if (taken.has(mail)) issues.push({ path, message: `is the second to the ${reader} at this time; leave one out` });
      taken.add(mail);
    }
  }
  return issues;
}

/** A reminder that names an id which the event type does not have: a slip, or of another event type. */
export const unknownIdIssues = (wanted: readonly ReminderInput[], before: readonly Reminder[]): FieldIssue[] =>
  wanted.flatMap(({ id }, index) =>
    id === undefined || before.some((reminder) => reminder.id === id)
      ? []
      : [
          {
            path: `reminders.${index}.id`,
            message: 'is none of this event type’s reminders; get_event_type has them. Leave it out for a new one',
          },
        ],
  );

const wordIssues = ({ subject, text }: ReminderInput, path: string): FieldIssue[] =>
  Object.entries({ subject, text }).flatMap(([field, words]) =>
    unknownVariables(words ?? '').map(({ name, didYouMean }) => ({
      path: `${path}.${field}`,
      message: `has the unknown variable {${name}}${didYouMean.length > 0 ? `; did you mean ${didYouMean.map((near) => `{${near}}`).join(' or ')}?` : ''}`,
      ...(didYouMean.length > 0 ? { didYouMean } : {}),
    })),
  );

/** Who gets the mails of a reminder. */
export const readersOf = (to: Reminder['to']): readonly ('guest' | 'host')[] =>
  to === 'both' ? ['guest', 'host'] : [to];

/** Thanks and questions afterwards are for guests; hosts were there. */
const usualRecipient = ({ kind }: ReminderTime): Reminder['to'] =>
  kind === 'after' || kind === 'no_show' ? 'guest' : 'both';

/**
 * Reminders as they are kept. One that names an id of before, or that comes at a time of before, keeps that id: bookings that were made
 * meanwhile still find it. One that comes at another side of the meeting is another reminder.
 * @param newId a fresh id, 8 characters
 */
export function keptReminders(
  wanted: readonly ReminderInput[],
  before: readonly Reminder[],
  newId: () => string,
): Reminder[] {
  const free = new Map(before.map((reminder) => [reminder.id, reminder]));
  const take = (found: Reminder | undefined): string | null => {
    if (found === undefined) return null;
    free.delete(found.id);
    return found.id;
  };
  const timed = wanted.map((given) => ({ given, time: parsedTime(given.when) }));
  const named = timed.map(({ given, time }) => {
    const old = given.id === undefined ? undefined : free.get(given.id);
    return take(old && sideOf(timeOf(old)) === sideOf(time) ? old : undefined);
  });
  return timed.map(({ given, time }, index) => {
    const when = reminderTimeInWords(time);
    const id = named[index] ?? take([...free.values()].find((old) => old.when === when)) ?? newId();
    const { to = usualRecipient(time), subject, text } = given;
    return { id, when, to, subject: subject ?? null, text: text?.trim() ? text.trim() : null };
  });
}

function parsedTime(when: string): ReminderTime {
  const time = parseReminderTime(when);
  if ('wrong' in time) throw new Error('reminders were not checked before they are kept');
  return time;
}

/** On which side of the meeting, or after which event, a reminder comes: its words fit only there. */
export const sideOf = ({ kind }: ReminderTime): 'before' | 'after' | 'no_show' =>
  kind === 'day_before' ? 'before' : kind;
