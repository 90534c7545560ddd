import { useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { EventLine } from './event-type.ts';
import { listWords } from './list-words.ts';
import { makeAgain } from './make-again.ts';

interface RestoreEventTypeProps {
  readonly line: EventLine;
  readonly onChanged: (said: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Archiving is for good (contract.md), so this makes a new one with the same settings and link. */
export function RestoreEventType({ line, onChanged, onClose }: RestoreEventTypeProps) {
  const words = useWords(listWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const restore = async (): Promise<void> => {
    await makeAgain(call, line, workspace.id);
    await onChanged(words.restored(line.name));
  };
  return (
    <Confirm title={words.restoreTitle(line.name)} verb={words.restore} act={restore} onClose={onClose} hidesCall>
      <p>{words.restoreText}</p>
    </Confirm>
  );
}
