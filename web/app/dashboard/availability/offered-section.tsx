import { useId, useState } from 'react';
import { DAY_MS } from '../../../../domain/time/civil.ts';
import { localParts } from '../../../../domain/time/local.ts';
import { availabilityWords, gridWords } from '../../../../texts/en/dashboard/availability.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { dayWords } from '../../../parts/meeting-time.ts';
import { addDays } from '../../../picker/civil-month.ts';
import { useApi } from '../../data/api-context.ts';
import { useAction } from '../../data/use-action.ts';
import { useLoad } from '../../data/use-load.ts';
import { Failure } from '../../parts/failure.tsx';
import { LoadState } from '../../parts/load-state.tsx';
import { Section } from '../../parts/section.tsx';
import { ZoneOptions } from '../../parts/zone-options.tsx';
import { useDashboard, useUsualZone } from '../workspaces/dashboard-context.ts';
import { AfterSaving } from './after-saving.tsx';
import { Answer, type Explanation } from './explanation.tsx';
import { OfferedTimes } from './offered-times.tsx';
import type { Schedule } from './schedule.ts';
import { type DayAsked, useOffered } from './use-offered.ts';
import type { Week } from './week.ts';

interface OfferedSectionProps {
  readonly schedule: Schedule;
  /** hours that are not saved; null: they are */
  readonly drawn: Week | null;
}

/** What guests are offered on a day, in any zone; a time that is not offered says why. */
export function OfferedSection({ schedule, drawn }: OfferedSectionProps) {
  const words = useWords(gridWords);
  const [eventTypeId, setEventTypeId] = useState(schedule.eventTypes[0]?.id ?? '');
  const [zone, setZone] = useState(schedule.timezone);
  return (
    <Section title={words.offered} hint={words.offeredHint}>
      {eventTypeId === '' ? (
        <p className="quiet none">{words.noEvent}</p>
      ) : (
        <>
          <div className="offered-choice">
            <EventChoice events={schedule.eventTypes} value={eventTypeId} onChoose={setEventTypeId} />
            <ZoneChoice value={zone} onChoose={setZone} />
          </div>
          <Days key={eventTypeId} {...{ schedule, drawn, eventTypeId, zone }} />
        </>
      )}
    </Section>
  );
}

interface DaysProps extends OfferedSectionProps {
  readonly eventTypeId: string;
  readonly zone: string;
}

/** A day after the other, beginning with the first that has times: a closed one would say nothing. */
function Days({ schedule, drawn, eventTypeId, zone }: DaysProps) {
  const words = useWords(gridWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [chosen, setChosen] = useState<string | null>(null);
  const first = useLoad(`first offered ${eventTypeId}`, async () => {
    const { slots, next } = await call('proposeSlots', { eventTypeId, limit: 1 }, workspace.id);
    return Date.parse((slots[0] ?? next)?.startUtc ?? new Date(Date.now() + DAY_MS).toISOString());
  });
  return (
    <LoadState {...first} what={words.loading}>
      {(startMs) => {
        const date = chosen ?? localParts(startMs, zone).dateLocal;
        return (
          <>
            <DaySteps date={date} zone={zone} onChoose={setChosen} />
            <OneDay {...{ schedule, drawn }} asked={{ eventTypeId, zone, date }} />
          </>
        );
      }}
    </LoadState>
  );
}

function OneDay({ schedule, drawn, asked }: OfferedSectionProps & { readonly asked: DayAsked }) {
  const words = useWords(gridWords);
  const locale = useLocale();
  const offered = useOffered(schedule, asked);
  return (
    <>
      <h3>{dayWords(asked.date, locale)}</h3>
      <LoadState {...offered} what={words.loading}>
        {(times) => (
          <>
            {drawn && <AfterSaving {...{ schedule, asked }} week={drawn} offered={times} />}
            <WithReasons key={JSON.stringify(asked)} asked={asked} times={times} />
          </>
        )}
      </LoadState>
    </>
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
        <ZoneOptions chosen={value} usual={useUsualZone()} />
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
