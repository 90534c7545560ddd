import { type ReactNode, useState } from 'react';
import { useApi } from '../data/api-context.ts';
import { useClosingMenu } from '../parts/use-closing-menu.ts';
import { homeOf, type Membership, type Person, ROLE_WORDS } from './workspaces/choice.ts';
import { CreateWorkspace } from './workspaces/create-workspace.tsx';

interface AppBarProps {
  readonly person: Person;
  readonly workspaces: readonly Membership[];
  readonly current: Membership | undefined;
}

/** The current workspace, a menu of the others, and sign-out. With one workspace there is no menu. */
export function AppBar({ person, workspaces, current }: AppBarProps) {
  const [creating, setCreating] = useState(false);
  const newWorkspace = (
    <button type="button" className="button second compact menu-button" onClick={() => setCreating(true)}>
      New workspace
    </button>
  );
  const hasChoice = workspaces.length > 1;
  return (
    <div className="app-bar">
      <a className="home-link" href="/">
        Holdfast
      </a>
      {hasChoice && (
        <Menu what="Workspace" label={current?.name ?? ''}>
          <WorkspaceList workspaces={workspaces} current={current} />
          {newWorkspace}
        </Menu>
      )}
      <Menu what="Account" label={person.name}>
        <p className="small">
          Signed in as <strong>{person.email}</strong>
        </p>
        {!hasChoice && newWorkspace}
        <SignOut />
      </Menu>
      {creating && <CreateWorkspace onClose={() => setCreating(false)} />}
    </div>
  );
}

function WorkspaceList({ workspaces, current }: Omit<AppBarProps, 'person'>) {
  return (
    <ul>
      {workspaces.map((workspace) => (
        <li key={workspace.id}>
          <a
            className="menu-item"
            href={homeOf(workspace)}
            aria-current={workspace.id === current?.id ? 'page' : undefined}
          >
            <strong>{workspace.name}</strong>
            <span className="quiet small">{ROLE_WORDS[workspace.role]}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function SignOut() {
  const { csrfToken } = useApi();
  return (
    <form method="post" action="/logout">
      <input type="hidden" name="csrfToken" value={csrfToken} />
      <button type="submit" className="button second compact menu-button">
        Sign out
      </button>
    </form>
  );
}

function Menu({ what, label, children }: { what: string; label: string; children: ReactNode }) {
  const ref = useClosingMenu();
  return (
    <details className="menu" ref={ref}>
      <summary>
        <span className="label">
          <span className="quiet">{what}</span>
          <span className="vh">: </span>
          {label}
        </span>
      </summary>
      <div className="sheet">{children}</div>
    </details>
  );
}
