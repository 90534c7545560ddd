import { useState } from 'react';
import { DayPicker } from 'react-day-picker';
import { localParts } from '../../../../domain/time/local.ts';
import { gridWords } from '../../../../texts/en/dashboard/availability.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { dayWords } from '../../../parts/meeting-time.ts';
import { addMonths, monthOf } from '../../../picker/civil-month.ts';
import { fromLocal, toLocal } from '../../../picker/local-date.ts';
import { useDone } from '../../parts/done.tsx';
import { Section } from '../../parts/section.tsx';
import { useFirstDay } from '../workspaces/dashboard-context.ts';
import { useDateWords } from './dates-section.tsx';
import { DayDialog } from './day-dialog.tsx';
import { type DayState, stateOf } from './day-state.ts';
import type { ScheduleProps } from './schedule-props.ts';

/** Dates with hours of their own, and time off, in a month: choose a day to change it. */
export function CalendarSection({ schedule, reload }: ScheduleProps) {
  const words = useWords(gridWords);
  const locale = useLocale();
  const dateWords = useDateWords();
  const weekStartsOn = useFirstDay();
  const today = localParts(Date.now(), schedule.timezone).dateLocal;
  const [month, setMonth] = useState(monthOf(today));
  const [chosen, setChosen] = useState<string | null>(null);
  const { done, report } = useDone();
  const is = (test: (state: DayState) => boolean) => (day: Date) => test(stateOf(schedule, fromLocal(day)));
  return (
    <Section title={words.calendar} hint={words.calendarHint} done={done}>
      <div className="away-month">
        <MonthSteps month={month} first={monthOf(today)} onShow={setMonth} />
        <DayPicker
          month={toLocal(`${month}-01`)}
          onMonthChange={(day) => setMonth(monthOf(fromLocal(day)))}
          startMonth={toLocal(`${monthOf(today)}-01`)}
          today={toLocal(today)}
          weekStartsOn={weekStartsOn}
          hideNavigation
          lang={locale.tag}
          onDayClick={(day) => setChosen(fromLocal(day))}
          disabled={(day) => fromLocal(day) < today}
          modifiers={{
            weekly: is(({ isOffEachWeek }) => isOffEachWeek),
            closed: is(({ kind }) => kind === 'closed'),
            other: is(({ kind }) => kind === 'other'),
            away: is(({ away }) => away.length > 0),
          }}
          modifiersClassNames={{ weekly: 'day-weekly', closed: 'day-closed', other: 'day-other', away: 'day-away' }}
          components={COMPONENTS}
          formatters={{ formatWeekdayName: (day) => weekdayName(day, locale.tag, 'short') }}
          labels={{
            labelGrid: () => dayWords(`${month}-01`, locale, 'month'),
            labelWeekday: (day) => weekdayName(day, locale.tag, 'long'),
            labelDayButton: (day) => dayName(schedule, fromLocal(day), { words, dateWords }),
          }}
        />
        <Legend />
      </div>
      {chosen !== null && (
        <DayDialog key={chosen} date={chosen} {...{ schedule, reload, report }} onClose={() => setChosen(null)} />
      )}
    </Section>
  );
}

interface DayNames {
  readonly words: typeof gridWords;
  readonly dateWords: (date: string) => string;
}

/** A date and what counts on it, in words. */
function dayName(schedule: ScheduleProps['schedule'], date: string, { words, dateWords }: DayNames): string {
  const { kind, isOffEachWeek, away } = stateOf(schedule, date);
  const state = [
    kind !== 'usual' && words[kind],
    isOffEachWeek && words.offEachWeek,
    away.length > 0 && words.away,
  ].filter(Boolean);
  return [dateWords(date), ...state].join(', ');
}

/** What the forms of the days mean; a screen reader hears it of each day. */
function Legend() {
  const words = useWords(gridWords);
  return (
    <ul className="day-legend small quiet" aria-hidden="true">
      <li className="day-weekly">{words.offEachWeek}</li>
      <li className="day-closed">{words.closed}</li>
      <li className="day-other">{words.other}</li>
      <li className="day-away">{words.away}</li>
    </ul>
  );
}

/** The heading above names the month. */
const COMPONENTS = { MonthCaption: () => <></> };

const weekdayName = (day: Date, tag: string, weekday: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(tag, { weekday }).format(day);

interface MonthStepsProps {
  readonly month: string;
  readonly first: string;
  readonly onShow: (month: string) => void;
}

function MonthSteps({ month, first, onShow }: MonthStepsProps) {
  const words = useWords(gridWords);
  const locale = useLocale();
  const isFirst = month <= first;
  return (
    <div className="month-head">
      <button
        type="button"
        className="month-step"
        aria-label={words.previous}
        aria-disabled={isFirst}
        onClick={() => isFirst || onShow(addMonths(month, -1))}
      >
        <Icon name="left" />
      </button>
      <h3 aria-live="polite">{dayWords(`${month}-01`, locale, 'month')}</h3>
      <button type="button" className="month-step" aria-label={words.next} onClick={() => onShow(addMonths(month, 1))}>
        <Icon name="right" />
      </button>
    </div>
  );
}
