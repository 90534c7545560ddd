import { useId, useState } from 'react';
import { localParts } from '../../../../domain/time/local.ts';
import { dayWords } from '../../../parts/meeting-time.ts';
import { addDays } from '../../../picker/civil-month.ts';
import { useLocale, useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { Failure } from '../../parts/failure.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { zoneOptions } from '../../parts/zones.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { Answer, type Explanation } from './explanation.tsx';
import { gridWords } from './grid-words.ts';
import { OfferedTimes } from './offered-times.tsx';
import type { Schedule } from './schedule.ts';
import { type DayAsked, useOffered } from './use-offered.ts';
import { availabilityWords } from './words.ts';

/** What guests are offered on a day, in any zone; a time that is not offered says why. */
export function OfferedSection({ schedule }: { readonly schedule: Schedule }) {
  const words = useWords(gridWords);
  const locale = useLocale();
  const [eventTypeId, setEventTypeId] = useState(schedule.eventTypes[0]?.id ?? '');
  const [zone, setZone] = useState(schedule.timezone);
  const [date, setDate] = useState(() => addDays(localParts(Date.now(), schedule.timezone).dateLocal, 1));
  const asked: DayAsked | null = eventTypeId === '' ? null : { eventTypeId, zone, date };
  const offered = useOffered(schedule, asked);
  return (
    <Section title={words.offered} hint={words.offeredHint}>
      {asked === null ? (
        <p className="quiet none">{words.noEvent}</p>
      ) : (
        <>
          <div className="offered-choice">
            <EventChoice events={schedule.eventTypes} value={eventTypeId} onChoose={setEventTypeId} />
            <ZoneChoice value={zone} onChoose={setZone} />
          </div>
          <DaySteps date={date} zone={zone} onChoose={setDate} />
          <h3>{dayWords(date, locale)}</h3>
          <LoadState {...offered} what={words.loading}>
            {(times) => <WithReasons key={JSON.stringify(asked)} asked={asked} times={times} />}
          </LoadState>
        </>
      )}
    </Section>
  );
}

interface ChoiceProps {
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

function EventChoice({ events, value, onChoose }: ChoiceProps & { readonly events: Schedule['eventTypes'] }) {
  const words = useWords(availabilityWords);
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words.event}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {events.map(({ id: eventId, name }) => (
          <option key={eventId} value={eventId}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function ZoneChoice({ value, onChoose }: ChoiceProps) {
  const words = useWords(gridWords);
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words.zone}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {zoneOptions(value).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

interface DayStepsProps {
  readonly date: string;
  readonly zone: string;
  readonly onChoose: (date: string) => void;
}

function DaySteps({ date, zone, onChoose }: DayStepsProps) {
  const words = useWords(gridWords);
  const id = useId();
  const isFirst = date <= localParts(Date.now(), zone).dateLocal;
  return (
    <div className="offered-day">
      <button
        type="button"
        className="button second compact"
        aria-disabled={isFirst}
        onClick={() => isFirst || onChoose(addDays(date, -1))}
      >
        {words.dayBefore}
      </button>
      <label className="vh" htmlFor={id}>
        {words.day}
      </label>
      <input
        type="date"
        id={id}
        value={date}
        onChange={({ currentTarget: { value } }) => value !== '' && onChoose(value)}
      />
      <button type="button" className="button second compact" onClick={() => onChoose(addDays(date, 1))}>
        {words.dayAfter}
      </button>
    </div>
  );
}

interface WithReasonsProps {
  readonly asked: DayAsked;
  readonly times: Parameters<typeof OfferedTimes>[0]['offered'];
}

function WithReasons({ asked, times }: WithReasonsProps) {
  const words = useWords(gridWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [answer, setAnswer] = useState<{ readonly clock: string; readonly said: Explanation } | null>(null);
  const ask = useAction(async (startMs: number, clock: string) => {
    const { eventTypeId, zone } = asked;
    const input = { eventTypeId, startAt: new Date(startMs).toISOString(), timeZone: zone };
    setAnswer({ clock, said: await call('explainSlot', input, workspace.id) });
  });
  return (
    <>
      <OfferedTimes asked={asked} offered={times} onAsk={(startMs, clock) => void ask.run(startMs, clock)} />
      {ask.error && <Failure error={ask.error} />}
      <div className="offered-why" role="status">
        {answer && (
          <>
            <p className="eyebrow">{words.at(answer.clock)}</p>
            <Answer answer={answer.said} />
          </>
        )}
      </div>
    </>
  );
}
