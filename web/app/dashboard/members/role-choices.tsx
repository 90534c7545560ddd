import type { Role } from '../../../../schemas/shapes/access.ts';
import type { Membership } from '../workspaces/choice.ts';

const WORDS: readonly (readonly [Role, string])[] = [
  ['member', 'Member: their own meetings and hours'],
  ['manager', 'Manager: everybody’s meetings, hours and teams'],
  ['admin', 'Admin: everything'],
  ['owner', 'Owner: everything, owners included'],
  ['billing_only', 'Billing: plans and bills only'],
];

/** A choice of the roles that a member may give: only owners make owners. */
export function RoleChoices({ workspace, defaultRole }: { workspace: Membership; defaultRole: Role }) {
  const given = WORDS.filter(([role]) => role !== 'owner' || workspace.role === 'owner');
  return (
    <div className="field">
      <label htmlFor="member-role">Role</label>
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
