import type { Role } from '../../../../schemas/shapes/access.ts';
import { pageWords } from '../../parts/page-words.ts';
import type { Membership } from '../workspaces/choice.ts';

const say = pageWords(
  {
    member: 'Member: their own meetings and hours',
    manager: 'Manager: everybody’s meetings, hours and teams',
    admin: 'Admin: everything',
    owner: 'Owner: everything, owners included',
    billing: 'Billing: plans and bills only',
    role: 'Role',
  },
  {
    member: 'Mitglied: eigene Termine und Zeiten',
    manager: 'Manager: Termine, Zeiten und Teams von allen',
    admin: 'Admin: alles',
    owner: 'Inhaber: alles, auch andere Inhaber',
    billing: 'Abrechnung: nur Tarife und Rechnungen',
    role: 'Rolle',
  },
);

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
