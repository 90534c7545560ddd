import { availabilityWords } from '../../../../texts/en/dashboard/availability.ts';
import { useWords } from '../../../parts/locale.ts';
import { endOf, isPastMidnight, type OpenTime, problemOf, shownEnd, withOneMore } from './week.ts';

interface WindowFieldsProps {
  readonly times: readonly OpenTime[];
  readonly onChange: (times: readonly OpenTime[]) => void;
}

/** The open times of one date. */
export function WindowFields({ times, onChange }: WindowFieldsProps) {
  const words = useWords(availabilityWords);
  const problem = problemOf(times);
  const set = (index: number, time: OpenTime): void => onChange(times.map((one, at) => (at === index ? time : one)));
  return (
    <div className="day-times">
      {times.map(({ start, end }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place in the day is what names it
        <div className="day-time" key={index}>
          <input
            type="time"
            aria-label={words.start}
            aria-invalid={problem !== null || undefined}
            value={start}
            onChange={(event) => set(index, { start: event.currentTarget.value, end })}
          />
          <span aria-hidden="true">–</span>
          <input
            type="time"
            aria-label={words.end}
            aria-invalid={problem !== null || undefined}
            value={shownEnd(end)}
            onChange={(event) => set(index, { start, end: endOf(event.currentTarget.value) })}
          />
          {isPastMidnight({ start, end }) && <span className="small quiet">{words.untilNextDay}</span>}
          {times.length > 1 && (
            <button
              type="button"
              className="link-button small"
              onClick={() => onChange(times.filter((_, at) => at !== index))}
            >
              {words.remove}
              <span className="vh">
                {' '}
                {start} – {end}
              </span>
            </button>
          )}
        </div>
      ))}
      {problem !== null && (
        <p className="problem small" role="alert">
          {words[problem]}
        </p>
      )}
      <button type="button" className="link-button small" onClick={() => onChange(withOneMore(times))}>
        {words.add}
      </button>
    </div>
  );
}
