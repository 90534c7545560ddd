import { useState } from 'react';
import { listWords } from '../../../../texts/en/dashboard/event-types.ts';
import { importWords } from '../../../../texts/en/dashboard/imports.ts';
import { useWords } from '../../../parts/locale.ts';
import { ImportDialog } from '../workspaces/import-dialog.tsx';
import { NewEventType } from './new-event-type.tsx';

interface AddEventTypesProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** gets what was done, in words */
  readonly onAdded: (said: string) => Promise<void>;
}

/** A new event type, or those that the host has at another service. */
export function AddEventTypes({ isOpen, onClose, onAdded }: AddEventTypesProps) {
  const words = useWords(listWords);
  const { imported } = useWords(importWords);
  const [isImporting, setImporting] = useState(false);
  const closeImport = (made: number) => {
    setImporting(false);
    if (made > 0) void onAdded(imported(made));
  };
  return (
    <>
      {isOpen && (
        <NewEventType
          onCreated={(name) => onAdded(words.created(name))}
          onImport={() => {
            onClose();
            setImporting(true);
          }}
          onClose={onClose}
        />
      )}
      {isImporting && <ImportDialog onClose={closeImport} />}
    </>
  );
}
