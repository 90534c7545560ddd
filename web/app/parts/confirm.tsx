import type { ReactNode } from 'react';
import { confirmWords as say } from '../../../texts/en/dashboard/parts.ts';
import { useAction } from '../data/use-action.ts';
import { AsCall } from './as-call.tsx';
import { Dialog } from './dialog.tsx';
import { Failure } from './failure.tsx';

interface ConfirmProps {
  readonly title: string;
  /** the label of the button that does it */
  readonly verb: string;
  /** the label of the button that changes nothing */
  readonly close?: string;
  readonly onClose: () => void;
  readonly act: () => Promise<void>;
  /** it reads before it writes: its first call says little */
  readonly hidesCall?: boolean;
  readonly children: ReactNode;
}

/** Asks before an irreversible act. */
export function Confirm({ title, verb, close = say.cancel, onClose, act, hidesCall, children }: ConfirmProps) {
  const action = useAction(async () => {
    await act();
    onClose();
  });
  return (
    <Dialog title={title} onClose={onClose}>
      {action.error && <Failure error={action.error} />}
      {children}
      <div className="actions">
        <button type="button" className="button danger" aria-disabled={action.busy} onClick={() => void action.run()}>
          {verb}
        </button>
        <button type="button" className="button second" onClick={onClose}>
          {close}
        </button>
      </div>
      {!hidesCall && <AsCall />}
    </Dialog>
  );
}
