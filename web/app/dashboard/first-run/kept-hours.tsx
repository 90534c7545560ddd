import { Link } from '@tanstack/react-router';
import { startWords as words } from '../../../../texts/en/dashboard/first-run.ts';
import { useLocale } from '../../../parts/locale.ts';
import { clockWords, zoneName } from '../../../parts/meeting-time.ts';
import type { OutputOf } from '../../data/call.ts';
import { WEEKDAYS, weekdaysFrom, weekOf } from '../availability/week.ts';
import { useFirstDay } from '../workspaces/dashboard-context.ts';
import { StepButtons } from './step.tsx';

interface KeptHoursProps {
  readonly schedule: OutputOf<'listSchedules'>['schedules'][number];
  readonly onBack: () => void;
  readonly onDone: () => Promise<void>;
}

/** A week that the form cannot show: as it is, a line per day. Going on leaves it alone; it is changed under Availability. */
export function KeptHours({ schedule, onBack, onDone }: KeptHoursProps) {
  const locale = useLocale();
  const week = weekOf(schedule.weeklyHours);
  const shown = (time: string): string => (time === '24:00' ? time : clockWords(time, locale));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void onDone();
      }}
    >
      <p className="small">{words.kept(zoneName(schedule.timezone, locale))}</p>
      <dl className="start-week">
        {weekdaysFrom(useFirstDay()).map((day) => (
          <div key={day}>
            <dt>{words.dayNames[WEEKDAYS.indexOf(day)]}</dt>
            <dd>{week[day].map(({ start, end }) => `${shown(start)} – ${shown(end)}`).join(', ') || words.closed}</dd>
          </div>
        ))}
      </dl>
      <p className="small">
        <Link to="/availability">{words.changeHours}</Link>
      </p>
      <StepButtons busy={false} onBack={onBack} />
    </form>
  );
}
