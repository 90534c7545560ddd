import { useEffect, useId, useRef, useState } from 'react';
import { availabilityWords, gridWords } from '../../../../texts/en/dashboard/availability.ts';
import { useWords } from '../../../parts/locale.ts';
import { useFirstDay } from '../workspaces/dashboard-context.ts';
import { DAY_MINUTES, type Placed, stretchesOf, weekWith } from './grid-times.ts';
import { HoursBlock } from './hours-block.tsx';
import { useClock } from './use-clock.ts';
import { useDrag } from './use-drag.ts';
import { type Week, type Weekday, weekdaysFrom, withOneMore } from './week.ts';

interface WeekGridProps {
  readonly week: Week;
  readonly onChange: (week: Week) => void;
}

const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

/** The week as hours to draw, move and resize, by pointer or by keyboard. The fields below show and change the same. */
export function WeekGrid({ week, onChange }: WeekGridProps) {
  const words = useWords(gridWords);
  const hintId = useId();
  const columns = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  const next = useRef<{ day: Weekday; from: number } | null>(null);
  const names = useWords(availabilityWords);
  const clock = useClock();
  const days = weekdaysFrom(useFirstDay());
  const put = (placed: Placed | null, of = placed?.of): void => {
    onChange(weekWith(week, placed, of));
    next.current = placed;
    setSaid(placed ? words.block(names[placed.day], clock(placed.from), clock(placed.to)) : words.gone);
  };
  const drag = useDrag(columns, (placed) => put(placed));
  // The block that a key has moved is another element now: the focus goes with it.
  useEffect(() => {
    const { current: wanted } = next;
    if (!wanted) return;
    next.current = null;
    const blocks = [
      ...(columns.current?.querySelectorAll<HTMLElement>(`[data-day="${wanted.day}"] [data-from]`) ?? []),
    ];
    const found = blocks.findLast(({ dataset }) => Number(dataset.from) <= wanted.from);
    found?.focus({ preventScroll: true });
  });
  return (
    <div className="week-grid">
      <p className="small quiet" id={hintId}>
        {words.hint}
      </p>
      <div className="week-columns" ref={columns} {...drag.handlers}>
        <div className="week-clock" aria-hidden="true">
          {HOURS.map((hour) => (
            <span key={hour} style={{ top: `${(hour / 24) * 100}%` }}>
              {clock(hour * 60)}
            </span>
          ))}
        </div>
        {days.map((day) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a column of a grid with blocks
          <div className="week-day" key={day} role="group" aria-label={words.drawn(names[day])}>
            <button type="button" className="week-add" onClick={() => put(added(week, day))}>
              <span aria-hidden="true">{names[day].slice(0, 2)}</span>
              <span className="vh">{words.draw(names[day])}</span>
            </button>
            <div className="week-room" data-day={day}>
              {stretchesOf(week[day]).map((stretch) => (
                <HoursBlock
                  key={stretch.from}
                  {...{ day, stretch, hintId }}
                  isDragged={drag.placed?.of?.day === day && drag.placed.of.from === stretch.from}
                  onPut={(placed) => put(placed, { day, from: stretch.from })}
                />
              ))}
              {drag.placed?.day === day && <Ghost placed={drag.placed} />}
            </div>
          </div>
        ))}
      </div>
      <p className="vh" role="status">
        {said}
      </p>
    </div>
  );
}

/** Hours after the last ones of a day; null: the day is full. */
function added(week: Week, day: Weekday): Placed | null {
  const more = withOneMore(week[day]).at(-1);
  const stretch = more && stretchesOf([more])[0];
  return stretch && stretch.to <= DAY_MINUTES ? { ...stretch, day } : null;
}

/** What the pointer would leave behind. */
function Ghost({ placed: { from, to } }: { readonly placed: Placed }) {
  const clock = useClock();
  return (
    <div
      className="week-ghost"
      aria-hidden="true"
      style={{ top: `${(from / DAY_MINUTES) * 100}%`, height: `${((to - from) / DAY_MINUTES) * 100}%` }}
    >
      {clock(from)}–{clock(to)}
    </div>
  );
}
