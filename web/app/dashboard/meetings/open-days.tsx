import { useId } from 'react';
import { actWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useLocale, useWords } from '../../../parts/locale.ts';
import { dayWords } from '../../../parts/meeting-time.ts';

const SHOWN = 8;

interface OpenDaysProps {
  /** in order, YYYY-MM-DD */
  readonly days: readonly string[];
  readonly date: string;
  readonly onChoose: (date: string) => void;
}

/** The next days with open times, one press each; a field for any other day. */
export function OpenDays({ days, date, onChoose }: OpenDaysProps) {
  const { move: words } = useWords(actWords);
  const locale = useLocale();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words.day}</label>
      <input
        type="date"
        id={id}
        value={date}
        required
        onChange={({ target }) => target.value !== '' && onChoose(target.value)}
      />
      <ul className="open-days" aria-label={words.days}>
        {days.slice(0, SHOWN).map((day) => (
          <li key={day}>
            <button
              type="button"
              className="time"
              aria-pressed={day === date}
              aria-label={dayWords(day, locale)}
              onClick={() => onChoose(day)}
            >
              {dayWords(day, locale, 'short').replace(/,? \d{4}$/, '')}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
