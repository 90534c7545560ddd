import type { Sql } from 'postgres';
import type { Actor } from '../../../domain/access/actor.ts';
import { reachOf } from '../../../domain/members/member-reach.ts';
import { AppError } from '../../../schemas/errors.ts';
import { isMember } from '../../../store/event-types/hosts.ts';

/**
 * Whether an actor may work with what is a host's: their own, or anybody's for a manager and above.
 * @param hostId null: a team's, which managers work with
 * @param what in words that follow on "your own", as in "event types"
 * @throws AppError auth.forbidden (not_yours)
 */
export function requireAccess(actor: Actor, hostId: string | null, what: string): void {
  const reach = reachOf(actor);
  if (reach === null || reach === hostId) return;
  throw new AppError(
    'auth.forbidden',
    `Your role is ${actor.role}: you may work with your own ${what} only. Others’ need the role manager.`,
    { reason: 'not_yours', role: actor.role, neededRoles: ['owner', 'admin', 'manager'] },
  );
}

export const noSuchHost = (): AppError =>
  new AppError('resource.not_found', 'hostUserId is no member of this workspace. list_members has their ids.', {
    reason: 'host_not_found',
    field: 'hostUserId',
  });

/**
 * The host whom a call names, the caller by default.
 * @throws AppError resource.not_found (host_not_found), auth.forbidden (not_yours)
 */
export async function requireHost(
  { sql, actor }: { readonly sql: Sql; readonly actor: Actor },
  hostUserId: string | undefined,
  what: string,
): Promise<string> {
  if (hostUserId === undefined || hostUserId === actor.userId) return actor.userId;
  if (!(await isMember(sql, { workspaceId: actor.workspaceId, hostId: hostUserId }))) throw noSuchHost();
  requireAccess(actor, hostUserId, what);
  return hostUserId;
}
