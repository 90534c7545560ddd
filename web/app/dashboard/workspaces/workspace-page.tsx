import { workspacePageWords as say } from '../../../../texts/en/dashboard/workspaces.ts';
import { LoadState } from '../../parts/load-state.tsx';
import { PlaceHead } from '../place-head.tsx';
import { BrandingSection } from './branding-section.tsx';
import { useDashboard, useWorkspaceView } from './dashboard-context.ts';
import { DataSection } from './data-section.tsx';
import { DefaultsSection } from './defaults-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { GuestDataSection } from './guest-data-section.tsx';
import { SlugSection } from './slug-section.tsx';
import { standingWords } from './workspace-standing.ts';

/** /settings/workspace: what guests see of it. */
export function WorkspacePage() {
  const { person, workspace, reloadMine } = useDashboard();
  const view = useWorkspaceView();
  const known = view.state.status === 'ready' ? view.state.data : null;
  const mayChange = workspace.role === 'owner' || workspace.role === 'admin';
  // The menu shows the name, too.
  const reload = async (): Promise<void> => {
    await Promise.all([view.reload(), reloadMine()]);
  };
  return (
    <>
      <PlaceHead title={workspace.name} lead={standingWords(person, workspace, known)} />
      <LoadState {...view} what={say.what}>
        {(answer) =>
          mayChange ? (
            <div className="cards">
              <BrandingSection workspace={workspace} view={answer} reload={reload} />
              <SlugSection view={answer} reload={reload} />
              <DefaultsSection key={workspace.id} workspace={workspace} view={answer} reload={reload} />
              <DataSection />
              <GuestDataSection />
              {workspace.role === 'owner' && workspace.eraseAt === null && <DeleteSection />}
            </div>
          ) : (
            <p className="quiet">{say.only}</p>
          )
        }
      </LoadState>
    </>
  );
}
