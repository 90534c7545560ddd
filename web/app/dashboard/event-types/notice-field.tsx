import { useId } from 'react';
import { settingsWords } from '../../../../texts/en/dashboard/event-type-settings.ts';
import { describedBy, Field, type FieldFrame } from '../../../parts/field.tsx';
import { useWords } from '../../../parts/locale.ts';
import type { CallError } from '../../data/call.ts';
import { problemOf } from '../../parts/text-field.tsx';

const UNITS = { minutes: 1, hours: 60, days: 1_440 } as const;
type Unit = keyof typeof UNITS;

/** The largest unit that says it without a fraction. */
const unitOf = (minutes: number): Unit => {
  if (minutes === 0) return 'hours';
  if (minutes % UNITS.days === 0) return 'days';
  return minutes % UNITS.hours === 0 ? 'hours' : 'minutes';
};

/** Reads what `NoticeField` sends. */
export const noticeOf = (form: FormData): number =>
  Number(form.get('notice')) * (UNITS[form.get('noticeUnit') as Unit] ?? 1);

interface NoticeFieldProps {
  readonly minutes: number;
  /** the path of the object that has it, if it is not at the top */
  readonly within?: string;
  readonly error: CallError | null;
}

/** A number and its unit: few people think in 2,880 minutes. */
export function NoticeField({ minutes, within = '', error }: NoticeFieldProps) {
  const words = useWords(settingsWords);
  const unit = unitOf(minutes);
  const frame: FieldFrame = {
    ...{ id: useId(), label: words.notice, required: true, hint: words.noticeHint },
    problem: problemOf(error, `${within}minimumNoticeMinutes`),
  };
  return (
    <Field frame={frame}>
      <span className="paired">
        <input
          type="number"
          inputMode="numeric"
          id={frame.id}
          name="notice"
          min={0}
          max={525_600}
          step={1}
          required
          defaultValue={minutes / UNITS[unit]}
          aria-describedby={describedBy(frame)}
        />
        <select name="noticeUnit" aria-label={words.unit} defaultValue={unit}>
          {Object.entries(words.units).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </span>
    </Field>
  );
}
