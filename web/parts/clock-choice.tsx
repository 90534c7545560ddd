import { pickerWords } from '../../texts/en/pages/times.ts';
import { type PickerPlace, pickerHref } from '../picker/picker-place.ts';
import { useLocale, useWords } from './locale.ts';
import { hasHalfDays } from './meeting-time.ts';

interface ClockChoiceProps {
  readonly place: PickerPlace;
  readonly timezone: string;
  /** YYYY-MM-DD */
  readonly date: string;
}

/** Leads to this page with the other clock: 12 or 24 hours. */
export function ClockChoice({ place, timezone, date }: ClockChoiceProps) {
  const { day: words } = useWords(pickerWords);
  const isTwelve = hasHalfDays(useLocale());
  return (
    <p className="clock-choice small">
      <a href={pickerHref(place, { timezone, date, clock: isTwelve ? '24' : '12' })} rel="nofollow">
        {isTwelve ? words.clock24 : words.clock12}
      </a>
    </p>
  );
}
