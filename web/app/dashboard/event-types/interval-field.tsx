import { settingsWords } from '../../../../texts/en/dashboard/event-type-settings.ts';
import { useWords } from '../../../parts/locale.ts';
import { SelectField } from './fields.tsx';

const INTERVALS = [5, 10, 15, 20, 30, 45, 60, 90, 120];

/** From one offered start to the next. @param chosen null: as long as the meeting */
export function IntervalField({ chosen }: { readonly chosen: number | null }) {
  const words = useWords(settingsWords);
  const intervals = [...new Set(chosen === null ? INTERVALS : [...INTERVALS, chosen])].sort((a, b) => a - b);
  return (
    <SelectField
      name="slotIntervalMinutes"
      label={words.interval}
      defaultValue={chosen === null ? '' : String(chosen)}
      options={[
        { value: '', label: words.intervalSame },
        ...intervals.map((count) => ({ value: String(count), label: words.minutesOf(count) })),
      ]}
    />
  );
}
