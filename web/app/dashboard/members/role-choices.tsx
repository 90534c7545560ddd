import type { Role } from '../../../../schemas/shapes/access.ts';
import { roleChoicesWords as say } from '../../../../texts/en/dashboard/members.ts';
import type { Membership } from '../workspaces/choice.ts';

const WORDS: readonly (readonly [Role, string])[] = [
  ['member', say.member],
  ['manager', say.manager],
  ['admin', say.admin],
  ['owner', say.owner],
  ['billing_only', say.billing],
];

/** A choice of the roles that a member may give: only owners make owners. */
export function RoleChoices({ workspace, defaultRole }: { workspace: Membership; defaultRole: Role }) {
  const given = WORDS.filter(([role]) => role !== 'owner' || workspace.role === 'owner');
  return (
    <div className="field">
      <label htmlFor="member-role">{say.role}</label>
      <select id="member-role" name="role" defaultValue={defaultRole}>
        {given.map(([role, words]) => (
          <option key={role} value={role}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
