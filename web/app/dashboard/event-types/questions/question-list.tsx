import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { useRef } from 'react';
import type { FormFieldInput } from '../../../../../schemas/shapes/forms.ts';
import { builderWords } from '../../../../../texts/en/dashboard/event-type-settings.ts';
import { useWords } from '../../../../parts/locale.ts';
import { faultsOf } from './question-drafts.ts';
import { QuestionRow } from './question-row.tsx';

interface QuestionListProps {
  readonly fields: readonly FormFieldInput[];
  readonly onMove: (from: number, to: number) => void;
  readonly onEdit: (index: number) => void;
  readonly onRemove: (index: number) => void;
}

/** The questions in their order, moved by a pointer, by the keyboard on the handle, or by arrows. */
export function QuestionList({ fields, onMove, onEdit, onRemove }: QuestionListProps) {
  const words = useWords(builderWords);
  const faults = faultsOf(fields);
  const sensors = useSensors(
    // A press that moves a little is still a press.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (id: UniqueIdentifier): number => fields.findIndex(({ key }) => key === id);
  const drop = ({ active, over }: DragEndEvent): void => {
    if (over && active.id !== over.id) onMove(placeOf(active.id), placeOf(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        announcements: useAnnouncements(fields),
        screenReaderInstructions: { draggable: words.instructions },
      }}
    >
      <SortableContext items={fields.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        <ol className="question-rows" aria-label={words.list}>
          {fields.map((field, index) => (
            <QuestionRow
              key={field.key}
              fields={fields}
              index={index}
              fault={faults.get(index)}
              onMove={(to) => onMove(index, to)}
              onEdit={() => onEdit(index)}
              onRemove={() => onRemove(index)}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

/** What a screen reader says while a question moves. */
function useAnnouncements(fields: readonly FormFieldInput[]): Announcements {
  const words = useWords(builderWords);
  const labelOf = (id: UniqueIdentifier): string => fields.find(({ key }) => key === id)?.label ?? '';
  const at = (id: UniqueIdentifier): number => fields.findIndex(({ key }) => key === id) + 1;
  // The library reports the place where a question is picked up as well: that would drown the words before it.
  const hasMoved = useRef(false);
  return {
    onDragStart: ({ active: { id } }) => {
      hasMoved.current = false;
      return words.picked(labelOf(id), at(id), fields.length);
    },
    onDragOver: ({ active, over }) => {
      if (!over || (over.id === active.id && !hasMoved.current)) return undefined;
      hasMoved.current = true;
      return words.over(labelOf(active.id), at(over.id), fields.length);
    },
    onDragEnd: ({ active, over }) =>
      over ? words.dropped(labelOf(active.id), at(over.id), fields.length) : words.canceled(labelOf(active.id)),
    onDragCancel: ({ active }) => words.canceled(labelOf(active.id)),
  };
}
