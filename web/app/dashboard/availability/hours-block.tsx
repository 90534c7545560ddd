import type { KeyboardEvent } from 'react';
import { availabilityWords, gridWords } from '../../../../texts/en/dashboard/availability.ts';
import { useWords } from '../../../parts/locale.ts';
import { afterKey } from './block-keys.ts';
import { DAY_MINUTES, type Placed, type Stretch } from './grid-times.ts';
import { useClock } from './use-clock.ts';
import type { Weekday } from './week.ts';

interface HoursBlockProps {
  readonly day: Weekday;
  readonly stretch: Stretch;
  /** explains the keys */
  readonly hintId: string;
  readonly isDragged: boolean;
  /** null: take it away */
  readonly onPut: (placed: Placed | null) => void;
}

/** "9 AM" for "9:00 AM": a column is narrow. Clocks of 24 hours keep their minutes. */
const short = (time: string): string => time.replace(/:00(?= )/, '');

/** Hours of a day as a block. Arrow keys move it, with Shift its end, with Alt its start. */
export function HoursBlock({ day, stretch, hintId, isDragged, onPut }: HoursBlockProps) {
  const words = useWords(gridWords);
  const names = useWords(availabilityWords);
  const clock = useClock();
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
      aria-label={words.block(names[day], clock(from), clock(to))}
      aria-describedby={hintId}
      onKeyDown={press}
      style={{ top: `${(from / DAY_MINUTES) * 100}%`, height: `${((to - from) / DAY_MINUTES) * 100}%` }}
    >
      <span className="week-edge" data-edge="start" aria-hidden="true" />
      <span className="week-times" aria-hidden="true">
        {short(clock(from))}–{short(clock(to))}
      </span>
      <span className="week-edge" data-edge="end" aria-hidden="true" />
    </button>
  );
}
