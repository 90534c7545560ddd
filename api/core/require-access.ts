import type { Sql } from 'postgres';
import { type Actor, actsFor } from '../../domain/access/actor.ts';
import { reachOf } from '../../domain/members/member-reach.ts';
import { AppError } from '../../schemas/errors.ts';
import { isMember } from '../../store/event-types/hosts.ts';

/**
 * Refuses an actor who may not work with a host's things: members may use their own, managers and above everyone's.
 * @param hostId null: a team's, for managers and above
 * @param what words that follow "your own", such as "event types"
 * @throws AppError auth.forbidden (not_yours)
 */
export function requireAccess(actor: Actor, hostId: string | null, what: string): void {
  const reach = reachOf(actor);
  if (reach === null || reach === hostId) return;
  const person = actsFor(actor);
  const own = person
    ? `You act for ${person} in the role ${actor.role}: you can work only with their own ${what}.`
    : `Your role is ${actor.role}: you can work only with your own ${what}.`;
  throw new AppError('auth.forbidden', `${own} Those of others need the role manager.`, {
    reason: 'not_yours',
    role: actor.role,
    neededRoles: ['owner', 'admin', 'manager'],
  });
}

export const noSuchHost = (): AppError =>
  new AppError('resource.not_found', 'hostUserId is not a member of this workspace. list_members has their ids.', {
    reason: 'host_not_found',
    field: 'hostUserId',
  });

/**
 * The host of a call; default: the caller.
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
