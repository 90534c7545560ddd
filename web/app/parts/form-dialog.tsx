import type { ReactNode } from 'react';
import type { CallError } from '../data/call.ts';
import type { Action } from '../data/use-action.ts';
import { AsCall } from './as-call.tsx';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';
import { pageWords } from './page-words.ts';

const say = pageWords(
  {
    cancel: 'Cancel',
  },
  {
    cancel: 'Abbrechen',
  },
);

interface FormDialogProps {
  readonly title: string;
  /** gets what was typed; its failure shows above the fields */
  readonly action: Action<[FormData]>;
  /** the label of the submit button */
  readonly submit: string;
  /** the label of the button that changes nothing; "Cancel" says too much where a meeting is canceled */
  readonly close?: string;
  readonly onClose: () => void;
  /** shows the failure in words of its own */
  readonly failure?: (error: CallError) => ReactNode;
  /** the form says itself what does not fit, instead of the browser */
  readonly checksItself?: boolean;
  /** it calls nothing, or reads before it writes: there is no call to show */
  readonly hidesCall?: boolean;
  /** what it does is hard or impossible to take back */
  readonly isDangerous?: boolean;
  readonly children: ReactNode;
}

/** A dialog with fields, a button that sends them, and a button that closes it. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    action,
    submit,
    close = say.cancel,
    onClose,
    failure,
    checksItself,
    hidesCall,
    isDangerous,
    children,
  } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        noValidate={checksItself}
        onSubmit={(event) => {
          event.preventDefault();
          void action.run(new FormData(event.currentTarget));
        }}
      >
        {action.error && (failure ? failure(action.error) : <Failure error={action.error} />)}
        {children}
        <div className="actions">
          <button type="submit" className={isDangerous ? 'button danger' : 'button'} aria-disabled={action.busy}>
            {submit}
          </button>
          <button type="button" className="button second" onClick={onClose}>
            {close}
          </button>
        </div>
        {!hidesCall && <AsCall />}
      </form>
    </Dialog>
  );
}
