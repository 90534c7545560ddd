import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { unsavedWords as say } from '../../../texts/en/dashboard/parts.ts';
import { hasUnsaved, saveAll, unsavedParts } from '../data/unsaved-parts.ts';
import { Dialog } from './dialog.tsx';

/** Asks before a page with unsaved changes is left; closing and loading the tab anew ask in the browser's own words. */
export function LeaveGuard() {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      hasUnsaved() && (current.pathname !== next.pathname || workspaceOf(current) !== workspaceOf(next)),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return <LeaveQuestion onLeave={blocker.proceed} onStay={blocker.reset} />;
}

const workspaceOf = ({ search }: { readonly search: object }): unknown => (search as { workspace?: unknown }).workspace;

interface LeaveQuestionProps {
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

function LeaveQuestion({ onLeave, onStay }: LeaveQuestionProps) {
  const [parts] = useState(unsavedParts);
  const [busy, setBusy] = useState(false);
  const saveAndLeave = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    if (await saveAll()) onLeave();
    else onStay();
  };
  return (
    <Dialog title={say.leave} onClose={onStay}>
      {parts.length === 0 ? (
        <p>{say.leaveDialog}</p>
      ) : (
        <>
          <p>{say.leaveText}</p>
          <ul className="unsaved-list">
            {parts.map(({ name }) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </>
      )}
      <div className="actions">
        {parts.length > 0 && (
          <button type="button" className="button" aria-disabled={busy} onClick={() => void saveAndLeave()}>
            {busy ? say.saving : say.saveAndLeave}
          </button>
        )}
        <button type="button" className="button second" onClick={onStay}>
          {say.stay}
        </button>
        <button type="button" className="button danger" onClick={onLeave}>
          {say.leaveAnyway}
        </button>
      </div>
    </Dialog>
  );
}
