import type { Actor } from './actor.ts';

/** Which keys of their workspace an actor may see and revoke (spec, Authentication 5). */
export type KeyReach =
  | { readonly kind: 'itself'; readonly keyId: string }
  | { readonly kind: 'own'; readonly userId: string }
  | { readonly kind: 'workspace' };

/**
 * A key without workspace.act reaches only itself. With it, and for a signed-in person, the role decides: owners and admins
 * reach all keys of the workspace, others those they created.
 */
export const keyReach = (actor: Actor): KeyReach => {
  if (actor.kind === 'key' && !actor.scopes.includes('workspace.act')) return { kind: 'itself', keyId: actor.keyId };
  if (actor.role === 'owner' || actor.role === 'admin') return { kind: 'workspace' };
  return { kind: 'own', userId: actor.userId };
};

/** Whether a key of the same workspace is within reach. */
export const isInReach = (
  reach: KeyReach,
  key: { readonly id: string; readonly createdByUserId: string | null },
): boolean => {
  if (reach.kind === 'workspace') return true;
  return reach.kind === 'itself' ? key.id === reach.keyId : key.createdByUserId === reach.userId;
};
