import type { Role, Scope } from '../../schemas/shapes/access.ts';

const OF_BILLING = ['billing.manage'] as const satisfies readonly Scope[];
const OF_MEMBERS = ['workspace.act', 'workspace.read', 'billing.manage'] as const satisfies readonly Scope[];

/**
 * Which scopes a key of somebody with this role may be made with, the widest first (decision 0040). A key outlives the role it
 * was made with: one that was given for billing must not grow when the role does.
 */
export const scopesFor = (role: Role): readonly [Scope, ...Scope[]] =>
  role === 'billing_only' ? OF_BILLING : OF_MEMBERS;
