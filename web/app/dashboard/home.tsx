import { useEffect, useState } from 'react';
import { useApi } from '../data/api-context.ts';
import type { OutputOf } from '../data/call.ts';
import { type Loaded, useLoad } from '../data/use-load.ts';
import { WorkspaceProvider } from '../data/workspace-context.ts';
import { LoadState } from '../parts/load-state.tsx';
import { KeysSection } from './access/keys-section.tsx';
import { SeatsSection } from './access/seats-section.tsx';
import { useAccess } from './access/use-access.ts';
import { LinkedAccounts } from './accounts/linked-accounts.tsx';
import { Passkeys } from './accounts/passkeys.tsx';
import { Sessions } from './accounts/sessions.tsx';
import { AppBar } from './app-bar.tsx';
import { PlanSection } from './billing/plan-section.tsx';
import { WhoPays } from './billing/who-pays.tsx';
import { CalendarsSection } from './calendars/calendars-section.tsx';
import { AgentsSection } from './identity/agents-section.tsx';
import { LinksSection } from './links/links.tsx';
import { ComingMeetings } from './meetings/coming-meetings.tsx';
import { MembersSection } from './members/members-section.tsx';
import { ConnectedApps } from './oauth/connected-apps.tsx';
import { BrandingSection } from './workspaces/branding-section.tsx';
import { chosen, type Membership, remember } from './workspaces/choice.ts';
import { WorkspaceHead } from './workspaces/workspace-head.tsx';

/** {app_url}/ after sign-in: links to share, and who has access. */
export function Home() {
  const { call } = useApi();
  const mine = useLoad('mine', () => call('listWorkspaces', {}));
  return (
    <>
      {mine.state.status !== 'ready' && <h1 className="vh">Home</h1>}
      <LoadState {...mine} what="your workspaces">
        {(answer) => <Chosen mine={answer} reload={mine.reload} />}
      </LoadState>
    </>
  );
}

interface ChosenProps {
  readonly mine: OutputOf<'listWorkspaces'>;
  readonly reload: () => Promise<void>;
}

function Chosen({ mine, reload }: ChosenProps) {
  const workspace = chosen(mine.workspaces);
  useEffect(() => {
    if (workspace) remember(workspace);
  }, [workspace]);
  return (
    <WorkspaceProvider value={workspace?.slug ?? null}>
      <AppBar person={mine.user} workspaces={mine.workspaces} current={workspace} />
      {workspace ? <WorkspaceHome workspace={workspace} userId={mine.user.id} reload={reload} /> : <NoWorkspace />}
    </WorkspaceProvider>
  );
}

function NoWorkspace() {
  return (
    <>
      <h1>You belong to no workspace</h1>
      <p className="lead">Make one in the account menu above, or ask the owner of a workspace to invite you.</p>
      <ConnectedApps />
      <AgentsSection />
      <Passkeys />
      <LinkedAccounts />
      <Sessions />
    </>
  );
}

/** Who sees what the workspace costs. */
const BILLING: readonly Membership['role'][] = ['owner', 'admin', 'billing_only'];

interface WorkspaceHomeProps {
  readonly workspace: Membership;
  readonly userId: string;
  readonly reload: () => Promise<void>;
}

function WorkspaceHome({ workspace, userId, reload }: WorkspaceHomeProps) {
  const { call } = useApi();
  const view = useLoad(workspace.id, () => call('getWorkspace', {}, workspace.id));
  const access = useAccess(workspace);
  const [changes, setChanges] = useState(0);
  const counted = () => setChanges((before) => before + 1);
  const readAgain = async (): Promise<void> => {
    await Promise.all([view.reload(), access.reload()]);
  };
  return (
    <>
      <WorkspaceHead membership={workspace} view={view.state.status === 'ready' ? view.state.data : null} />
      <div className="board">
        <div className="column">
          <LinksSection workspace={workspace} view={view} />
          <ComingMeetings />
          {workspace.role !== 'billing_only' && <CalendarsSection workspace={workspace} userId={userId} />}
          <KeysSection workspace={workspace} access={access} userId={userId} />
          <ConnectedApps />
          <AgentsSection />
        </div>
        <div className="column">
          <SeatsSection workspace={workspace} access={access} onCounted={counted} />
          {(workspace.role === 'owner' || workspace.role === 'admin') && (
            <MembersSection workspace={workspace} onCounted={counted} />
          )}
          {BILLING.includes(workspace.role) ? (
            <PlanSection workspace={workspace} changes={changes} onChanged={readAgain} />
          ) : (
            <WhoPays workspace={workspace} />
          )}
          <Passkeys />
          <LinkedAccounts />
          <Sessions />
          <Branding workspace={workspace} view={view} reload={reload} />
        </div>
      </div>
    </>
  );
}

interface LoadedBranding extends Omit<WorkspaceHomeProps, 'userId'> {
  readonly view: { readonly state: Loaded<OutputOf<'getWorkspace'>>; readonly reload: () => Promise<void> };
}

/** Empty for roles that may not change it. The list of workspaces shows the name, too. */
function Branding({ workspace, view, reload }: LoadedBranding) {
  const { role } = workspace;
  if (view.state.status !== 'ready' || (role !== 'owner' && role !== 'admin')) return null;
  const reloadBoth = async (): Promise<void> => {
    await Promise.all([view.reload(), reload()]);
  };
  return <BrandingSection workspace={workspace} view={view.state.data} reload={reloadBoth} />;
}
