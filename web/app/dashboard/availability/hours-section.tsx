import { useEffect, useState } from 'react';
import { availabilityWords } from '../../../../texts/en/dashboard/availability.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { zoneName } from '../../../parts/meeting-time.ts';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import { useUnsaved } from '../../data/use-unsaved.ts';
import { AsCall } from '../../parts/as-call.tsx';
import { useDone } from '../../parts/done.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Section } from '../../parts/section.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useDashboard, useFirstDay } from '../workspaces/dashboard-context.ts';
import { CopyDay } from './copy-day.tsx';
import { DayRow } from './day-row.tsx';
import { FoldedOnPhones } from './folded-on-phones.tsx';
import type { ScheduleProps } from './schedule-props.ts';
import { hoursOf, problemOn, WEEKDAYS, type Week, type Weekday, weekdaysFrom, weekOf, withinDays } from './week.ts';
import { WeekGrid } from './week-grid.tsx';
import { ZoneField } from './zone-field.tsx';

const sameWeek = (one: Week, other: Week): boolean => JSON.stringify(one) === JSON.stringify(other);

interface HoursSectionProps extends ScheduleProps {
  /** gets the week that is not saved; null: it is, or it does not fit yet */
  readonly onDrawn: (week: Week | null) => void;
}

/** The weekly hours. Nothing is sent before *Save*: a half-changed week would be booked. */
export function HoursSection({ schedule, reload, onDrawn }: HoursSectionProps) {
  const words = useWords(availabilityWords);
  const locale = useLocale();
  const { week, change, save, discard, gone, say, outside, isChanged, hasProblem } = useHours(schedule, reload);
  const [copying, setCopying] = useState<Weekday | null>(null);
  const days = weekdaysFrom(useFirstDay());
  const drawn = isChanged && !hasProblem ? week : null;
  useEffect(() => onDrawn(drawn), [drawn, onDrawn]);
  return (
    <Section title={words.hours} hint={words.hoursHint(zoneName(schedule.timezone, locale))} gone={gone}>
      {save.error && <Failure error={save.error} />}
      <FoldedOnPhones summary={words.drawing}>
        <WeekGrid week={withinDays(week)} onChange={change} />
      </FoldedOnPhones>
      <div className="week">
        {days.map((day) => (
          <DayRow
            key={day}
            day={day}
            week={week}
            onChange={(times) => change({ ...week, [day]: times })}
            onCopy={() => setCopying(day)}
          />
        ))}
      </div>
      <ZoneField schedule={schedule} reload={reload} report={say} />
      {outside > 0 && <Notice notice={{ tone: 'warning', title: words.outside(outside) }} />}
      {isChanged && <SaveOrUndo save={save} hasProblem={hasProblem} onUndo={discard} />}
      {copying && (
        <CopyDay
          day={copying}
          onCopy={(days) => change({ ...week, ...Object.fromEntries(days.map((day) => [day, week[copying]])) })}
          onClose={() => setCopying(null)}
        />
      )}
    </Section>
  );
}

/** The week as it is drawn, and what is saved of it. */
function useHours(schedule: ScheduleProps['schedule'], reload: ScheduleProps['reload']) {
  const words = useWords(availabilityWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const saved = weekOf(schedule.weeklyHours);
  const [week, setWeek] = useState(saved);
  const [outside, setOutside] = useState(0);
  const { gone, report } = useDone();
  const toast = useToast();
  const isChanged = !sameWeek(week, saved);
  const hasProblem = WEEKDAYS.some((day) => problemOn(week, day) !== null);
  // The card is longer than a screen: a message at its top would be out of sight.
  const say = async (said: string, work: () => Promise<void>): Promise<void> => {
    await report('', work);
    toast(said);
  };
  const save = useAction(() =>
    say(words.saved, async () => {
      const input = { scheduleId: schedule.id, weeklyHours: hoursOf(week) };
      const { affectedMeetings, schedule: stored } = await call('updateSchedule', input, workspace.id);
      // Hours past midnight are those of two days from now on.
      setWeek(weekOf(stored.weeklyHours));
      setOutside(affectedMeetings.count);
      await reload();
    }),
  );
  const discard = (): void => setWeek(saved);
  useUnsaved(isChanged ? { name: words.hours, save: async () => !hasProblem && save.run(), discard } : null);
  return { week, change: setWeek, save, discard, gone, say, outside, isChanged, hasProblem };
}

interface SaveOrUndoProps {
  readonly save: Action<[]>;
  readonly hasProblem: boolean;
  readonly onUndo: () => void;
}

function SaveOrUndo({ save, hasProblem, onUndo }: SaveOrUndoProps) {
  const words = useWords(availabilityWords);
  return (
    <div>
      <div className="actions">
        <button
          type="button"
          className="button"
          aria-disabled={hasProblem || save.busy}
          onClick={() => hasProblem || void save.run()}
        >
          {save.busy ? words.saving : words.save}
        </button>
        <button type="button" className="button second" onClick={onUndo}>
          {words.undo}
        </button>
      </div>
      <AsCall />
    </div>
  );
}
