import { useEffect, useRef, useState } from 'react';
import { startWords as words } from '../../../../texts/en/dashboard/first-run.ts';
import { describedBy, Field, type FieldFrame } from '../../../parts/field.tsx';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useAction } from '../../data/use-action.ts';
import { useLoad } from '../../data/use-load.ts';
import { Failure } from '../../parts/failure.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { ZoneOptions } from '../../parts/zone-options.tsx';
import { endOf, shownEnd, WEEKDAYS, weekdaysFrom } from '../availability/week.ts';
import type { EventType } from '../event-types/event-type.ts';
import { useDashboard, useFirstDay } from '../workspaces/dashboard-context.ts';
import { daysIn, type HoursProblems, hoursProblems } from './hours-problems.ts';
import { KeptHours } from './kept-hours.tsx';
import { isYoung } from './new-host.ts';
import { changesOf, type OneWindow, oneWindowOf } from './one-window.ts';
import { onlyEventOf, PlaceChoice, placeChange } from './place-choice.tsx';
import { Step, StepButtons } from './step.tsx';

type ScheduleLine = OutputOf<'listSchedules'>['schedules'][number];
/** What was never chosen: sign-in without a script knows no zone. */
const UNCHOSEN = 'UTC';

interface HoursStepProps {
  readonly onBack: () => void;
  readonly onDone: () => Promise<void>;
}

/** The same hours on each chosen day. A week that is more than that is shown, and kept; it is changed under Availability. */
export function HoursStep(props: HoursStepProps) {
  const { call } = useApi();
  const { person, workspace } = useDashboard();
  const list = useLoad(`start hours ${workspace.id}`, async () => {
    const [{ schedules }, event] = await Promise.all([
      call('listSchedules', { userId: person.id, limit: 1 }, workspace.id),
      onlyEventOf(call, person.id, workspace.id),
    ]);
    return { schedules, event };
  });
  const { state } = list;
  const isHoursAlone =
    state.status === 'ready' &&
    (!state.data.event || !state.data.schedules[0] || !oneWindowOf(state.data.schedules[0]));
  return (
    <Step number={2} title={isHoursAlone ? words.hoursTitle : words.whenAndWhere} hint={words.hoursHint}>
      <LoadState {...list} what={words.loadingHours}>
        {({ schedules: [schedule], event }) => {
          if (schedule === undefined) return null;
          const hours = oneWindowOf(schedule);
          if (hours === null) return <KeptHours schedule={schedule} {...props} />;
          // Drawn anew when the hours are others: what it is compared with is what it shows.
          return <HoursForm key={schedule.version} {...{ schedule, hours, event }} reload={list.reload} {...props} />;
        }}
      </LoadState>
    </Step>
  );
}

interface HoursFormProps extends HoursStepProps {
  readonly schedule: ScheduleLine;
  readonly hours: OneWindow;
  readonly event: EventType | null;
  readonly reload: () => Promise<void>;
}

function HoursForm({ schedule, hours, event, reload, onBack, onDone }: HoursFormProps) {
  const { call } = useApi();
  const { person, workspace } = useDashboard();
  const [problems, setProblems] = useState<HoursProblems>({});
  const element = useFirstWrong(problems);
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isUnchosen = schedule.timezone === UNCHOSEN && isYoung(person, Date.now());
  const zone = isUnchosen ? here : schedule.timezone;
  const save = useAction(async (form: FormData) => {
    const found = hoursProblems(form);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const days = daysIn(form);
    const [start, end, timezone] = ['start', 'end', 'timezone'].map((name) => String(form.get(name))) as [
      string,
      string,
      string,
    ];
    const place = event && placeChange(event, form);
    if (place) await call('updateEventType', { eventTypeId: event.id, ...place }, workspace.id);
    const changes = changesOf(schedule, { days, start, end: endOf(end), timezone });
    if (Object.keys(changes).length > 0) {
      const { id: scheduleId, version: expectedVersion } = schedule;
      await call('updateSchedule', { scheduleId, expectedVersion, ...changes }, workspace.id);
    }
    if (place || Object.keys(changes).length > 0) await reload();
    await onDone();
  });
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save.run(new FormData(event.currentTarget));
      }}
    >
      {save.error && <Failure error={save.error} />}
      <Field frame={{ id: 'start-days', label: words.days, required: true, problem: problems.days }} group>
        <div className="choices start-days">
          {weekdaysFrom(useFirstDay()).map((day) => (
            <label key={day} className="choice">
              <input type="checkbox" name="days" value={day} defaultChecked={hours.days.includes(day)} />
              <span>{words.dayNames[WEEKDAYS.indexOf(day)]}</span>
            </label>
          ))}
        </div>
      </Field>
      <div className="start-hours">
        <TimeInput name="start" label={words.from} value={hours.start} problem={problems.start} />
        <TimeInput name="end" label={words.to} value={shownEnd(hours.end)} problem={problems.end} />
        <div className="field start-zone">
          <label htmlFor="start-zone">{words.zone}</label>
          <select id="start-zone" name="timezone" defaultValue={zone}>
            <ZoneOptions chosen={zone} />
          </select>
        </div>
      </div>
      {event && <PlaceChoice event={event} error={save.error} isOpen={problems.isPlaceOpen ?? false} />}
      <StepButtons busy={save.busy} onBack={onBack} />
    </form>
  );
}

/** What was sent and does not fit takes the focus, as the browser does it. */
function useFirstWrong(problems: HoursProblems) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(problems).length > 0)
      form.current?.querySelector<HTMLElement>('.field.wrong :is(input, select)')?.focus();
  }, [problems]);
  return form;
}

interface TimeInputProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly problem: string | undefined;
}

function TimeInput({ name, label, value, problem }: TimeInputProps) {
  const frame: FieldFrame = { id: `start-${name}`, label, required: true, problem };
  return (
    <Field frame={frame}>
      <input
        type="time"
        id={frame.id}
        name={name}
        required
        defaultValue={value}
        aria-describedby={describedBy(frame)}
        aria-invalid={problem === undefined ? undefined : true}
      />
    </Field>
  );
}
