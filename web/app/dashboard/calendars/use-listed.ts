import { useEffect, useRef } from 'react';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import type { Membership } from '../workspaces/choice.ts';
import type { Connection } from './connection-row.tsx';

export interface CalendarsSectionProps {
  readonly workspace: Membership;
  /** Of the signed-in person: only they change their connections. */
  readonly userId: string;
}

export type Listed = OutputOf<'listCalendars'> & OutputOf<'getCalendarSettings'>;

export const ownOf = ({ calendars }: Listed, userId: string): readonly Connection[] =>
  calendars.filter(({ host }) => host.id === userId);

/** Readings come by themselves: the list follows them. */
const LOOKS_EVERY_MS = 15_000;
const FIRST_READING_MS = 2_000;

/** The connections and the person's settings, loaded again and again. */
export function useListed({ id }: Membership) {
  const { call } = useApi();
  const list = useLoad(id, async (): Promise<Listed> => {
    const [listed, { settings }] = await Promise.all([
      call('listCalendars', {}, id),
      call('getCalendarSettings', {}, id),
    ]);
    return { ...listed, settings };
  });
  useFollow(list.state.status === 'ready' ? list.state.data : null, list.reload);
  return list;
}

/** Loads the list again while the page is seen; sooner while a first reading runs. Scrolls to the section if the address names it. */
function useFollow(listed: Listed | null, reload: () => Promise<void>): void {
  const isFirst = listed?.calendars.some(({ asOf, problem }) => asOf === null && problem === null) ?? false;
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void reload(), isFirst ? FIRST_READING_MS : LOOKS_EVERY_MS);
    return () => clearInterval(timer);
  }, [isFirst, reload]);
  const hasScrolled = useRef(false);
  useEffect(() => {
    if (listed === null || hasScrolled.current || location.hash !== '#calendars') return;
    hasScrolled.current = true;
    document.getElementById('calendars')?.scrollIntoView();
  }, [listed]);
}
