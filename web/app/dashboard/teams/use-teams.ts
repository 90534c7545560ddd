import { useApi } from '../../data/api-context.ts';
import { everyPage } from '../../data/every-page.ts';
import { type Load, useLoad } from '../../data/use-load.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { Team } from './team.ts';

/** All teams of the workspace, newest first. The list and the page of one share the answer. */
export function useTeams(): Load<readonly Team[]> {
  const { call } = useApi();
  const { id } = useDashboard().workspace;
  return useLoad(`teams ${id}`, () =>
    everyPage(
      (page) => call('listTeams', page, id),
      ({ teams }) => teams,
    ),
  );
}
