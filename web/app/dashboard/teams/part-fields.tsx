import { useState } from 'react';
import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useWords } from '../../../parts/locale.ts';
import type { CallError } from '../../data/call.ts';
import { CheckField, NumberField } from '../event-types/fields.tsx';

const MOST_WEIGHT = 100;

interface PartFieldsProps {
  readonly weight: number;
  readonly fixed: boolean;
  readonly error: CallError | null;
}

/** How a person takes part: by weight, or always. */
export function PartFields({ weight, fixed, error }: PartFieldsProps) {
  const words = useWords(teamWords);
  const [isFixed, setFixed] = useState(fixed);
  return (
    <>
      <CheckField name="fixed" label={words.fixed} hint={words.fixedHint} defaultChecked={fixed} onChange={setFixed} />
      {!isFixed && (
        <NumberField
          name="weight"
          label={words.weight}
          hint={words.weightHint}
          min={1}
          max={MOST_WEIGHT}
          defaultValue={weight}
          error={error}
        />
      )}
    </>
  );
}

/** As the operation takes it. A fixed person keeps their weight for later. */
export const partOf = (form: FormData) => ({
  fixed: form.has('fixed'),
  ...(form.has('weight') && { weight: Number(form.get('weight')) }),
});
