import { useApi } from '../../data/api-context.ts';
import type { Call } from '../../data/call.ts';
import { type Load, useLoad } from '../../data/use-load.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { Team } from './team.ts';

const LARGEST_PAGE = 100;
const MOST_PAGES = 10;

async function allTeams(call: Call, workspaceId: string): Promise<Team[]> {
  const all: Team[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page: Awaited<ReturnType<typeof call<'listTeams'>>> = await call(
      'listTeams',
      { limit: LARGEST_PAGE, ...(cursor !== null && { cursor }) },
      workspaceId,
    );
    all.push(...page.teams);
    cursor = page.nextCursor;
    if (cursor === null) break;
  }
  return all;
}

/** All teams of the workspace, newest first. The list and the page of one share the answer. */
export function useTeams(): Load<readonly Team[]> {
  const { call } = useApi();
  const { id } = useDashboard().workspace;
  return useLoad(`teams ${id}`, () => allTeams(call, id));
}
