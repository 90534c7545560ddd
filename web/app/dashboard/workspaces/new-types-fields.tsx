import { settingsWords } from '../../../../texts/en/dashboard/event-type-settings.ts';
import { defaultsWords } from '../../../../texts/en/dashboard/workspaces.ts';
import { useWords } from '../../../parts/locale.ts';
import type { CallError } from '../../data/call.ts';
import { NumberField } from '../event-types/fields.tsx';
import { IntervalField } from '../event-types/interval-field.tsx';
import { NoticeField } from '../event-types/notice-field.tsx';
import type { Defaults } from './changed-defaults.ts';

interface NewTypesFieldsProps {
  readonly times: Defaults['bookingDefaults'];
  readonly error: CallError | null;
}

/** The times that a new event type has. Its own page changes them, with the same words. */
export function NewTypesFields({ times, error }: NewTypesFieldsProps) {
  const words = useWords(settingsWords);
  const number = (name: keyof typeof times, label: string, [min, max]: readonly [number, number]) => (
    <NumberField name={`bookingDefaults.${name}`} {...{ label, min, max, error }} defaultValue={times[name]} />
  );
  return (
    <fieldset className="field">
      <legend>{defaultsWords.newTypes}</legend>
      <div className="field-pair">
        {number('durationMinutes', words.minutes, [5, 720])}
        {number('maxFutureDays', words.ahead, [1, 730])}
      </div>
      <div className="field-pair">
        <NoticeField minutes={times.minimumNoticeMinutes} within="bookingDefaults." error={error} />
        <IntervalField chosen={times.slotIntervalMinutes} />
      </div>
      <div className="field-pair">
        {number('bufferBeforeMinutes', words.before, [0, 720])}
        {number('bufferAfterMinutes', words.after, [0, 720])}
      </div>
    </fieldset>
  );
}
