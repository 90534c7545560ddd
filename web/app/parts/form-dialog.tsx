import type { ReactNode } from 'react';
import type { Action } from '../data/use-action.ts';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';

interface FormDialogProps {
  readonly title: string;
  /** gets what was typed; its failure shows above the fields */
  readonly action: Action<[FormData]>;
  /** the label of the submit button */
  readonly submit: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with fields, a button that sends them, and a button that closes it. */
export function FormDialog({ title, action, submit, onClose, children }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void action.run(new FormData(event.currentTarget));
        }}
      >
        {action.error && <Failure error={action.error} />}
        {children}
        <div className="actions">
          <button type="submit" className="button" aria-disabled={action.busy}>
            {submit}
          </button>
          <button type="button" className="button second" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
