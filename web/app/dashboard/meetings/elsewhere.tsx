import { meetingsWords } from '../../../../texts/en/dashboard/meetings.ts';
import { useWords } from '../../../parts/locale.ts';
import { useApi } from '../../data/api-context.ts';
import { useLoad } from '../../data/use-load.ts';
import { homeOf } from '../workspaces/choice.ts';
import { useDashboard } from '../workspaces/dashboard-context.ts';

const FOLLOW_SECONDS = 60;

/** Requests that wait for the person in other workspaces: they would expire unseen. */
export function Elsewhere() {
  const words = useWords(meetingsWords);
  const { call } = useApi();
  const { workspace } = useDashboard();
  const mine = useLoad('mine', () => call('listWorkspaces', {}));
  const coming = useLoad('requests everywhere', () => call('listMyMeetings', { limit: 1 }), {
    everySeconds: FOLLOW_SECONDS,
  });
  if (mine.state.status !== 'ready' || coming.state.status !== 'ready') return null;
  const { requests } = coming.state.data;
  const others = mine.state.data.workspaces
    .filter(({ id }) => id !== workspace.id)
    .map((other) => ({ other, count: requests.filter((request) => request.workspace.id === other.id).length }))
    .filter(({ count }) => count > 0);
  return others.map(({ other, count }) => (
    <p key={other.id} className="elsewhere">
      {words.elsewhere(count)} <a href={homeOf(other)}>{other.name}</a>
    </p>
  ));
}
