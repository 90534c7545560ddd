import { useMemo, useState } from 'react';
import { useApi } from '../../data/api-context.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { Editor } from './editor-context.ts';
import { type Answer, missesLink, type Patch } from './event-type.ts';

/**
 * One event type while it is changed. The groups are compared with what they were drawn from, and with what was saved here: what another person
 * changes meanwhile is told at the next save, and never overwritten.
 *
 * @param reload reads the page's answer anew
 */
export function useEditing(known: Answer, reload: () => Promise<void>) {
  const { call } = useApi();
  const { workspace } = useDashboard();
  const [answer, setAnswer] = useState(known);
  const { eventType: event } = answer;
  const [typed, setTyped] = useState<Patch>({});
  const [round, setRound] = useState(0);
  const { id: eventTypeId, version: expectedVersion } = event;
  const editor = useMemo<Editor>(
    () => ({
      event,
      isWayInMissing: missesLink(answer),
      save: async (patch) => {
        setAnswer(await call('updateEventType', { eventTypeId, expectedVersion, ...patch }, workspace.id));
        await reload();
      },
      preview: (patch) => setTyped((before) => ({ ...before, ...patch })),
      startAnew: async () => {
        setAnswer(await call('getEventType', { eventTypeId }, workspace.id));
        setTyped({});
        setRound((count) => count + 1);
        await reload();
      },
    }),
    [event, answer, call, eventTypeId, expectedVersion, workspace.id, reload],
  );
  return { editor, typed, round };
}
