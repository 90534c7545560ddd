import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { shellWords as say } from '../../../texts/en/dashboard/shell.ts';
import { DashboardNav, type NavLinkProps } from '../../parts/dashboard-nav.tsx';
import { useApi } from '../data/api-context.ts';
import type { OutputOf } from '../data/call.ts';
import { useLoad } from '../data/use-load.ts';
import { WorkspaceProvider } from '../data/workspace-context.ts';
import { LeaveGuard } from '../parts/leave-guard.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { SignedOut } from '../parts/signed-out.tsx';
import { ToastProvider } from '../parts/toast.tsx';
import { UnsavedBar } from '../parts/unsaved-bar.tsx';
import { LinkedAccounts } from './accounts/linked-accounts.tsx';
import { Passkeys } from './accounts/passkeys.tsx';
import { Sessions } from './accounts/sessions.tsx';
import { AppBar } from './app-bar.tsx';
import { useSettledByCopying } from './first-run/use-settled-link.ts';
import { AgentsSection } from './identity/agents-section.tsx';
import { ConnectedApps } from './oauth/connected-apps.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import { chosen, remember } from './workspaces/choice.ts';
import { DashboardProvider } from './workspaces/dashboard-context.ts';
import { DeletedBanner } from './workspaces/deleted-banner.tsx';

type Mine = OutputOf<'listWorkspaces'>;

/** What the server wrote into the document. */
function mineOfDocument(): Mine | undefined {
  const text = document.getElementById('mine')?.textContent;
  return text ? (JSON.parse(text) as Mine) : undefined;
}

/** The frame of every page: who is signed in, the workspace, the navigation. */
export function Shell() {
  const { call } = useApi();
  const mine = useLoad('mine', () => call('listWorkspaces', {}), { initial: mineOfDocument });
  return (
    <LoadState {...mine} what={say.what}>
      {(answer) => <Framed mine={answer} reloadMine={mine.reload} />}
    </LoadState>
  );
}

function Framed({ mine, reloadMine }: { readonly mine: Mine; readonly reloadMine: () => Promise<void> }) {
  const workspace = chosen(mine.workspaces);
  const { pathname } = useLocation();
  useEffect(() => {
    if (workspace) remember(workspace);
  }, [workspace]);
  return (
    <WorkspaceProvider value={workspace?.slug ?? null}>
      <ToastProvider>
        {workspace ? (
          <DashboardProvider value={{ person: mine.user, workspace, reloadMine }}>
            <AppBar person={mine.user} workspaces={mine.workspaces} current={workspace} palette={<PaletteButton />} />
            <div className="shell">
              <DashboardNav path={pathname} Anchor={RoutedAnchor} />
              <div className="place">
                <DeletedBanner />
                <Outlet />
                <UnsavedBar />
              </div>
            </div>
            <SettledByCopying />
            <LeaveGuard />
            <SignedOut />
          </DashboardProvider>
        ) : (
          <>
            <AppBar person={mine.user} workspaces={mine.workspaces} current={workspace} />
            <NoWorkspace />
          </>
        )}
      </ToastProvider>
    </WorkspaceProvider>
  );
}

/** Draws nothing: a link that is taken along stays what it is. */
function SettledByCopying() {
  useSettledByCopying();
  return null;
}

const RoutedAnchor = ({ href, children, ...rest }: NavLinkProps) => (
  <Link to={href} {...rest}>
    {children}
  </Link>
);

function NoWorkspace() {
  return (
    <>
      <h1>{say.none}</h1>
      <p className="lead">{say.noneLead}</p>
      <ConnectedApps />
      <AgentsSection />
      <Passkeys />
      <LinkedAccounts />
      <Sessions />
    </>
  );
}
