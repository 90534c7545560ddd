import type { Actor } from '../domain/access/actor.ts';
import { effectiveRole, isGivenByPeople } from '../domain/access/role-order.ts';
import type { Role } from '../schemas/shapes/access.ts';
import type { Transaction } from './database.ts';

/** Calls that change roles or members in a workspace queue here, so that it keeps an owner. */
export const lockMembership = async (tx: Transaction, workspaceId: string): Promise<void> => {
  await tx`select 1 from workspaces where id = ${workspaceId} for no key update`;
};

/**
 * Locks as `lockMembership`. The role that a caller has then, because it may have changed since the call began. null: they are no owner
 * or admin any more, or their key is revoked.
 */
export async function lockAsAdmin(tx: Transaction, actor: Actor): Promise<Role | null> {
  await lockMembership(tx, actor.workspaceId);
  const keyId = actor.kind === 'key' ? actor.keyId : null;
  const [row] = await tx<{ role: Role; cap: Role | null; isRevoked: boolean }[]>`
    select m.role, k.role_cap as cap, k.revoked_at is not null as "isRevoked"
    from memberships m left join api_keys k on k.id = ${keyId}::uuid
    where m.workspace_id = ${actor.workspaceId} and m.user_id = ${actor.userId} and m.leaving_at is null`;
  const role = row && !row.isRevoked ? effectiveRole(row.role, row.cap) : null;
  return role !== null && isGivenByPeople(role) ? role : null;
}

/** The caller's role, or their key, ended while the call waited for another one. */
export interface RoleLost {
  readonly refused: 'role_lost';
}
