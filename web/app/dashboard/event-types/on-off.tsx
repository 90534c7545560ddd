import { listWords } from '../../../../texts/en/dashboard/event-types.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import type { CallError } from '../../data/call.ts';
import { hasUnsaved } from '../../data/unsaved-parts.ts';
import { Switch } from '../../parts/switch.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { EventLine } from './event-type.ts';

interface OnOffProps {
  readonly line: Pick<EventLine, 'id' | 'name' | 'archivedAt'>;
  /** reads again what shows it */
  readonly onChanged: () => Promise<void>;
  /** null: it worked */
  readonly onFailure: (error: CallError | null) => void;
}

/** Whether guests can book an event type. */
export function OnOff({ line: { id, name, archivedAt }, onChanged, onFailure }: OnOffProps) {
  const words = useWords(listWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const write = async (on: boolean): Promise<void> => {
    await call(on ? 'restoreEventType' : 'archiveEventType', { eventTypeId: id }, workspace.id);
    await onChanged();
  };
  return (
    <Switch
      isOn={archivedAt === null}
      label={words.bookable(name)}
      words={words}
      write={write}
      said={(on) => (on ? words.isOn(name) : words.isOff(name))}
      // The page of an event type that is off has no fields.
      hindrance={(on) => (!on && hasUnsaved() ? words.saveFirst : null)}
      onFailure={onFailure}
    />
  );
}
