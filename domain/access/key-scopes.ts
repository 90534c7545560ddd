import type { Role, Scope } from '../../schemas/shapes/access.ts';

const OF_BILLING = ['billing.manage'] as const satisfies readonly Scope[];
const OF_MEMBERS = ['workspace.act', 'workspace.read', 'billing.manage'] as const satisfies readonly Scope[];

/**
 * The scopes that a person with this role may give a key, the widest first (docs/decisions/access.md#checks-at-each-call). A key outlives the role: a key
 * made for billing must not gain scopes when the role does.
 */
export const scopesFor = (role: Role): readonly [Scope, ...Scope[]] =>
  role === 'billing_only' ? OF_BILLING : OF_MEMBERS;
