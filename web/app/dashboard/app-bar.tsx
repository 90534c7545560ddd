import { type ReactNode, useState } from 'react';
import { appBarWords as say } from '../../../texts/en/dashboard/shell.ts';
import { useApi } from '../data/api-context.ts';
import { useClosingMenu } from '../parts/use-closing-menu.ts';
import { homeOf, type Membership, type Person, ROLE_WORDS } from './workspaces/choice.ts';
import { CreateWorkspace } from './workspaces/create-workspace.tsx';

interface AppBarProps {
  readonly person: Person;
  readonly workspaces: readonly Membership[];
  readonly current: Membership | undefined;
  /** the button of the palette, where there is something to go to */
  readonly palette?: ReactNode;
}

/** The current workspace, a menu of the others, and sign-out. With one workspace there is no menu. */
export function AppBar({ person, workspaces, current, palette }: AppBarProps) {
  const [creating, setCreating] = useState(false);
  const newWorkspace = (
    <button type="button" className="button second compact menu-button" onClick={() => setCreating(true)}>
      {say.make}
    </button>
  );
  const hasChoice = workspaces.length > 1;
  return (
    <div className="app-bar">
      <a className="home-link" href="/">
        Holdfast
      </a>
      {palette}
      {hasChoice && (
        <Menu what={say.workspace} label={current?.name ?? ''}>
          <WorkspaceList workspaces={workspaces} current={current} />
          {newWorkspace}
        </Menu>
      )}
      <Menu what={say.account} label={person.name}>
        <p className="small">
          {say.as} <strong>{person.email}</strong>
        </p>
        {!hasChoice && newWorkspace}
        <SignOut />
      </Menu>
      {creating && <CreateWorkspace onClose={() => setCreating(false)} />}
    </div>
  );
}

function WorkspaceList({ workspaces, current }: Omit<AppBarProps, 'person' | 'palette'>) {
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
        {say.out}
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
