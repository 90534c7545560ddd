import { Notice } from '../../../parts/notice.tsx';
import { useWords } from '../../../texts/locale.ts';
import { MembersSection } from '../members/members-section.tsx';
import { PlaceHead } from '../place-head.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { TeamList } from './team-list.tsx';
import { teamWords } from './team-words.ts';

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
