import { choiceWords as say } from '../../../../texts/en/dashboard/workspaces.ts';
import type { OutputOf } from '../../data/call.ts';

export type Person = OutputOf<'listWorkspaces'>['user'];
export type Membership = OutputOf<'listWorkspaces'>['workspaces'][number];

const KEPT_AS = 'holdfast.workspace';

export const ROLE_WORDS: Readonly<Record<Membership['role'], string>> = {
  owner: say.owner,
  admin: say.admin,
  manager: say.manager,
  member: say.member,
  billing_only: say.billing,
};

/** The address of a page in one workspace. */
export const inWorkspace = (path: string, { slug }: { readonly slug: string }): string =>
  `${path}?${new URLSearchParams({ workspace: slug })}`;

/** The home of one workspace. */
export const homeOf = (workspace: { readonly slug: string }): string => inWorkspace('/', workspace);

/** The workspace of the address, else the one shown last, else the first; undefined: there is none. */
export function chosen(workspaces: readonly Membership[]): Membership | undefined {
  const wanted = [new URLSearchParams(location.search).get('workspace'), remembered()];
  for (const slug of wanted) {
    const found = workspaces.find((workspace) => workspace.slug === slug);
    if (found) return found;
  }
  return workspaces[0];
}

/** Browsers without storage start with the first workspace. */
function remembered(): string | null {
  try {
    return localStorage.getItem(KEPT_AS);
  } catch {
    return null;
  }
}

export function remember({ slug }: Membership): void {
  try {
    localStorage.setItem(KEPT_AS, slug);
  } catch {
    // Costs only a click.
  }
}
