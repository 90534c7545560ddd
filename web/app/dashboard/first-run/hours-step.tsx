import { useState } from 'react';
import { Notice } from '../../../parts/notice.tsx';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { useLoad } from '../../data/use-load.ts';
import { Failure } from '../../parts/failure.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { WEEKDAYS } from '../availability/week.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { Step, StepButtons } from './step.tsx';
import { startWords as words } from './words.ts';

type ScheduleLine = OutputOf<'listSchedules'>['schedules'][number];
/** What was never chosen: sign-in without a script knows no zone. */
const UNCHOSEN = 'UTC';

interface HoursStepProps {
  readonly onBack: () => void;
  readonly onDone: () => Promise<void>;
}

/** The same hours on each chosen day. Who needs more finds it under Availability. */
export function HoursStep(props: HoursStepProps) {
  const { call } = useApi();
  const { person, workspace } = useDashboard();
  const list = useLoad(`start hours ${workspace.id}`, () =>
    call('listSchedules', { userId: person.id, limit: 1 }, workspace.id),
  );
  return (
    <Step number={2} title={words.hoursTitle} hint={words.hoursHint}>
      <LoadState {...list} what={words.loadingHours}>
        {({ schedules: [schedule] }) => schedule !== undefined && <HoursForm schedule={schedule} {...props} />}
      </LoadState>
    </Step>
  );
}

function HoursForm({ schedule, onBack, onDone }: HoursStepProps & { readonly schedule: ScheduleLine }) {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [problem, setProblem] = useState<string | null>(null);
  const [first] = schedule.weeklyHours;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = schedule.timezone === UNCHOSEN ? here : schedule.timezone;
  const save = useAction(async (form: FormData) => {
    const days = WEEKDAYS.filter((day) => form.getAll('days').includes(day));
    const [start, end, timezone] = ['start', 'end', 'timezone'].map((name) => String(form.get(name))) as [
      string,
      string,
      string,
    ];
    const wrong = days.length === 0 ? words.noDay : start >= end ? words.backwards : null;
    setProblem(wrong);
    if (wrong !== null) return;
    await call(
      'updateSchedule',
      { scheduleId: schedule.id, timezone, weeklyHours: [{ days, start, end }] },
      workspace.id,
    );
    await onDone();
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save.run(new FormData(event.currentTarget));
      }}
    >
      {save.error && <Failure error={save.error} />}
      {problem !== null && <Notice notice={{ tone: 'error', title: problem }} />}
      <fieldset className="field">
        <legend>{words.days}</legend>
        <div className="choices start-days">
          {WEEKDAYS.map((day, index) => (
            <label key={day} className="choice">
              <input type="checkbox" name="days" value={day} defaultChecked={first?.days.includes(day) ?? index < 5} />
              <span>{words.dayNames[index]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="start-hours">
        <TimeInput name="start" label={words.from} value={first?.start ?? '09:00'} />
        <TimeInput name="end" label={words.to} value={first?.end === '24:00' ? '23:59' : (first?.end ?? '17:00')} />
      </div>
      <div className="field">
        <label htmlFor="start-zone">{words.zone}</label>
        <select id="start-zone" name="timezone" defaultValue={zone}>
          {[...new Set([zone, here, ...Intl.supportedValuesOf('timeZone')])].map((one) => (
            <option key={one} value={one}>
              {one.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </div>
      <StepButtons busy={save.busy} onBack={onBack} />
    </form>
  );
}

interface TimeInputProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

const TimeInput = ({ name, label, value }: TimeInputProps) => (
  <div className="field">
    <label htmlFor={`start-${name}`}>{label}</label>
    <input type="time" id={`start-${name}`} name={name} required defaultValue={value} />
  </div>
);
