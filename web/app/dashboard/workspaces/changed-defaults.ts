import { DEFAULT_LANGUAGE } from '../../../../texts/languages.ts';
import type { InputOf, OutputOf } from '../../data/call.ts';
import { noticeOf } from '../event-types/notice-field.tsx';

type Workspace = OutputOf<'updateWorkspace'>['workspace'];
export type Defaults = Pick<Workspace, 'timezone' | 'weekStartsOn' | 'language' | 'bookingDefaults' | 'version'>;
type Change = Pick<InputOf<'updateWorkspace'>, 'timezone' | 'weekStartsOn' | 'language' | 'bookingDefaults'>;

/** As typed. */
function typed(form: FormData) {
  const text = (name: string): string => String(form.get(name) ?? '');
  const interval = text('slotIntervalMinutes');
  return {
    timezone: text('timezone'),
    weekStartsOn: (text('weekStartsOn') || null) as Defaults['weekStartsOn'],
    language: text('language') as NonNullable<Defaults['language']>,
    bookingDefaults: {
      durationMinutes: Number(text('bookingDefaults.durationMinutes')),
      minimumNoticeMinutes: noticeOf(form),
      maxFutureDays: Number(text('bookingDefaults.maxFutureDays')),
      slotIntervalMinutes: interval === '' ? null : Number(interval),
      bufferBeforeMinutes: Number(text('bookingDefaults.bufferBeforeMinutes')),
      bufferAfterMinutes: Number(text('bookingDefaults.bufferAfterMinutes')),
    },
  };
}

/** Those of `after` that differ. */
const differing = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key as keyof T] !== value)) as Partial<T>;

/** What the form changes: only that is sent. A workspace without a language speaks English. */
export function changedDefaults(drawn: Defaults, form: FormData): Change {
  const { bookingDefaults: times, ...rest } = typed(form);
  const { bookingDefaults, timezone, weekStartsOn, language } = drawn;
  const changedTimes = differing(bookingDefaults, times);
  return {
    ...differing({ timezone, weekStartsOn, language: language ?? DEFAULT_LANGUAGE }, rest),
    ...(Object.keys(changedTimes).length > 0 && { bookingDefaults: changedTimes }),
  };
}

/** Whether two states show the same defaults: then a change of anything else is no reason to refuse one of these. */
export const isSame = (one: Defaults, other: Defaults): boolean =>
  JSON.stringify([one.timezone, one.weekStartsOn, one.language, Object.entries(one.bookingDefaults).sort()]) ===
  JSON.stringify([other.timezone, other.weekStartsOn, other.language, Object.entries(other.bookingDefaults).sort()]);
