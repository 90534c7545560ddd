import type { KeyboardEvent } from 'react';
import { useWords } from '../../../texts/locale.ts';
import { DAY_MINUTES, endedAt, movedBy, type Placed, STEP, type Stretch, startedAt, timeOf } from './grid-times.ts';
import { gridWords } from './grid-words.ts';
import { WEEKDAYS, type Weekday } from './week.ts';
import { availabilityWords } from './words.ts';

interface HoursBlockProps {
  readonly day: Weekday;
  readonly stretch: Stretch;
  /** explains the keys */
  readonly hintId: string;
  readonly isDragged: boolean;
  /** null: take it away */
  readonly onPut: (placed: Placed | null) => void;
}

/** Hours of a day as a block. Arrow keys move it, with Shift its end, with Alt its start. */
export function HoursBlock({ day, stretch, hintId, isDragged, onPut }: HoursBlockProps) {
  const words = useWords(gridWords);
  const names = useWords(availabilityWords);
  const { from, to } = stretch;
  const press = (event: KeyboardEvent): void => {
    const placed = afterKey(event, day, stretch);
    if (placed === undefined) return;
    event.preventDefault();
    onPut(placed && { ...placed, of: { day, from } });
  };
  return (
    <button
      type="button"
      className={isDragged ? 'week-block dragged' : 'week-block'}
      data-from={from}
      data-to={to}
      aria-label={words.block(names[day], timeOf(from), timeOf(to))}
      aria-describedby={hintId}
      onKeyDown={press}
      style={{ top: `${(from / DAY_MINUTES) * 100}%`, height: `${((to - from) / DAY_MINUTES) * 100}%` }}
    >
      <span className="week-edge" data-edge="start" aria-hidden="true" />
      <span className="week-times" aria-hidden="true">
        {timeOf(from)}–{timeOf(to)}
      </span>
      <span className="week-edge" data-edge="end" aria-hidden="true" />
    </button>
  );
}

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey'>;

/** Where a key puts a block; null: away; undefined: the key means nothing here. */
export function afterKey(
  { key, shiftKey, altKey }: Pressed,
  day: Weekday,
  stretch: Stretch,
): Placed | null | undefined {
  if (key === 'Delete' || key === 'Backspace') return null;
  const by = { ArrowUp: -STEP, ArrowDown: STEP }[key];
  if (by !== undefined) {
    if (shiftKey) return { ...endedAt(stretch, stretch.to + by), day };
    if (altKey) return { ...startedAt(stretch, stretch.from + by), day };
    return { ...movedBy(stretch, by), day };
  }
  const days = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const other = days === undefined ? undefined : WEEKDAYS[WEEKDAYS.indexOf(day) + days];
  // Alt with these keys leaves the page.
  return other === undefined || altKey ? undefined : { ...stretch, day: other };
}
