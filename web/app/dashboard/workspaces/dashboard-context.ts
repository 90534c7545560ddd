import { createContext, useContext } from 'react';
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
