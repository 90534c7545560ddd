import { accessPageWords as say } from '../../../../texts/en/dashboard/access.ts';
import { PlaceHead } from '../place-head.tsx';
import { useDashboard } from '../workspaces/dashboard-context.ts';
import { KeysSection } from './keys-section.tsx';
import { SeatsSection } from './seats-section.tsx';
import { useAccess } from './use-access.ts';

/** /settings/access: which programs act in the workspace. */
export function AccessPage() {
  const { person, workspace } = useDashboard();
  const access = useAccess(workspace);
  return (
    <>
      <PlaceHead title={say.title} lead={say.lead(workspace.name)} />
      <div className="cards">
        <KeysSection workspace={workspace} access={access} userId={person.id} />
        <SeatsSection workspace={workspace} access={access} />
      </div>
    </>
  );
}
