import type { Scope } from '../../schemas/shapes/access.ts';

/** What apps can be allowed. Billing is part of workspace.act, as for keys. */
export const CONNECTOR_SCOPES = ['workspace.read', 'workspace.act'] as const satisfies readonly Scope[];

/** read: looks at what the person sees. full: does what they may do. */
export type ConnectorAccess = 'read' | 'full';

export const scopesOf = (access: ConnectorAccess): readonly Scope[] =>
  access === 'full' ? CONNECTOR_SCOPES : ['workspace.read'];

export const accessOf = (scopes: readonly Scope[]): ConnectorAccess =>
  scopes.includes('workspace.act') ? 'full' : 'read';

/** All scopes that an app needs for an operation that needs this one. */
export const scopesFor = (needed: Scope | 'any'): readonly Scope[] =>
  needed === 'any' || needed === 'workspace.read' ? ['workspace.read'] : CONNECTOR_SCOPES;
