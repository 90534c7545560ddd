import type { OutputOf } from '../../data/call.ts';
import type { Load } from '../../data/use-load.ts';
import { useMembers } from '../members/use-members.ts';

/** Who can host a team's meetings. Those who look after billing cannot. */
export function usePeople(): Load<OutputOf<'listMembers'>['members']> {
  const load = useMembers();
  if (load.state.status !== 'ready') return load;
  return { ...load, state: { ...load.state, data: load.state.data.filter(({ role }) => role !== 'billing_only') } };
}
