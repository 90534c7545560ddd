import { useApi } from '../../data/api-context.ts';
import type { Call } from '../../data/call.ts';
import { everyPage } from '../../data/every-page.ts';
import { type Load, useLoad } from '../../data/use-load.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import type { Member } from './change-role.tsx';

/** All members, or all who are invited, newest first. */
export const allMembers = (call: Call, workspaceId: string, status: Member['status']): Promise<Member[]> =>
  everyPage(
    (page) => call('listMembers', { status, ...page }, workspaceId),
    ({ members }) => members,
  );

/** All members of the workspace. The pages that show some of them share the answer. */
export function useMembers(): Load<Member[]> {
  const { call } = useApi();
  const { id } = useDashboard().workspace;
  return useLoad(`members of ${id}`, () => allMembers(call, id, 'active'));
}
