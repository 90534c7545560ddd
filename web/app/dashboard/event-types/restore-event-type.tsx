import { useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { CallError } from '../../data/call.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { copiedSettings } from './copy-settings.ts';
import type { EventLine } from './event-type.ts';
import { listWords } from './list-words.ts';

interface RestoreEventTypeProps {
  readonly line: EventLine;
  readonly onChanged: (said: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Archiving is for good (contract.md), so this makes a new one with the same settings and link. */
export function RestoreEventType({ line: { id, name, slug }, onChanged, onClose }: RestoreEventTypeProps) {
  const words = useWords(listWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const restore = async (): Promise<void> => {
    const { eventType } = await call('getEventType', { eventTypeId: id }, workspace.id);
    const { scheduleId, ...settings } = copiedSettings(eventType, { name, slug });
    await call('createEventType', { ...settings, ...(scheduleId && { scheduleId }) }, workspace.id).catch((failure) => {
      // The schedule was deleted meanwhile: the host's oldest takes its place.
      if (!(failure instanceof CallError) || failure.reason !== 'schedule_not_found') throw failure;
      return call('createEventType', settings, workspace.id);
    });
    await onChanged(words.restored(name));
  };
  return (
    <Confirm title={words.restoreTitle(name)} verb={words.restore} act={restore} onClose={onClose}>
      <p>{words.restoreText}</p>
    </Confirm>
  );
}
