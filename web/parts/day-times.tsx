import { pickerWords } from '../../texts/en/pages/times.ts';
import type { OpenDay } from '../picker/open-month.ts';
import type { PickerPlace } from '../picker/picker-place.ts';
import { ClockChoice } from './clock-choice.tsx';
import { useLocale, useWords } from './locale.ts';
import { clockWords, dayWords } from './meeting-time.ts';

interface DayTimesProps {
  readonly day: OpenDay;
  /** a requested day without times */
  readonly missed: string | null;
  readonly place: PickerPlace;
  readonly timezone: string;
}

/** The open times of one day. Each is a button of one GET form, which passes on the guest's input. */
export function DayTimes({ day: { date, times }, missed, place, timezone }: DayTimesProps) {
  const locale = useLocale();
  const { day: words } = useWords(pickerWords);
  const heading = dayWords(date, locale);
  return (
    <section className="day" aria-labelledby="day-heading">
      <h3 id="day-heading">
        {heading}
        <span className="count">{words.times(times.length)}</span>
      </h3>
      {missed !== null && <p className="quiet small missed">{words.missed(dayWords(missed, locale))}</p>}
      <form method="get" action={place.path}>
        {Object.entries({ ...place.keep, timezone }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <ul className="times">
          {times.map(({ startUtc, clock, note }) => (
            <li key={startUtc}>
              <button type="submit" className="time" name="startAt" value={startUtc}>
                {clockWords(clock, locale)}
                {note !== undefined && <small>{note}</small>}
                <span className="vh">, {heading}</span>
              </button>
            </li>
          ))}
        </ul>
      </form>
      <ClockChoice place={place} timezone={timezone} date={date} />
    </section>
  );
}
