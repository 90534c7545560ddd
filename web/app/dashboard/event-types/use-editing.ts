import { useMemo, useRef, useState } from 'react';
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
  const { id: eventTypeId } = event;
  // Groups that are saved after each other follow on from each other.
  const version = useRef(event.version);
  const editor = useMemo<Editor>(
    () => ({
      event,
      isWayInMissing: missesLink(answer),
      save: async (patch) => {
        const input = { eventTypeId, expectedVersion: version.current, ...patch };
        const saved = await call('updateEventType', input, workspace.id);
        version.current = saved.eventType.version;
        setAnswer(saved);
        await reload();
      },
      preview: (patch) => setTyped((before) => ({ ...before, ...patch })),
      discard: () => {
        setTyped({});
        setRound((count) => count + 1);
      },
      startAnew: async () => {
        const now = await call('getEventType', { eventTypeId }, workspace.id);
        version.current = now.eventType.version;
        setAnswer(now);
        setTyped({});
        setRound((count) => count + 1);
        await reload();
      },
    }),
    [event, answer, call, eventTypeId, workspace.id, reload],
  );
  return { editor, typed, round };
}
