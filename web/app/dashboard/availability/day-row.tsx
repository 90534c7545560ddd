import { availabilityWords } from '../../../../texts/en/dashboard/availability.ts';
import { useWords } from '../../../parts/locale.ts';
import {
  dayAfter,
  endOf,
  isPastMidnight,
  type OpenTime,
  problemOn,
  shownEnd,
  type Week,
  type Weekday,
  withOneMore,
} from './week.ts';

interface DayRowProps {
  readonly day: Weekday;
  readonly week: Week;
  readonly onChange: (times: readonly OpenTime[]) => void;
  readonly onCopy: () => void;
}

/** One day of the week: its open times, one more, or the same on other days. */
export function DayRow({ day, week, onChange, onCopy }: DayRowProps) {
  const words = useWords(availabilityWords);
  const times = week[day];
  const problem = problemOn(week, day);
  const name = words[day];
  const set = (index: number, time: OpenTime): void => onChange(times.map((one, at) => (at === index ? time : one)));
  return (
    <fieldset className="day">
      <legend>{name}</legend>
      <div className="day-times">
        {times.length === 0 && <p className="quiet">{words.closed}</p>}
        {times.map(({ start, end }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the day is what names it
          <div className="day-time" key={index}>
            <input
              type="time"
              aria-label={words.from(name)}
              aria-invalid={problem !== null || undefined}
              value={start}
              onChange={(event) => set(index, { start: event.currentTarget.value, end })}
            />
            <span aria-hidden="true">–</span>
            <input
              type="time"
              aria-label={words.to(name)}
              aria-invalid={problem !== null || undefined}
              value={shownEnd(end)}
              onChange={(event) => set(index, { start, end: endOf(event.currentTarget.value) })}
            />
            {isPastMidnight({ start, end }) && <span className="small quiet">{words.until(words[dayAfter(day)])}</span>}
            <button
              type="button"
              className="link-button small"
              onClick={() => onChange(times.filter((_, at) => at !== index))}
            >
              {words.remove}
              <span className="vh">{words.removeOn(name, `${start} – ${end}`)}</span>
            </button>
          </div>
        ))}
        {problem !== null && (
          <p className="problem small" role="alert">
            {words[problem]}
          </p>
        )}
      </div>
      <div className="row-actions">
        <button type="button" className="link-button small" onClick={() => onChange(withOneMore(times))}>
          {words.add}
          <span className="vh">{words.addOn(name)}</span>
        </button>
        {times.length > 0 && problem === null && (
          <button type="button" className="link-button small" onClick={onCopy}>
            {words.copy}
            <span className="vh">{words.copyOf(name)}</span>
          </button>
        )}
      </div>
    </fieldset>
  );
}
