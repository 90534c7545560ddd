import { useEffect, useRef } from 'react';
import { PROVIDER_NAMES } from '../../../../domain/accounts/providers.ts';
import { useApi } from '../../data/api-context.ts';
import { CallError, type OutputOf } from '../../data/call.ts';
import { useLoad } from '../../data/use-load.ts';
import type { Membership } from '../workspaces/choice.ts';

export interface CalendarsSectionProps {
  readonly workspace: Membership;
  /** Of the signed-in person: only they change their connections. */
  readonly userId: string;
}

export type Connection = OutputOf<'listCalendars'>['calendars'][number];

/** "ada@acme.test (Google)": one address may have an account at each. */
export const accountName = ({ email, provider }: Connection): string => `${email} (${PROVIDER_NAMES[provider]})`;

export type Listed = OutputOf<'listCalendars'> & OutputOf<'getCalendarSettings'>;

/** A meeting that is not in the person's calendar as it should be. */
export type UnwrittenMeeting = Listed['unwritten'][number];

export const ownOf = ({ calendars }: Listed, userId: string): readonly Connection[] =>
  calendars.filter(({ host }) => host.id === userId);

/** Readings come by themselves: the list follows them. */
const LOOKS_EVERY_MS = 15_000;
const FIRST_READING_MS = 2_000;

/** The connections and the person's settings, loaded again and again. */
export function useListed({ id }: Membership) {
  const { call } = useApi();
  const kept = useRef<{ readonly id: string; readonly listed: Listed } | null>(null);
  const list = useLoad(`calendars ${id}`, async (): Promise<Listed> => {
    try {
      const [listed, { settings }] = await Promise.all([
        call('listCalendars', {}, id),
        call('getCalendarSettings', {}, id),
      ]);
      kept.current = { id, listed: { ...listed, settings } };
    } catch (error) {
      // A look that fails for a moment takes nothing away: the page says when each account was read.
      if (kept.current?.id !== id || !isPassing(error)) throw error;
    }
    return kept.current.listed;
  });
  useFollow(list.state.status === 'ready' ? list.state.data : null, list.reload);
  return list;
}

const isPassing = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Loads the list again while the page is seen; sooner while a first reading runs. */
function useFollow(listed: Listed | null, reload: () => Promise<void>): void {
  const isFirst = listed?.calendars.some(({ asOf, problem }) => asOf === null && problem === null) ?? false;
  useEffect(() => {
    const look = () => document.hidden || void reload();
    const timer = setInterval(look, isFirst ? FIRST_READING_MS : LOOKS_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isFirst, reload]);
}
