import { useEffect } from 'react';
import { useApi } from '../data/api-context.ts';
import type { OutputOf } from '../data/call.ts';
import { useLoad } from '../data/use-load.ts';
import { LoadState } from '../parts/load-state.tsx';
import { Section } from '../parts/section.tsx';
import { AccessSections } from './access-sections.tsx';
import { AppBar } from './app-bar.tsx';
import { chosen, type Membership, remember } from './choice.ts';
import { Links } from './links.tsx';
import { Sessions } from './sessions.tsx';
import { WorkspaceHead } from './workspace-head.tsx';

/** {app_url}/ for whoever is signed in: what to share, and who may come in. */
export function Home() {
  const { call } = useApi();
  const mine = useLoad('mine', () => call('listWorkspaces', {}));
  return (
    <>
      {mine.state.status !== 'ready' && <h1 className="vh">Home</h1>}
      <LoadState {...mine} what="your workspaces">
        {(answer) => <Chosen mine={answer} />}
      </LoadState>
    </>
  );
}

function Chosen({ mine }: { mine: OutputOf<'listWorkspaces'> }) {
  const workspace = chosen(mine.workspaces);
  useEffect(() => {
    if (workspace) remember(workspace);
  }, [workspace]);
  return (
    <>
      <AppBar person={mine.user} workspaces={mine.workspaces} current={workspace} />
      {workspace ? <WorkspaceHome workspace={workspace} /> : <NoWorkspace />}
    </>
  );
}

function NoWorkspace() {
  return (
    <>
      <h1>You belong to no workspace</h1>
      <p className="lead">Make one in the menu above, or ask whoever runs yours to invite you again.</p>
      <Sessions />
    </>
  );
}

function WorkspaceHome({ workspace }: { workspace: Membership }) {
  const { call } = useApi();
  const view = useLoad(workspace.id, () => call('getWorkspace', {}, workspace.id));
  return (
    <>
      <WorkspaceHead membership={workspace} view={view.state.status === 'ready' ? view.state.data : null} />
      <div className="board">
        <Section title="Share a link" hint="Whoever opens it sees your free times and books one.">
          <LoadState {...view} what="your links">
            {({ links }) => <Links links={links} />}
          </LoadState>
        </Section>
        <AccessSections workspace={workspace} />
        <Sessions />
      </div>
    </>
  );
}
