import { useApi } from '../../data/api-context.ts';
import type { OutputOf } from '../../data/call.ts';
import { type Load, useLoad } from '../../data/use-load.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';

const LARGEST_PAGE = 100;

/** Who can host a team's meetings. Those who look after billing cannot. */
export function usePeople(): Load<OutputOf<'listMembers'>['members']> {
  const { call } = useApi();
  const { id } = useDashboard().workspace;
  return useLoad(`people ${id}`, async () => {
    const { members } = await call('listMembers', { limit: LARGEST_PAGE }, id);
    return members.filter(({ role }) => role !== 'billing_only');
  });
}
