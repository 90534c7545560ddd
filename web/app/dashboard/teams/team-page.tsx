import { teamWords } from '../../../../texts/en/dashboard/teams.ts';
import { useWords } from '../../../parts/locale.ts';
import { Notice } from '../../../parts/notice.tsx';
import { MembersSection } from '../members/members-section.tsx';
import { PlaceHead } from '../place-head.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { TeamList } from './team-list.tsx';

/** /team: the teams, and who works here. */
export function TeamPage() {
  const words = useWords(teamWords);
  const { workspace } = useDashboard();
  const isAdmin = workspace.role === 'owner' || workspace.role === 'admin';
  if (workspace.role === 'billing_only')
    return (
      <>
        <PlaceHead title={words.title} />
        <Notice notice={{ tone: 'info', title: words.noRole, text: words.noRoleText }} />
      </>
    );
  return (
    <>
      <PlaceHead title={words.title} />
      <div className="cards">
        <TeamList />
        {isAdmin ? (
          <MembersSection workspace={workspace} />
        ) : (
          <p className="quiet">{words.onlyAdmins(workspace.name)}</p>
        )}
      </div>
    </>
  );
}
