import { useState } from 'react';
import type { FieldType, FormFieldInput } from '../../../../../schemas/shapes/forms.ts';
import { builderWords } from '../../../../../texts/en/dashboard/event-type-settings.ts';
import { useWords } from '../../../../parts/locale.ts';
import { useAction } from '../../../data/use-action.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { TextField } from '../../../parts/text-field.tsx';
import { AreaField, CheckField, NumberField, SelectField } from '../fields.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { SELECTS } from './question-drafts.ts';
import { typedQuestion } from './typed-question.ts';

const TEXTS: readonly FieldType[] = ['short_text', 'long_text'];
const LONGEST = 5_000;
const MOST_OPTIONS = 100;
const FAR = 1e12;

interface QuestionDialogProps {
  /** undefined: a new one */
  readonly field: FormFieldInput | undefined;
  /** the questions above it */
  readonly earlier: readonly FormFieldInput[];
  readonly keys: readonly string[];
  readonly onTyped: (field: FormFieldInput) => void;
  readonly onClose: () => void;
}

/** One question with all its settings. Nothing is sent: the group is saved as a whole. */
export function QuestionDialog({ field, earlier, keys, onTyped, onClose }: QuestionDialogProps) {
  const words = useWords(builderWords);
  const [type, setType] = useState<FieldType>(field?.type ?? 'short_text');
  const action = useAction(async (form: FormData) => {
    onTyped(typedQuestion(form, { before: field, earlier, keys }));
    onClose();
  });
  return (
    <FormDialog
      title={field ? words.editTitle : words.newTitle}
      action={action}
      submit={field ? words.apply : words.put}
      onClose={onClose}
      hidesCall
    >
      <TextField name="label" label={words.label} maxLength={200} defaultValue={field?.label ?? ''} error={null} />
      <SelectField
        name="type"
        label={words.type}
        options={Object.entries(words.types).map(([value, label]) => ({ value, label }))}
        value={type}
        onChange={(value) => setType(value as FieldType)}
      />
      <TypeFields key={type} type={type} config={field?.config ?? {}} />
      <TextField
        name="helpText"
        label={words.help}
        optional
        maxLength={500}
        defaultValue={field?.helpText ?? ''}
        error={null}
      />
      <ConditionFields logic={field?.conditionalLogic} earlier={earlier} />
      <div className="rules">
        <CheckField name="required" label={words.required} defaultChecked={field?.required ?? false} />
      </div>
    </FormDialog>
  );
}

interface TypeFieldsProps {
  readonly type: FieldType;
  readonly config: NonNullable<FormFieldInput['config']>;
}

/** What a type has besides. */
function TypeFields({ type, config }: TypeFieldsProps) {
  const words = useWords(builderWords);
  const isSelect = SELECTS.includes(type);
  if (TEXTS.includes(type))
    return <Bound name="maxLength" label={words.longest} range={[1, LONGEST]} value={config.maxLength} />;
  return (
    <>
      {isSelect && (
        <AreaField
          name="options"
          label={words.options}
          required
          rows={4}
          maxLength={10_000}
          defaultValue={(config.options ?? []).map(({ label }) => label).join('\n')}
          error={null}
        />
      )}
      {(type === 'number' || type === 'multi_select') && <Range isSelect={isSelect} config={config} />}
    </>
  );
}

/** Of a number, or of how many are chosen. */
function Range({ isSelect, config }: { readonly isSelect: boolean; readonly config: TypeFieldsProps['config'] }) {
  const words = useWords(builderWords);
  const range: Bounds = isSelect ? [0, MOST_OPTIONS] : [-FAR, FAR];
  return (
    <div className="field-pair">
      <Bound name="min" label={isSelect ? words.fewestChoices : words.fewest} range={range} value={config.min} />
      <Bound name="max" label={isSelect ? words.mostChoices : words.most} range={range} value={config.max} />
    </div>
  );
}

type Bounds = readonly [number, number];

interface BoundProps {
  readonly name: string;
  readonly label: string;
  readonly range: Bounds;
  readonly value: number | undefined;
}

/** A limit that may be left open. */
const Bound = ({ name, label, range: [min, max], value }: BoundProps) => (
  <NumberField name={name} label={label} optional min={min} max={max} defaultValue={value ?? null} error={null} />
);
