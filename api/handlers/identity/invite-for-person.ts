import type { KeyActor } from '../../../domain/access/actor.ts';
import { effectiveRole, isGivenByPeople } from '../../../domain/access/role-order.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { agentOperations } from '../../../schemas/operations/identity/agent-operations.ts';
import { ADMINS } from '../../../schemas/shapes/access.ts';
import { findPersonThere } from '../../../store/identity/agent-made.ts';
import { locked } from '../../auth/authenticate.ts';
import type { ActingContext, Handler } from '../../core/handler.ts';
import { inviteAs } from '../members/invite-member.ts';
import { requireAgent, requireUser } from './require-agent.ts';

type Invite = typeof agentOperations.inviteForPerson;

/** Invites in the person's name, where they are an owner or admin. */
export const inviteForPerson: Handler<Invite> = async (context, { workspaceId, email, role }) => {
  const actor = await actorThere(context, workspaceId);
  const invitation = await inviteAs({ ...context, actor }, { email, role });
  return {
    invitation: {
      ...{ id: invitation.id, status: 'invited', email: invitation.email, role: invitation.role },
      expiresAt: invitation.expiresAt.toISOString(),
    },
  };
};

/** @throws AppError resource.not_found (workspace_not_found), auth.forbidden (not_a_member, role_missing), billing.upgrade_required */
async function actorThere({ sql, actor }: ActingContext<Invite>, workspaceId: string): Promise<KeyActor> {
  const { id: userId, email } = requireUser(actor);
  const { principalId } = requireAgent(actor);
  const there = await findPersonThere(sql, { keyId: actor.keyId, workspaceId, principalId, userId });
  if (!there && workspaceId !== actor.workspaceId) {
    throw new AppError(
      'resource.not_found',
      'Neither your key’s workspace nor one that this identity made has this id, or the person has left it.',
      { reason: 'workspace_not_found', field: 'workspaceId' },
    );
  }
  if (!there) {
    throw new AppError('auth.forbidden', `${email} is no member of this key’s workspace.`, { reason: 'not_a_member' });
  }
  const role = effectiveRole(there.role, there.roleCap);
  if (role === null || !isGivenByPeople(role)) {
    throw new AppError('auth.forbidden', `Needs the role owner or admin; the person’s is ${role ?? there.role}.`, {
      reason: 'role_missing',
      role: role ?? there.role,
      neededRoles: ADMINS,
    });
  }
  if (there.locked) throw locked();
  return { ...actor, workspaceId, userId, role, username: there.username, locked: false };
}
