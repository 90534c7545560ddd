import type { agentIdentities } from '../../../schemas/operations/identity/agent-identities.ts';
import { revokeAgent } from '../../../store/identity/change-agent.ts';
import { flowId } from '../../../workflows/catalogue.ts';
import type { Handler } from '../../core/handler.ts';
import { noSuchIdentity, requireOwnIdentity } from './refusals.ts';

/** Ends an identity by the key that registered it. */
export const revokeIdentity: Handler<typeof agentIdentities.revokeIdentity> = async (context, { principalId }) => {
  const { sql, actor, caller, flowClient } = context;
  await requireOwnIdentity(sql, actor, principalId);
  context.nameFlow(flowId('agentIdentity', principalId));
  const agent = await revokeAgent(sql, principalId, { kind: 'agent', actor, source: caller.source });
  if (!agent?.revokedAt) throw noSuchIdentity();
  flowClient.signal('agentIdentity', { id: principalId, workspaceId: actor.workspaceId }, 'revoked');
  return { principalId, status: 'revoked', revokedAt: agent.revokedAt.toISOString() };
};
