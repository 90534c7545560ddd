import { useState } from 'react';
import { useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import type { CallError } from '../../data/call.ts';
import { hasUnsaved } from '../../data/unsaved-parts.ts';
import { useAction } from '../../data/use-action.ts';
import { useToast } from '../../parts/toast.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { EventLine } from './event-type.ts';
import { listWords } from './list-words.ts';

interface OnOffProps {
  readonly line: Pick<EventLine, 'id' | 'name' | 'archivedAt'>;
  /** reads again what shows it */
  readonly onChanged: () => Promise<void>;
  /** null: it worked */
  readonly onFailure: (error: CallError | null) => void;
}

/** Whether guests can book an event type. It changes at once, and back if the call fails; the message takes it back. */
export function OnOff({ line: { id, name, archivedAt }, onChanged, onFailure }: OnOffProps) {
  const words = useWords(listWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const toast = useToast();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOn = wanted ?? archivedAt === null;
  const write = async (on: boolean): Promise<void> => {
    setWanted(on);
    try {
      await call(on ? 'restoreEventType' : 'archiveEventType', { eventTypeId: id }, workspace.id);
      await onChanged();
    } finally {
      setWanted(null);
    }
  };
  const action = useAction(async (on: boolean) => {
    onFailure(null);
    // The page of an event type that is off has no fields.
    if (!on && hasUnsaved()) return toast(words.saveFirst);
    await write(on).catch((failure: CallError) => {
      onFailure(failure);
      throw failure;
    });
    toast(on ? words.isOn(name) : words.isOff(name), () => write(!on));
  });
  return (
    <button
      type="button"
      role="switch"
      className="on-off"
      aria-checked={isOn}
      aria-label={words.bookable(name)}
      aria-busy={action.busy}
      onClick={() => void action.run(!isOn)}
    >
      <span className="on-off-track" aria-hidden="true" />
      <span aria-hidden="true">{isOn ? words.on : words.off}</span>
    </button>
  );
}
