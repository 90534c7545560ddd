import { useEffect, useRef } from 'react';
import { pickerWords } from '../../texts/en/pages/times.ts';
import { monthOf } from '../picker/civil-month.ts';
import { weekOf, weekStart, weeksOf } from '../picker/month-weeks.ts';
import type { OpenMonth } from '../picker/open-month.ts';
import { useLocale, useWords } from './locale.ts';
import { dayWords } from './meeting-time.ts';
import type { LivePicker, Picker } from './picker-props.ts';
import { type DayFocus, useDayFocus } from './use-day-focus.ts';

export interface MonthGridProps {
  readonly open: OpenMonth;
  /** YYYY-MM-DD */
  readonly chosen: string | null;
  readonly today: string;
  /** 0: Sunday */
  readonly weekStartsOn: Picker['weekStartsOn'];
  readonly hrefTo: (date: string) => string;
  readonly live: LivePicker | undefined;
}

/**
 * The days of a month as a table: each day with times is a link. A script makes it a grid with arrow keys, in which
 * only one day is a tab stop; without one every day is. No library: it would be a fifth of the page's script (docs/decisions/pages.md#native-elements).
 */
export function MonthGrid(props: MonthGridProps) {
  const { open, chosen, today, weekStartsOn, live } = props;
  const locale = useLocale();
  const { month: words } = useWords(pickerWords);
  const { month, lastMonth } = open;
  const counts = new Map(open.days.map(({ date, times }) => [date, times.length]));
  // A link may lead past all bookable months.
  const isPastAll = month > lastMonth;
  const range = {
    first: monthOf(today),
    last: isPastAll ? month : lastMonth,
    weekStartsOn,
    // Other months are unknown: keys may go there.
    isOff: (date: string) => monthOf(date) === month && !counts.has(date),
  };
  const focus = useDayFocus({ open, chosen, today, range, live });
  // A plain table if no script handles keys.
  const grid = live && { role: 'grid', 'aria-busy': live.status === 'loading' };
  return (
    <div className="month">
      <table {...grid} aria-label={words.grid(dayWords(`${month}-01`, locale, 'month'))}>
        <thead aria-hidden="true">
          <tr>
            {weekOf(weekStart(today, weekStartsOn)).map((date) => (
              <th key={date} scope="col">
                {dayWords(date, locale, 'weekday')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, weekStartsOn).map((week) => (
            <GridWeek key={week.find((date) => date !== null)} week={week} counts={counts} focus={focus} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface GridWeekProps extends MonthGridProps {
  /** null: a day of another month */
  readonly week: readonly (string | null)[];
  /** number of times, for each day with any */
  readonly counts: ReadonlyMap<string, number>;
  readonly focus: DayFocus;
}

/** Hides past weeks: on a phone, times late in a month stay visible. Keys that move into one show it. */
function GridWeek({ week, ...grid }: GridWeekProps) {
  const { chosen, today, live } = grid;
  const isOver = week.every((date) => date === null || date < today);
  const cell = (date: string | null) =>
    live ? { role: 'gridcell', 'aria-selected': date === chosen || undefined } : {};
  return (
    <tr className={isOver ? 'over' : undefined}>
      {week.map((date, column) =>
        date === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell has only its column
          <td key={column} {...cell(null)} />
        ) : (
          <td key={date} className={date === today ? 'today' : undefined} {...cell(date)}>
            <DayLink date={date} {...grid} />
          </td>
        ),
      )}
    </tr>
  );
}

type DayLinkProps = Omit<GridWeekProps, 'week'> & { readonly date: string };

/** The same element in every state: it keeps the focus while a month loads. */
function DayLink({ date, counts, today, chosen, hrefTo, focus, live }: DayLinkProps) {
  const { month: words } = useWords(pickerWords);
  const locale = useLocale();
  const link = useRef<HTMLAnchorElement>(null);
  const isFocused = focus.focused === date;
  useEffect(() => {
    if (isFocused) (link.current as { focus?(): void } | null)?.focus?.();
  }, [isFocused]);
  const count = counts.get(date);
  const name = dayWords(date, locale);
  const said = count === undefined ? words.dayOff(name) : words.dayWithTimes(name, count);
  const label = date === today ? `${said}, ${words.today}` : said;
  const number = Number(date.slice(8));
  if (count === undefined) {
    const held =
      live && isFocused ? { ...focus.keysOf(date), role: 'link', 'aria-disabled': true, 'aria-label': label } : {};
    return (
      <a ref={link} className={date < today ? 'day-off past' : 'day-off'} {...held}>
        {number}
      </a>
    );
  }
  const current = date === chosen ? ({ 'aria-current': 'date' } as const) : {};
  const keys = live ? focus.keysOf(date) : {};
  return (
    <a ref={link} className="day-open" href={hrefTo(date)} rel="nofollow" aria-label={label} {...current} {...keys}>
      {number}
    </a>
  );
}
