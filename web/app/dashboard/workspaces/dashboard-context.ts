import { createContext, useContext } from 'react';
import { USUAL_TIMES } from '../../../../domain/event-types/booking-defaults.ts';
import { useLocale } from '../../../parts/locale.ts';
import { type FirstDay, firstDayOf } from '../../../picker/week-start.ts';
import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { type Load, useLoad } from '../../data/use-load.ts';
import type { Membership, Person } from './choice.ts';

/** Whose dashboard it is, and of which workspace. */
export interface DashboardOf {
  readonly person: Person;
  readonly workspace: Membership;
  /** Names of the person or of a workspace have changed. */
  readonly reloadMine: () => Promise<void>;
}

const DashboardContext = createContext<DashboardOf | null>(null);

export const DashboardProvider = DashboardContext.Provider;

export function useDashboard(): DashboardOf {
  const dashboard = useContext(DashboardContext);
  if (!dashboard) throw new Error('DashboardProvider is missing');
  return dashboard;
}

/** The workspace's settings, plan and links: one answer, shared by the pages that show a part of it. */
export function useWorkspaceView(): Load<OutputOf<'getWorkspace'>> {
  const { call } = useApi();
  const { id } = useDashboard().workspace;
  return useLoad(`workspace ${id}`, () => call('getWorkspace', {}, id));
}

/** The first day of a week in calendars; until the workspace is loaded, as the reader's region has it. */
export function useFirstDay(): FirstDay {
  const { tag } = useLocale();
  const { state } = useWorkspaceView();
  return firstDayOf(tag, state.status === 'ready' ? state.data.workspace.weekStartsOn : null);
}

/** How long a new event type takes; until the workspace is loaded, as long as elsewhere. */
export function useUsualMinutes(): number {
  const { state } = useWorkspaceView();
  return state.status === 'ready' ? state.data.workspace.bookingDefaults.durationMinutes : USUAL_TIMES.durationMinutes;
}

/** The zone of new hours and teams; null: not loaded yet. */
export function useUsualZone(): string | null {
  const { state } = useWorkspaceView();
  return state.status === 'ready' ? state.data.workspace.timezone : null;
}
