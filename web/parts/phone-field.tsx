import type { FormField } from '../../schemas/shapes/forms.ts';
import { questionWords } from '../../texts/en/pages/details.ts';
import { callingList } from './calling-countries.ts';
import { describedBy, Field, type FieldFrame } from './field.tsx';
import { useLocale, useWords } from './locale.ts';
import { countryName, questionName } from './question-names.ts';

interface PhoneFieldProps {
  readonly field: FormField;
  readonly typed: string;
  readonly frame: FieldFrame;
  readonly needed: boolean;
  /** two letters; '': none is known */
  readonly country: string;
}

/** The country, and the number as people write it there. A number that begins with + needs no country. */
export function PhoneField({ field, typed, frame, needed, country }: PhoneFieldProps) {
  const locale = useLocale();
  const words = useWords(questionWords);
  const wrong = frame.problem === undefined ? undefined : true;
  return (
    <Field frame={frame}>
      <div className="phone">
        <select name={countryName(field.key)} aria-label={words.country} defaultValue={country} autoComplete="off">
          <option value="">{words.country}</option>
          {callingList(locale).map(({ country: one, label }) => (
            <option key={one} value={one}>
              {label}
            </option>
          ))}
        </select>
        <input
          type="tel"
          autoComplete="tel"
          id={frame.id}
          name={questionName(field.key)}
          defaultValue={typed}
          required={needed}
          dir="ltr"
          aria-describedby={describedBy(frame)}
          aria-invalid={wrong}
        />
      </div>
    </Field>
  );
}
