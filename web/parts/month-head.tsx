import type { MouseEvent } from 'react';
import { pickerWords } from '../../texts/en/pages/times.ts';
import { addMonths, monthOf } from '../picker/civil-month.ts';
import type { OpenMonth } from '../picker/open-month.ts';
import { type PickerPlace, pickerHref } from '../picker/picker-place.ts';
import { Icon } from './icon.tsx';
import { useLocale, useWords } from './locale.ts';
import { dayWords } from './meeting-time.ts';
import type { LivePicker } from './picker-props.ts';

interface HeadProps {
  readonly open: OpenMonth;
  /** YYYY-MM-DD */
  readonly today: string;
  readonly place: PickerPlace;
  readonly live: LivePicker | undefined;
}

/** The month's name, and links to its neighbours. */
export function MonthHead({ open, today, place, live }: HeadProps) {
  const locale = useLocale();
  const { month: words } = useWords(pickerWords);
  const hasHours = open.emptyReason === null || open.emptyReason === 'no_slots';
  // A link may lead past the last bookable month: one step returns.
  const isPastAll = open.month > open.lastMonth;
  const back = isPastAll ? open.lastMonth : addMonths(open.month, -1);
  const earlier = open.month > monthOf(today) ? back : null;
  const later = hasHours && open.month < open.lastMonth ? addMonths(open.month, 1) : null;
  const step = (icon: 'left' | 'right', name: string, month: string | null) => (
    <MonthStep icon={icon} name={name} month={month} timezone={open.timezone} place={place} live={live} />
  );
  return (
    <nav className="month-head" aria-label={words.choose}>
      {step('left', words.previous, earlier)}
      <h3>{dayWords(`${open.month}-01`, locale, 'month')}</h3>
      {step('right', words.next, later)}
    </nav>
  );
}

interface StepProps {
  readonly icon: 'left' | 'right';
  readonly name: string;
  readonly month: string | null;
  readonly timezone: string;
  readonly place: PickerPlace;
  readonly live: LivePicker | undefined;
}

/** At the first and last bookable month the button stays but does nothing: it keeps the focus. */
function MonthStep({ icon, name, month, timezone, place, live }: StepProps) {
  const locale = useLocale();
  const { month: words } = useWords(pickerWords);
  if (month === null) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: nothing is there
      <a className="month-step" role="link" aria-disabled="true" aria-label={name} tabIndex={-1}>
        <Icon name={icon} />
      </a>
    );
  }
  const prepare = live && (() => live.prepare(month));
  return (
    <a
      className="month-step"
      href={pickerHref(place, { timezone, month })}
      rel="nofollow"
      aria-label={words.to(name, dayWords(`${month}-01`, locale, 'month'))}
      onPointerEnter={prepare}
      onFocus={prepare}
      onTouchStart={prepare}
      onClick={(event: MouseEvent) => {
        if (!live || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        live.show(month);
      }}
    >
      <Icon name={icon} />
    </a>
  );
}
