import { unknownVariables } from '../../../../domain/reminders/reminder-words.ts';
import { parseReminderTime, type ReminderTime, reminderTimeInWords } from '../../../../domain/reminders/reminders.ts';
import { formatMinute } from '../../../../domain/time/civil.ts';
import type { EventType } from '../event-types/event-type.ts';
import type { ReminderTexts } from './reminder-texts.ts';

/** A reminder while it is edited; a new one has no id yet. */
export type Draft = Omit<EventType['reminders'][number], 'id'> & { readonly id?: string };

export const NEW_DRAFT: Draft = { when: '1h before', to: 'guest', subject: null, text: null };

/** The time of a draft: its words are always ones that were read. */
export function timeOfDraft({ when }: Draft): ReminderTime {
  const time = parseReminderTime(when);
  return 'wrong' in time ? { kind: 'before', minutes: 60 } : time;
}

/** "24 hours before the start". */
export function timeInText(time: ReminderTime, texts: ReminderTexts): string {
  if (time.kind === 'day_before') return texts.at.dayBefore(time.days, formatMinute(time.minuteOfDay));
  const length = lengthInText(time.minutes, texts);
  return { before: texts.at.before, after: texts.at.after, no_show: texts.at.noShow }[time.kind](length);
}

function lengthInText(minutes: number, texts: ReminderTexts): string {
  if (minutes === 0) return '';
  // A day before is 24 hours, whatever the clock does: the other kind is by the clock.
  if (minutes % 1_440 === 0 && minutes > 1_440) return texts.wholeDays(minutes / 1_440);
  return minutes % 60 === 0 ? texts.hours(minutes / 60) : texts.minutes(minutes);
}

/** What a form says; `wrong`: in words. */
export function typedReminder(
  form: FormData,
  before: Draft | undefined,
  others: readonly Draft[],
  texts: ReminderTexts,
): { readonly draft: Draft } | { readonly wrong: string } {
  const text = (name: string): string => String(form.get(name) ?? '').trim();
  const side = text('kind') === 'before' ? 'before' : text('kind') === 'after' ? 'after' : 'after no-show';
  const words =
    text('kind') === 'day_before'
      ? `${text('days')}d before ${text('clock')}`
      : `${text('amount')}${text('unit')} ${side}`;
  const time = parseReminderTime(words);
  if ('wrong' in time) return { wrong: texts.wrong };
  const [unknown] = unknownVariables(`${text('subject')} ${text('text')}`);
  if (unknown) return { wrong: texts.unknown(unknown.name) };
  const to = time.kind === 'no_show' ? 'guest' : (text('to') as Draft['to']);
  const when = reminderTimeInWords(time);
  const meets = (other: Draft) => other.when === when && (other.to === to || other.to === 'both' || to === 'both');
  if (others.some(meets)) return { wrong: texts.twice };
  return {
    draft: {
      ...(before?.id && { id: before.id }),
      when,
      to,
      subject: text('subject') || null,
      text: text('text') || null,
    },
  };
}
