import type { MouseEvent, ReactNode } from 'react';
import { pickerWords } from '../../texts/en/pages/times.ts';
import { addDays, monthOf } from '../picker/civil-month.ts';
import type { OpenDay, OpenMonth } from '../picker/open-month.ts';
import { pickerHref } from '../picker/picker-place.ts';
import { daysOfWeek, shownWeek } from '../picker/shown-week.ts';
import { ClockChoice } from './clock-choice.tsx';
import { Icon } from './icon.tsx';
import { useLocale, useWords } from './locale.ts';
import { clockWords, dayWords } from './meeting-time.ts';
import type { LivePicker, Picker } from './picker-props.ts';

interface WeekViewProps extends Pick<Picker, 'open' | 'asked' | 'place'> {
  readonly beside: OpenMonth | null;
  /** YYYY-MM-DD */
  readonly today: string;
  readonly live: LivePicker | undefined;
  /** what stands there while the times load, or instead of them */
  readonly instead: ReactNode;
}

/** A week of open times, a column for each day. Only wide screens show it. */
export function WeekView(props: WeekViewProps) {
  const { open, asked, beside, place, today, live, instead } = props;
  const { timezone } = open;
  const { dates, beside: missing } = shownWeek(props);
  const days = daysOfWeek(open, beside);
  const isThere = (date: string): boolean =>
    monthOf(date) !== missing || (beside?.month === missing && beside.timezone === timezone);
  return (
    <section className="week-view" aria-labelledby="week-heading">
      <WeekHead dates={dates} today={today} open={open} place={place} live={live} />
      {instead ?? (
        <form method="get" action={place.path}>
          {Object.entries({ ...place.keep, timezone }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <ol className="week-days">
            {dates.map((date) => (
              <li key={date}>
                <Column date={date} day={days.get(date)} isToday={date === today} isThere={isThere(date)} />
              </li>
            ))}
          </ol>
          <ClockChoice place={place} timezone={timezone} date={asked ?? dates[0] ?? today} />
        </form>
      )}
    </section>
  );
}

interface ColumnProps {
  readonly date: string;
  readonly day: OpenDay | undefined;
  readonly isToday: boolean;
  /** false: its month is on its way */
  readonly isThere: boolean;
}

function Column({ date, day, isToday, isThere }: ColumnProps) {
  const locale = useLocale();
  const { month: words } = useWords(pickerWords);
  const name = dayWords(date, locale);
  return (
    <>
      <h4 aria-label={isToday ? `${name}, ${words.today}` : name} className={isToday ? 'today' : undefined}>
        <span>{dayWords(date, locale, 'weekday')}</span> {Number(date.slice(8))}
      </h4>
      {day === undefined ? (
        <p className="quiet">
          <span aria-hidden="true">{isThere ? '–' : '…'}</span>
          {isThere && <span className="vh">{words.none}</span>}
        </p>
      ) : (
        <ul>
          {day.times.map(({ startUtc, clock, note }) => (
            <li key={startUtc}>
              <button type="submit" className="time" name="startAt" value={startUtc}>
                {clockWords(clock, locale)}
                {note !== undefined && <small>{note}</small>}
                <span className="vh">, {name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface HeadProps extends Pick<WeekViewProps, 'today' | 'open' | 'place' | 'live'> {
  readonly dates: readonly string[];
}

/** The week's first and last day, and links to its neighbours. */
function WeekHead({ dates, today, open, place, live }: HeadProps) {
  const locale = useLocale();
  const { week: words } = useWords(pickerWords);
  const [first = today, last = today] = [dates[0], dates.at(-1)];
  const before = addDays(first, -7);
  const isFirst = open.month === monthOf(today) && !open.days.some(({ date }) => date < first);
  const earlier = first > today && !isFirst ? (before < today ? today : before) : null;
  const later = last < open.lastDate ? addDays(first, 7) : null;
  const step = (icon: 'left' | 'right', name: string, date: string | null) => (
    <WeekStep icon={icon} name={name} date={date} timezone={open.timezone} place={place} live={live} />
  );
  return (
    <nav className="month-head" aria-label={words.choose}>
      {step('left', words.previous, earlier)}
      <h3 id="week-heading" aria-live="polite">
        {dayWords(first, locale, 'short')} – {dayWords(last, locale, 'short')}
      </h3>
      {step('right', words.next, later)}
    </nav>
  );
}

interface StepProps extends Pick<HeadProps, 'place' | 'live'> {
  readonly icon: 'left' | 'right';
  readonly name: string;
  /** null: nothing can be booked there; the button stays and keeps the focus */
  readonly date: string | null;
  readonly timezone: string;
}

function WeekStep({ icon, name, date, timezone, place, live }: StepProps) {
  if (date === null) {
    return (
      // biome-ignore lint/a11y/useValidAnchor: nothing is there
      <a className="month-step" role="link" aria-disabled="true" aria-label={name} tabIndex={-1}>
        <Icon name={icon} />
      </a>
    );
  }
  return (
    <a
      className="month-step"
      href={pickerHref(place, { timezone, date })}
      rel="nofollow"
      aria-label={name}
      onClick={(event: MouseEvent) => {
        if (!live || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        live.showWeek(date);
      }}
    >
      <Icon name={icon} />
    </a>
  );
}
