import { useWords } from '../../../texts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useToast } from '../../parts/toast.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { EventLine } from './event-type.ts';
import { listWords } from './list-words.ts';
import { makeAgain } from './make-again.ts';

interface ArchiveEventTypeProps {
  readonly line: Pick<EventLine, 'id' | 'name' | 'slug' | 'upcomingMeetingCount'>;
  /** @param said '': the toast says it */
  readonly onChanged: (said: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before the link ends. */
export function ArchiveEventType({ line: { id, name, slug, upcomingMeetingCount }, ...on }: ArchiveEventTypeProps) {
  const words = useWords(listWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const toast = useToast();
  const archive = async (): Promise<void> => {
    await call('archiveEventType', { eventTypeId: id }, workspace.id);
    await on.onChanged('');
    toast(words.wasArchived(name), async () => {
      await makeAgain(call, { id, name, slug }, workspace.id);
      await on.onChanged('');
    });
  };
  return (
    <Confirm title={words.archiveTitle(name)} verb={words.archive} act={archive} onClose={on.onClose}>
      <p>{words.archiveText}</p>
      {upcomingMeetingCount > 0 && <p className="small quiet">{words.coming(upcomingMeetingCount)}.</p>}
    </Confirm>
  );
}
