import { useSortable } from '@dnd-kit/sortable';
import type { FormField, FormFieldInput } from '../../../../../schemas/shapes/forms.ts';
import { builderWords } from '../../../../../texts/en/dashboard/event-type-settings.ts';
import { questionWords } from '../../../../../texts/en/pages/details.ts';
import { conditionWords } from '../../../../parts/condition-words.ts';
import { Icon, type IconName } from '../../../../parts/icon.tsx';
import { useWords } from '../../../../parts/locale.ts';
import type { Fault } from './question-drafts.ts';

interface QuestionRowProps {
  readonly fields: readonly FormFieldInput[];
  readonly index: number;
  readonly fault: Fault | undefined;
  readonly onMove: (to: number) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** One question: its handle, what it asks, its arrows and acts. */
export function QuestionRow({ fields, index, fault, onMove, onEdit, onRemove }: QuestionRowProps) {
  const words = useWords(builderWords);
  const field = fields[index] as FormFieldInput;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } = useSortable({
    id: field.key,
  });
  const { label } = field;
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? 'question-row held' : 'question-row'}
      style={{ transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition }}
    >
      <button
        type="button"
        className="icon-button handle"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={`${words.drag}: ${label}`}
      >
        <Icon name="drag" />
      </button>
      <QuestionText fields={fields} field={field} />
      <span className="row-actions">
        <Act icon="up" name={`${words.up}: ${label}`} isOff={index === 0} act={() => onMove(index - 1)} />
        <Act
          icon="down"
          name={`${words.down}: ${label}`}
          isOff={index === fields.length - 1}
          act={() => onMove(index + 1)}
        />
        <button type="button" className="button second compact" onClick={onEdit}>
          {words.edit}
          <span className="vh"> {label}</span>
        </button>
        <Act icon="cross" name={`${words.remove}: ${label}`} isOff={false} act={onRemove} />
      </span>
      {fault && <p className="problem">{fault === 'condition' ? words.brokenCondition : words.brokenChoices}</p>}
    </li>
  );
}

function QuestionText({
  fields,
  field,
}: {
  readonly fields: readonly FormFieldInput[];
  readonly field: FormFieldInput;
}) {
  const words = useWords(builderWords);
  const condition = conditionWords(field as FormField, fields, useWords(questionWords));
  return (
    <div className="question-text">
      <p>
        <strong>
          <bdi>{field.label}</bdi>
        </strong>{' '}
        {field.required && <span className="tag">{words.isRequired}</span>}
      </p>
      <p className="small quiet">
        {words.types[field.type]}
        {condition !== null && ` · ${condition}`}
      </p>
    </div>
  );
}

interface ActProps {
  readonly icon: IconName;
  readonly name: string;
  /** stays reachable: a button that goes while it has the focus would lose it */
  readonly isOff: boolean;
  readonly act: () => void;
}

const Act = ({ icon, name, isOff, act }: ActProps) => (
  <button
    type="button"
    className="icon-button"
    aria-label={name}
    aria-disabled={isOff || undefined}
    onClick={({ currentTarget }) => {
      if (isOff) return;
      act();
      // A row that changes places loses the focus.
      requestAnimationFrame(() => currentTarget.focus());
    }}
  >
    <Icon name={icon} />
  </button>
);
