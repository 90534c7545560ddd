import type { MouseEvent } from 'react';
import { pickerWords } from '../../texts/en/pages/times.ts';
import { monthOf } from '../picker/civil-month.ts';
import type { OpenMonth } from '../picker/open-month.ts';
import { type PickerPlace, pickerHref } from '../picker/picker-place.ts';
import { useLocale, useWords } from './locale.ts';
import { dayWords } from './meeting-time.ts';
import type { LivePicker } from './picker-props.ts';

interface NoTimesProps {
  readonly open: OpenMonth;
  readonly place: PickerPlace;
  /** YYYY-MM-DD */
  readonly today: string;
  readonly live: LivePicker | undefined;
}

/** Why there are no times, and where there are some. */
export function NoTimes({ open, place, today, live }: NoTimesProps) {
  const locale = useLocale();
  const { empty: words } = useWords(pickerWords);
  const { timezone, nextDate, emptyReason } = open;
  const mayBeEarlier = nextDate === null && emptyReason === 'no_slots' && open.month > monthOf(today);
  const [title, text] = useReason(open, place, mayBeEarlier);
  const follow = (date: string) => (event: MouseEvent) => {
    if (!live || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    live.show(monthOf(date), date);
  };
  return (
    <div className="empty">
      <p>
        <strong>{title}</strong>
      </p>
      <p className="quiet">{text}</p>
      {nextDate !== null && (
        <a
          className="button"
          href={pickerHref(place, { timezone, date: nextDate })}
          rel="nofollow"
          onClick={follow(nextDate)}
        >
          {words.next(dayWords(nextDate, locale))}
        </a>
      )}
      {mayBeEarlier && (
        <a className="button second" href={pickerHref(place, { timezone })} rel="nofollow">
          {words.first}
        </a>
      )}
    </div>
  );
}

function useReason(
  { emptyReason, month, nextDate, lastMonth, lastDate }: OpenMonth,
  { hostName, organizationName }: PickerPlace,
  mayBeEarlier: boolean,
) {
  const locale = useLocale();
  const { empty: words } = useWords(pickerWords);
  switch (emptyReason) {
    case 'workspace_locked':
      return [words.locked(organizationName), words.lockedHint(hostName)];
    case 'no_schedule':
    case 'no_rules':
      return [words.noHours(hostName), words.noHoursHint];
    case 'no_calendar':
      return [words.noCalendar(hostName), words.noCalendarHint];
    default: {
      const name = dayWords(`${month}-01`, locale, 'month');
      if (month > lastMonth) return [words.tooFar(name), words.upTo(dayWords(lastDate, locale, 'long'))];
      if (nextDate !== null) return [words.month(name), words.busy(hostName)];
      return [words.month(name), mayBeEarlier ? words.onlyEarlier(hostName) : words.nothingLater(hostName)];
    }
  }
}
