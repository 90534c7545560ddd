import { type ComponentProps, createContext, type ReactEventHandler, useContext, useEffect, useRef } from 'react';
import { type DayButton, DayPicker, type DayPickerProps, type Week } from 'react-day-picker';
import { monthOf } from '../picker/civil-month.ts';
import { fromLocal, toLocal } from '../picker/local-date.ts';
import type { OpenMonth } from '../picker/open-month.ts';
import { type Locale, useLocale, useWords } from '../texts/locale.ts';
import { pickerWords } from '../texts/picker.ts';
import { dayWords } from './meeting-time.ts';
import type { LivePicker, Picker } from './picker-props.ts';

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

interface GridContext extends MonthGridProps {
  /** number of times, for each day with any */
  readonly counts: ReadonlyMap<string, number>;
}

const Grid = createContext<GridContext | null>(null);

function useGrid(): GridContext {
  const grid = useContext(Grid);
  if (!grid) throw new Error('only within MonthGrid');
  return grid;
}

/**
 * The days of a month as a table: each day with times is a link. A script makes it a grid with arrow keys, in which
 * only one day is a tab stop; without one every day is.
 */
export function MonthGrid(props: MonthGridProps) {
  const { open, chosen, today, weekStartsOn, live } = props;
  const locale = useLocale();
  const { month: words } = useWords(pickerWords);
  const counts = new Map(open.days.map(({ date, times }) => [date, times.length]));
  // A link may lead past all bookable months.
  const isPastAll = open.month > open.lastMonth;
  const isOff = (day: Date): boolean => {
    const date = fromLocal(day);
    // Other months are unknown: keys may go there.
    return monthOf(date) === open.month && !counts.has(date);
  };
  return (
    <Grid value={{ ...props, counts }}>
      <DayPicker
        mode="single"
        required
        selected={chosen === null ? undefined : toLocal(chosen)}
        onSelect={(day) => live?.choose(fromLocal(day))}
        month={toLocal(`${open.month}-01`)}
        onMonthChange={(first) => live?.show(monthOf(fromLocal(first)))}
        startMonth={toLocal(`${monthOf(today)}-01`)}
        endMonth={toLocal(`${isPastAll ? open.month : open.lastMonth}-01`)}
        today={toLocal(today)}
        disabled={isOff}
        weekStartsOn={weekStartsOn}
        hideNavigation
        lang={locale.tag}
        className="month"
        components={COMPONENTS}
        formatters={{ formatWeekdayName: (day) => weekdayWords(day, locale, 'short') }}
        labels={{
          labelGrid: (first) => words.grid(dayWords(fromLocal(first), locale, 'month')),
          labelWeekday: (day) => weekdayWords(day, locale, 'long'),
        }}
      />
    </Grid>
  );
}

const weekdayFormats = new Map<string, Intl.DateTimeFormat>();

/** Formats are kept: making one takes longer than the rest of a month. */
function weekdayWords(day: Date, { tag }: Locale, weekday: 'short' | 'long'): string {
  const key = `${weekday} ${tag}`;
  const format = weekdayFormats.get(key) ?? new Intl.DateTimeFormat(tag, { weekday });
  weekdayFormats.set(key, format);
  return format.format(day);
}

const COMPONENTS: NonNullable<DayPickerProps['components']> = {
  // The heading above names the month.
  MonthCaption: () => <></>,
  MonthGrid: GridTable,
  Week: GridWeek,
  Day: GridCell,
  DayButton: DayLink,
};

/** A plain table if no script handles keys. */
function GridTable({ role, 'aria-multiselectable': _none, ...table }: ComponentProps<'table'>) {
  const { live } = useGrid();
  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its keys are handled by react-day-picker
  return live ? <table role="grid" aria-busy={live.status === 'loading'} {...table} /> : <table {...table} />;
}

/** Hides past weeks: on a phone, times late in a month stay visible. Keys that move into one show it. */
function GridWeek({ week, className, ...row }: ComponentProps<typeof Week>) {
  const { open, today } = useGrid();
  const last = week.days.at(-1)?.date;
  const isOver = open.month === monthOf(today) && last !== undefined && fromLocal(last) < today;
  return <tr className={isOver ? `${className} over` : className} {...row} />;
}

type CellProps = ComponentProps<'td'> & { readonly day: unknown; readonly modifiers: unknown };

function GridCell({ day: _day, modifiers: _modifiers, role, 'aria-selected': isSelected, ...cell }: CellProps) {
  const { live } = useGrid();
  // biome-ignore lint/a11y/useAriaPropsSupportedByRole: its role is gridcell
  return live ? <td role={role} aria-selected={isSelected} {...cell} /> : <td {...cell} />;
}

type DayLinkProps = ComponentProps<typeof DayButton>;

/** The same element in every state: it keeps the focus while a month loads. */
function DayLink(props: DayLinkProps) {
  const { counts, today, chosen, hrefTo, live } = useGrid();
  const { month: words } = useWords(pickerWords);
  const locale = useLocale();
  const link = useRef<HTMLAnchorElement>(null);
  const isFocused = props.modifiers.focused === true;
  useEffect(() => {
    if (isFocused) (link.current as { focus?(): void } | null)?.focus?.();
  }, [isFocused]);
  const date = fromLocal(props.day.date);
  const count = counts.get(date);
  const name = dayWords(date, locale);
  const said = count === undefined ? words.dayOff(name) : words.dayWithTimes(name, count);
  const label = date === today ? `${said}, ${words.today}` : said;
  const keys = live ? keysOf(props) : {};
  const number = Number(date.slice(8));
  if (count === undefined) {
    const held = live && isFocused ? { role: 'link', 'aria-disabled': true, 'aria-label': label } : {};
    return (
      <a ref={link} className={date < today ? 'day-off past' : 'day-off'} {...keys} {...held}>
        {number}
      </a>
    );
  }
  const current = date === chosen ? ({ 'aria-current': 'date' } as const) : {};
  return (
    <a ref={link} className="day-open" href={hrefTo(date)} rel="nofollow" aria-label={label} {...current} {...keys}>
      {number}
    </a>
  );
}

/** The props that react-day-picker gives its button; its handlers need only what a link's event has. */
type ButtonKeys = Pick<DayLinkProps, 'tabIndex'> & {
  readonly [Handler in 'onBlur' | 'onFocus' | 'onKeyDown' | 'onClick']?: ReactEventHandler | undefined;
};

/** Does with a link what react-day-picker does with its button: Ctrl or Shift still opens it elsewhere. */
function keysOf({ tabIndex, onClick, onBlur, onFocus, onKeyDown }: ButtonKeys): ComponentProps<'a'> {
  return {
    tabIndex: tabIndex ?? -1,
    onBlur,
    onFocus,
    onKeyDown: (event) => {
      // Enter alone follows a link; the space bar also chooses a day of a grid.
      if (event.key === ' ') onClick?.(event);
      else onKeyDown?.(event);
    },
    onClick: (event) => {
      if (!(event.metaKey || event.ctrlKey || event.shiftKey)) onClick?.(event);
    },
  };
}
