import { useState } from 'react';
import type { FormField, FormFieldInput } from '../../../../../schemas/shapes/forms.ts';
import { builderWords } from '../../../../../texts/en/dashboard/event-type-settings.ts';
import { questionWords } from '../../../../../texts/en/pages/details.ts';
import { conditionWords } from '../../../../parts/condition-words.ts';
import { useWords } from '../../../../parts/locale.ts';
import { TextField } from '../../../parts/text-field.tsx';
import { NumberField, type Option, SelectField } from '../fields.tsx';
import { type Condition, simpleCondition } from './question-drafts.ts';

interface ConditionFieldsProps {
  readonly logic: Condition | undefined;
  /** the questions above: a condition is about one of them */
  readonly earlier: readonly FormFieldInput[];
}

/** When a question is shown: always, or if a question above has one answer. A rule that says more is kept or replaced. */
export function ConditionFields({ logic, earlier }: ConditionFieldsProps) {
  const words = useWords(builderWords);
  const answers = useWords(questionWords);
  const simple = simpleCondition(logic);
  const [about, setAbout] = useState(simple?.key ?? (logic ? 'keep' : ''));
  if (earlier.length === 0 && logic === undefined) return null;
  const whole = { key: '', type: 'boolean', label: '', required: false, conditionalLogic: logic } as FormField;
  const kept = logic && !simple ? (conditionWords(whole, earlier, answers) ?? '') : null;
  const options: readonly Option[] = [
    { value: '', label: words.always },
    ...(kept === null ? [] : [{ value: 'keep', label: words.keep(kept) }]),
    ...earlier.map(({ key, label }) => ({ value: key, label: words.ifOf(label) })),
  ];
  const asked = earlier.find(({ key }) => key === about);
  const value = simple && simple.key === about ? String(simple.value) : undefined;
  return (
    <>
      <SelectField name="showIf" label={words.show} options={options} value={about} onChange={setAbout} />
      {asked && <AnswerField key={about} asked={asked} value={value} />}
    </>
  );
}

/** The answer that a condition waits for. */
function AnswerField({ asked, value = '' }: { readonly asked: FormFieldInput; readonly value: string | undefined }) {
  const words = useWords(builderWords);
  const { yes, no } = useWords(questionWords);
  const choices: readonly Option[] | undefined =
    asked.type === 'boolean'
      ? [
          { value: 'true', label: yes },
          { value: 'false', label: no },
        ]
      : asked.config?.options;
  if (choices)
    return (
      <SelectField
        name="showValue"
        label={words.value}
        options={choices}
        defaultValue={value || (choices[0]?.value ?? '')}
      />
    );
  if (asked.type === 'number')
    return (
      <NumberField
        name="showValue"
        label={words.value}
        min={-1e12}
        max={1e12}
        defaultValue={value === '' ? null : Number(value)}
        error={null}
      />
    );
  return <TextField name="showValue" label={words.value} maxLength={500} defaultValue={value} error={null} />;
}
