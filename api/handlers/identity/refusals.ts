import type { KeyActor } from '../../../domain/access/actor.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { Queryable } from '../../../store/database.ts';
import { type AgentRow, findAgent } from '../../../store/identity/change-agent.ts';

export const noSuchIdentity = (message = 'This workspace has no such agent identity.'): AppError =>
  new AppError('resource.not_found', `${message} register_agent_identity makes one.`, { reason: 'identity_not_found' });

export const keyMismatch = (): AppError =>
  new AppError(
    'agent.principal.key_mismatch',
    'Another key of this workspace registered this identity, and only that key can use it. Register one with this key.',
    { reason: 'key_mismatch' },
  );

export const alreadyVerified = (principalId: string): AppError =>
  new AppError('resource.conflict', 'This identity is verified. renew_agent_intent makes further intent tokens.', {
    reason: 'already_verified',
    principalId,
    tool: 'renew_agent_intent',
  });

/** The identity, if this key registered it. @throws AppError resource.not_found, agent.principal.key_mismatch */
export async function requireOwnIdentity(sql: Queryable, actor: KeyActor, principalId: string): Promise<AgentRow> {
  const agent = await findAgent(sql, actor.workspaceId, principalId);
  if (!agent) throw noSuchIdentity();
  if (agent.apiKeyId !== actor.keyId) throw keyMismatch();
  return agent;
}
