import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { monthOf } from '../picker/civil-month.ts';
import { dayAfterKey, isDayKey, type KeyRange } from '../picker/day-keys.ts';
import type { OpenMonth } from '../picker/open-month.ts';
import type { LivePicker } from './picker-props.ts';

/** What a day's link does with a script. */
export interface DayKeys {
  readonly tabIndex: number;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
  readonly onClick: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export interface DayFocus {
  /** the day with the focus; it keeps the focus while its month loads */
  readonly focused: string | null;
  readonly keysOf: (date: string) => DayKeys;
}

interface FocusInput {
  readonly open: OpenMonth;
  readonly chosen: string | null;
  readonly today: string;
  readonly range: KeyRange;
  readonly live: LivePicker | undefined;
}

/** Makes the days of a month one tab stop: arrow keys move among them and into other months. */
export function useDayFocus({ open, chosen, today, range, live }: FocusInput): DayFocus {
  const [focused, setFocused] = useState<string | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const canStop = (date: string | null): date is string => open.days.some((day) => day.date === date);
  const stop = focused ?? [last, chosen, today].find(canStop) ?? open.days[0]?.date;
  const move = (event: KeyboardEvent, date: string): void => {
    const { key, shiftKey } = event;
    if (event.metaKey || event.ctrlKey || event.altKey || !isDayKey(key)) return;
    event.preventDefault();
    const next = dayAfterKey(key, shiftKey, date, range);
    if (next === null) return;
    if (monthOf(next) !== open.month) live?.show(monthOf(next));
    setFocused(next);
  };
  const choose = (event: KeyboardEvent | MouseEvent, date: string): void => {
    event.preventDefault();
    setFocused(date);
    if (canStop(date)) live?.choose(date);
  };
  const keysOf = (date: string): DayKeys => ({
    tabIndex: date === stop ? 0 : -1,
    onFocus: () => setFocused(date),
    onBlur: () => {
      setLast(date);
      setFocused(null);
    },
    // Ctrl or Shift opens the link elsewhere, as any link.
    onClick: (event) => void (event.metaKey || event.ctrlKey || event.shiftKey || choose(event, date)),
    // Enter alone follows a link; the space bar also chooses a day of a grid.
    onKeyDown: (event) => (event.key === ' ' ? choose(event, date) : move(event, date)),
  });
  return { focused, keysOf };
}
