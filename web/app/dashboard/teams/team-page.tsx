import { MembersSection } from '../members/members-section.tsx';
import { PlaceHead } from '../place-head.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';

/** /team: who works here. */
export function TeamPage() {
  const { workspace } = useDashboard();
  const isAdmin = workspace.role === 'owner' || workspace.role === 'admin';
  return (
    <>
      <PlaceHead title="Team" />
      {isAdmin ? (
        <MembersSection workspace={workspace} />
      ) : (
        <p className="quiet">Owners and admins of {workspace.name} see and change who works here.</p>
      )}
    </>
  );
}
