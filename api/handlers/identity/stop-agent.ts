import { readSignedId } from '../../../domain/secrets.ts';
import { AppError } from '../../../schemas/errors.ts';
import type { myAgents } from '../../../schemas/operations/identity/my-agents.ts';
import { revokeAgent } from '../../../store/identity/change-agent.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Handler } from '../../core/handler.ts';

/** Stops an agent by the link of its mails. */
export const stopAgent: Handler<typeof myAgents.stopAgent> = async (context, { token }) => {
  const { sql, secrets, flowClient } = context;
  const principalId = readSignedId(secrets.stopAgent, token);
  const agent = principalId === null ? undefined : await revokeAgent(sql, principalId, { kind: 'link' });
  if (!agent) {
    throw new AppError('resource.not_found', 'This link is not from a mail of ours, or what it stops is gone.', {
      reason: 'unknown_token',
    });
  }
  context.nameFlow(flowId('agentIdentity', agent.id));
  flowClient.signal('agentIdentity', { id: agent.id, workspaceId: agent.workspaceId }, 'revoked');
  return { stopped: true as const };
};
