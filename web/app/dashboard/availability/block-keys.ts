import { endedAt, movedBy, type Placed, STEP, type Stretch, startedAt } from './grid-times.ts';
import { WEEKDAYS, type Weekday } from './week.ts';

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

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
