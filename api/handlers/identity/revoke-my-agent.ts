import { AppError } from '../../../schemas/errors.ts';
import type { myAgents } from '../../../schemas/operations/identity/my-agents.ts';
import { revokeAgent } from '../../../store/identity/change-agent.ts';
import { isAgentOf } from '../../../store/identity/my-agents.ts';
import type { Handler } from '../../core/handler.ts';

/** Stops an agent of the signed-in person. */
export const revokeMyAgent: Handler<typeof myAgents.revokeMyAgent> = async (context, { principalId }) => {
  const { sql, actor, flowClient } = context;
  const isMine = await isAgentOf(sql, actor.userId, principalId);
  const agent = isMine ? await revokeAgent(sql, principalId, { kind: 'person' }) : undefined;
  if (!agent?.revokedAt) {
    throw new AppError('resource.not_found', 'No agent with this id acts for you. GET /me/agents lists them.', {
      reason: 'agent_not_found',
    });
  }
  flowClient.signal('agentIdentity', { id: principalId, workspaceId: agent.workspaceId }, 'revoked');
  return { principalId, status: 'revoked', revokedAt: agent.revokedAt.toISOString() };
};
